import type { Span } from '../../../../text/span';
import { Stop } from '../../javascript/stop';
import { escaping } from '../filters/html';
import type { Filtered } from '../parse/expressions';
import type { Assign, Body, Capture, Condition, Counter, Cycle, Node, Output, Raw, Text } from '../parse/nodes';
import { tagOf } from '../parse/nodes';
import { place } from '../parse/problem';
import { equals } from '../values/compare';
import { isTrue, plain, stringify, toText } from '../values/convert';
import { constant, fromRuns, made, runsOf, together } from '../values/make';
import { type LiquidValue, type Traced, Unknown } from '../values/value';
import { type Context, holeOf } from './context';
import { Evaluator } from './evaluate';
import { explain } from './explain';
import { EngineFailure } from './failure';
import { writeInclusion } from './inclusions';
import { writeBlock, writeLayout } from './layouts';
import { writeFor, writeTableRow } from './loops';
import { type Page, placeIn } from './page';
import type { Session } from './session';

/** Writes statements, one after the other. */
export class Interpreter {
  readonly session: Session;
  readonly evaluator: Evaluator;

  constructor(session: Session) {
    this.session = session;
    this.evaluator = new Evaluator(session);
  }

  /** A whole text, up to the tag for which the engine refuses it. */
  page(body: Body, context: Context, page: Page): void {
    this.session.open(page);
    const { refusal } = page;
    try {
      this.write(body, context, page);
    } catch (error) {
      // Whatever goes wrong on the way comes too late: the engine reads a whole text before it begins.
      if (!refusal || !(error instanceof Stop)) throw error;
    }
    if (refusal) throw refused(page);
  }

  write({ nodes }: Body, context: Context, page: Page): void {
    this.session.deeper(() => {
      for (const node of nodes) {
        if (page.refusal && (node.kind === 'broken' || node.start >= page.refusal.span.start)) throw refused(page);
        this.session.at(page, tagOf(node));
        try {
          this.#node(node, context, page);
        } catch (error) {
          if (!(error instanceof EngineFailure)) throw error;
          throw failed(error, node, page);
        }
        if (context.jumps) return;
      }
    });
  }

  /** Prints a value; a value of the engine's own as what stands for it. */
  print(value: Traced, tag: Span, page: Page): void {
    if (value.value instanceof Unknown) {
      this.session.gap(value.value.why, tag, page);
      this.session.write({ kind: 'tag', text: '', gap: true }, tag, page);
      return;
    }
    const text = stringify(value.value);
    if (text === '' && value.hole !== undefined) {
      this.session.write({ kind: 'literal', text: '', hole: value.hole }, tag, page);
      return;
    }
    this.session.reading(text.length);
    for (const run of runsOf(value, text)) this.session.write(run, tag, page);
  }

  /** Text that a tag makes from no value. */
  made(text: string, tag: Span, page: Page): void {
    if (text !== '') this.session.write({ kind: 'tag', text }, tag, page);
  }

  /** What is written while something runs, as a text. */
  captured(run: () => void): Traced {
    const runs = together([this.session.captured(run)]);
    const text = fromRuns(runs);
    this.session.room(stringify(text.value).length);
    return text;
  }

  /** The value of an expression on which something depends. What only the program knows counts as nothing. */
  decisive(value: Traced, tag: Span, page: Page): LiquidValue {
    if (!(value.value instanceof Unknown)) return plain(value.value);
    this.session.gap(value.value.why, tag, page);
    return undefined;
  }

  #node(node: Node, context: Context, page: Page): void {
    switch (node.kind) {
      case 'text':
        this.#text(node, page);
        return;
      case 'output':
        this.#output(node, context, page);
        return;
      case 'assign':
        this.#assign(node, context);
        return;
      case 'capture':
        this.#capture(node, context, page);
        return;
      case 'condition':
        this.#condition(node, context, page);
        return;
      case 'loop':
        (node.word === 'for' ? writeFor : writeTableRow)(this, node, context, page);
        return;
      case 'cycle':
        this.#cycle(node, context, page);
        return;
      case 'counter':
        this.#counter(node, context, page);
        return;
      case 'raw':
        this.#raw(node, page);
        return;
      case 'liquid':
        this.write(node.body, context, page);
        return;
      case 'jump':
        if (node.word === 'break') context.breaks = true;
        else context.continues = true;
        return;
      case 'inclusion':
        writeInclusion(this, node, context, page);
        return;
      case 'layout':
        writeLayout(this, node, context, page);
        return;
      case 'block':
        writeBlock(this, node, context, page);
    }
  }

  #text({ from: start, to: end }: Text, page: Page): void {
    this.#literal({ start, end }, page);
  }

  #literal({ start, end }: Span, page: Page): void {
    if (end <= start) return;
    const text = page.text.slice(start, end);
    if (page.quoted) this.made(text, page.quoted, page);
    else this.session.write({ kind: 'literal', text, span: { start, end }, ...fileOf(page) }, { start, end }, page);
  }

  #raw({ parts }: Raw, page: Page): void {
    for (const part of parts) this.#literal(part, page);
  }

  #output(node: Output, context: Context, page: Page): void {
    if (!node.value) return;
    const { value: written } = node;
    const value = this.#orHole(() => this.#escaped(this.evaluator.filtered(written, context), written, context));
    this.print(value, node, page);
  }

  /** A slot that nothing gives a value for is shown, and the rendering goes on. */
  #orHole(read: () => Traced): Traced {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof EngineFailure) || error.hole === undefined) throw error;
      return holeOf(error.hole);
    }
  }

  /** What the program told the engine to do with all that it prints, but for what a filter declares to be safe. */
  #escaped(value: Traced, { filters }: Filtered, context: Context): Traced {
    if (!this.session.escapes || filters.at(-1)?.name === 'raw' || value.value instanceof Unknown) return value;
    const escaped = escaping(value, [], this.evaluator.host(context));
    return value.hole === undefined ? escaped : { ...escaped, hole: value.hole };
  }

  #assign({ name, value }: Assign, context: Context): void {
    context.assign(name, this.evaluator.filtered(value, context, this.session.isLenient));
  }

  #capture({ name, body }: Capture, context: Context, page: Page): void {
    context.assign(
      name,
      this.captured(() => this.write(body, context, page)),
    );
  }

  #condition(node: Condition, context: Context, page: Page): void {
    const hits = node.word === 'case' ? this.#cases(node, context, page) : this.#tests(node, context, page);
    if (hits) {
      for (const arm of node.arms) this.session.mark(arm.body, page, false);
      return;
    }
    for (const { kind, body } of node.arms) {
      this.session.mark(body, page, kind === 'else');
      if (kind !== 'else') continue;
      this.write(body, context, page);
      if (context.jumps) return;
    }
  }

  #tests({ word, arms }: Condition, context: Context, page: Page): boolean {
    const { isLenient } = this.session;
    for (const [index, { test, open, body }] of arms.entries()) {
      if (!test) continue;
      const holds = isTrue(this.decisive(this.evaluator.filtered(test, context, isLenient), open, page));
      if (holds === (word === 'unless' && index === 0)) continue;
      this.session.mark(body, page, true);
      this.write(body, context, page);
      return true;
    }
    return false;
  }

  /** Every `when` that matches is written, and not only the first. */
  #cases({ subject, arms, open }: Condition, context: Context, page: Page): boolean {
    const { isLenient } = this.session;
    const read = subject && this.evaluator.filtered(subject, context, isLenient);
    const value = read && this.decisive(read, open, page);
    let hits = false;
    for (const { values = [], body } of arms) {
      const matches = values.some((one) => equals(value, this.evaluator.operand(one, context, isLenient).value));
      if (!matches) continue;
      hits = true;
      this.session.mark(body, page, true);
      this.write(body, context, page);
    }
    return hits;
  }

  #cycle(node: Cycle, context: Context, page: Page): void {
    const group = this.evaluator.operand(node.group, context).value;
    const written = node.candidates.map(({ start, end }) => page.text.slice(start, end)).join(',');
    const key = `${toText(group)}:${written}`;
    const index = context.cycles.get(key) ?? 0;
    context.cycles.set(key, (index + 1) % node.candidates.length);
    const candidate = node.candidates[index];
    if (!candidate) return;
    const value = this.#escaped(this.evaluator.filtered(candidate, context), candidate, context);
    // The engine does not write what JavaScript takes for false: `0`, `false`.
    const known = plain(value.value);
    if (known === 0 || known === false || Number.isNaN(known)) return;
    this.print(value, node, page);
  }

  #counter({ word, name, ...node }: Counter, context: Context, page: Page): void {
    const given = context.given(name);
    const before = typeof given?.value === 'number' ? given : constant(0);
    const value = before.value as number;
    const after = made(word === 'increment' ? value + 1 : value - 1, before);
    context.counters.set(name, after);
    this.print(word === 'increment' ? before : after, node, page);
  }
}

const fileOf = ({ file }: Page): { readonly file?: string } => (file === undefined ? {} : { file });

function refused(page: Page): Stop {
  const { message, engine, span } = page.refusal ?? { message: '', span: { start: 0, end: 0 } };
  return new Stop({ message, ...placeIn(page, span), ...(engine === undefined ? {} : { engine }) });
}

/** An error of the engine, at the statement that it happened in. */
function failed({ message, error, place: known, hole }: EngineFailure, node: Node, page: Page): Stop {
  const { start, end } = tagOf(node);
  const engine = `${error}: ${message}${known ?? place(page.text, start)}`;
  const said = explain(page.text.slice(start, end), message);
  const why = hole === undefined ? {} : { message: `Nothing gives a value for \`${hole}\`. ${said}`, hole };
  return new Stop({ message: said, engine, ...placeIn(page, { start, end }), ...why });
}
