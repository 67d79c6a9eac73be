// What may stand behind a dot: the fields that a value has, as far as anything shows them.
import { type CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import { select } from '../../model/selection';
import type { PromptSystem } from '../../model/system';
import { textsOfSystem } from '../../model/texts';
import { valueData } from '../../render/valueData';
import type { TextContext } from '../../rules/rule';
import { bindingAt, bindingsOf } from '../../syntax/dialects/bindings';
import type { Value } from '../../syntax/piece';
import type { Binding, TemplateTree } from '../../syntax/tree';
import type { SourceFile } from '../../text/source';
import { span } from '../../text/span';
import { innerText } from '../../workspace/hosted';
import type { Snapshot } from '../../workspace/snapshot';
import { rangeOf } from '../convert';

/** A way into data: the slot, and the steps from it on. `*`: an item of a list, whichever. */
type Path = readonly [slot: string, ...steps: string[]];

/** What is known of a field. */
interface Field {
  readonly name: string;
  readonly detail?: string;
}

/**
 * The fields of the value before the dot at an offset: those that its values in the scenarios and its sample have, that
 * the manifest or the file of another tool declares, and that are read elsewhere. Undefined where no dot stands behind a
 * value that comes from a slot.
 */
export function fieldItems(
  snapshot: Snapshot,
  context: TextContext,
  offset: number,
): readonly CompletionItem[] | undefined {
  const inner = innerText(context);
  const { tree, system, dialect } = inner?.text ?? context;
  const at = inner ? inner.embedded.toInner(offset) : offset;
  if (!tree || !dialect || at === undefined) return undefined;
  const written = BEHIND_DOT.exec(tree.text.slice(Math.max(0, at - LONGEST), at));
  const before = written?.[1];
  if (!written || before === undefined || !isInTag(tree.text, at)) return undefined;
  const bindings = bindingsOf(dialect, tree);
  const path =
    pathTo(before, at, bindings) ?? slotPath(before, at, tree, system) ?? pathTo(`this.${before}`, at, bindings);
  if (!path) return undefined;
  const partial = written[2] ?? '';
  const fields = [
    ...fieldsOfValues(snapshot, system, path),
    ...declaredFields(system, path),
    ...usedFields(snapshot, context, { path, before, except: at }),
  ];
  const byName = new Map<string, Field>();
  for (const field of fields) if (!byName.get(field.name)?.detail) byName.set(field.name, field);
  return [...byName.values()].map((field) => itemOf(context.file, offset, partial.length, field));
}

const LONGEST = 300;
const NAME = '[\\p{L}_][\\p{L}\\p{N}_]*';
/** A value with steps into it: `customer.orders[0]`, `.Customer`, `$item`, `this`. */
const VALUE = `\\$?\\.?${NAME}(?:\\.${NAME}|\\[\\d{1,9}\\]|\\.\\d{1,9})*`;
const BEHIND_DOT = new RegExp(`(?<![\\p{L}\\p{N}_$.\\])"'])(${VALUE})\\.([\\p{L}\\p{N}_]*)$`, 'u');

/** Whether a brace is open before an offset. */
function isInTag(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 2000), offset);
  return before.lastIndexOf('{') > before.lastIndexOf('}');
}

/** How many names a name may stand for, one after the other. */
const DEEPEST = 6;

/** The steps of a value as it is written, from its root on. */
const stepsOf = (value: string): readonly string[] => value.split(/[.[\]]+/).filter((step) => step !== '');

/** The slot that a name of the text's own comes from, through loops and variables, with the steps into it. */
function pathTo(value: string, at: number, bindings: readonly Binding[]): Path | undefined {
  const isOfDot = value.startsWith('.');
  const [root = '', ...rest] = stepsOf(value);
  let binding = bindingAt(bindings, isOfDot ? '.' : root, at);
  let path = isOfDot ? [root, ...rest] : rest;
  for (let depth = 0; binding && depth < DEEPEST; depth++) {
    const { source, kind } = binding;
    if (!source || kind === 'text') return undefined;
    path = [...source.steps, ...(kind === 'item' ? ['*'] : []), ...path];
    if (!source.of) return [source.root, ...path];
    binding = source.of;
  }
  return undefined;
}

/** The slot that a value is, with the steps into it. */
function slotPath(value: string, at: number, tree: TemplateTree, system: PromptSystem | undefined): Path | undefined {
  const [root = '', ...steps] = stepsOf(value.replace(/^\$?\.?/, ''));
  const isSlot = system?.slots.has(root) || tree.slots.some(({ name, span: { end } }) => name === root && end !== at);
  return isSlot ? [root, ...steps] : undefined;
}

/** Items of a list that are looked at: they are alike. */
const MOST_ITEMS = 20;

function fieldsOfValues(
  snapshot: Snapshot,
  system: PromptSystem | undefined,
  [slot, ...steps]: Path,
): readonly Field[] {
  if (!system) return [];
  const scenarios = Object.keys(system.entry.scenarios ?? {});
  const { sample, default: fallback } = system.slots.get(slot)?.entry ?? {};
  const values = [null, ...scenarios].map((scenario) =>
    valueData(system, select(system, scenario), snapshot.lookup)(slot),
  );
  let found: readonly (Value | undefined)[] = [...values, sample as Value | undefined, fallback as Value | undefined];
  for (const step of steps) found = found.flatMap((value) => stepsInto(value, step));
  return found.flatMap((value) =>
    isMap(value) ? Object.entries(value).map(([name, field]) => ({ name, detail: shortly(field) })) : [],
  );
}

function stepsInto(value: Value | undefined, step: string): readonly (Value | undefined)[] {
  if (Array.isArray(value)) return step === '*' ? value.slice(0, MOST_ITEMS) : [value[Number(step)]];
  return isMap(value) && Object.hasOwn(value, step) ? [value[step]] : [];
}

const isMap = (value: Value | undefined): value is { readonly [key: string]: Value } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value in a few words. */
function shortly(value: Value): string {
  if (Array.isArray(value)) return value.length === 1 ? 'a list of 1 item' : `a list of ${value.length} items`;
  if (isMap(value)) return `a map of ${Object.keys(value).slice(0, 3).join(', ')}`;
  const text = String(value).replace(/\s+/g, ' ');
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** `fields` of the slot, and slots that are called after a field: `comments.author`. */
function declaredFields(system: PromptSystem | undefined, path: Path): readonly Field[] {
  if (!system) return [];
  const steps = path.filter((step) => !/^(?:\*|\d+)$/.test(step));
  const start = `${steps.join('.')}.`;
  const own = steps.length === 1 ? Object.entries(system.slots.get(path[0])?.entry.fields ?? {}) : [];
  return [
    ...own.map(([name, { description }]) => (description === undefined ? { name } : { name, detail: description })),
    ...[...system.slots].flatMap(([name, slot]) => {
      const [field, ...deeper] = name.startsWith(start) ? name.slice(start.length).split('.') : [];
      if (field === undefined || field === '' || deeper.length > 0) return [];
      return [slot.description === undefined ? { name: field } : { name: field, detail: slot.description }];
    }),
  ];
}

/** Fields that are read elsewhere: by the same words in the same text, and from the same slot in every text of the system. */
function usedFields(
  snapshot: Snapshot,
  context: TextContext,
  { path, before, except }: { readonly path: Path; readonly before: string; readonly except: number },
): readonly Field[] {
  const own = innerText(context)?.text ?? context;
  const names = new Set<string>();
  const again = new RegExp(`(?<![\\p{L}\\p{N}_.$])${before.replace(/[$.[\]]/g, '\\$&')}\\.(${NAME})`, 'gu');
  for (const match of own.tree?.text.matchAll(again) ?? []) {
    const end = match.index + match[0].length;
    if (match.index < except && except <= end) continue;
    if (isInTag(own.tree?.text ?? '', end)) names.add(match[1] as string);
  }
  const { system } = context;
  const texts = system ? textsOfSystem(system, snapshot.lookup) : [own];
  const start = path.filter((step) => step !== '*').join('.');
  for (const { tree, file } of texts)
    for (const use of tree?.slots ?? []) {
      const used = use.path.replace(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1');
      const isTyped = file.uri === own.file.uri && use.span.start < except && except <= use.span.end;
      if (isTyped || !used.startsWith(`${start}.`)) continue;
      const field = used.slice(start.length + 1).split('.')[0];
      if (field !== undefined && /^[\p{L}_]/u.test(field)) names.add(field);
    }
  return [...names].map((name) => ({ name, detail: 'read elsewhere' }));
}

const itemOf = (file: SourceFile, offset: number, typed: number, { name, detail }: Field): CompletionItem => ({
  label: name,
  kind: CompletionItemKind.Field,
  sortText: `0${name}`,
  textEdit: { range: rangeOf(file, span(offset - typed, offset)), newText: name },
  ...(detail === undefined ? {} : { detail }),
});
