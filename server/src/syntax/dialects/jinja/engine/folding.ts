import type { Arguments, Expression } from '../parse/expressions';

/** Filters that Jinja does not fold, because they ask the context. */
const UNFOLDED: ReadonlySet<string> = new Set(['map', 'select', 'reject', 'selectattr', 'rejectattr', 'random']);

const areConstant = ({ positional, named, spread, spreadNamed }: Arguments): boolean =>
  !spread && !spreadNamed && positional.every(isConstant) && named.every(({ value }) => isConstant(value));

/** Whether Jinja computes an expression before the text runs. */
export function isConstant(node: Expression): boolean {
  switch (node.kind) {
    case 'constant':
      return true;
    case 'sign':
    case 'not':
      return isConstant(node.operand);
    case 'binary':
    case 'and':
    case 'or':
      return isConstant(node.left) && isConstant(node.right);
    case 'filter':
      return !UNFOLDED.has(node.name) && (!node.input || isConstant(node.input)) && areConstant(node.args);
    case 'test':
      return isConstant(node.subject) && areConstant(node.args);
    case 'comparison':
      return isConstant(node.first) && node.rest.every(({ operand }) => isConstant(operand));
    case 'conditional':
      return isConstant(node.test) && isConstant(node.then) && (!node.otherwise || isConstant(node.otherwise));
    case 'list':
    case 'tuple':
    case 'concatenation':
      return node.items.every((one) => one.kind !== 'slice' && isConstant(one));
    default:
      return false;
  }
}
