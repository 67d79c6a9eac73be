import { includesOf } from '../../model/includes';
import { bindingsOf } from '../../syntax/dialects/bindings';
import type { TemplateBlock } from '../../syntax/tree';
import { Spans } from '../../text/spans';
import type { SystemContext } from '../rule';

/** What included texts may read beside the slots of the system. */
export interface IncludedScopes {
  /** Addresses of texts that are filled with a context of their own, where any name may be a field of it. */
  readonly texts: ReadonlySet<string>;
  /** Names that a text around an include makes: of loops, those that it sets, and those that the tag gives. */
  readonly names: ReadonlySet<string>;
}

const NOTHING: IncludedScopes = { texts: new Set(), names: new Set() };

/** A partial with arguments, or in a section, sees what these hold; an include in a loop sees its variable. */
export function includedScopes({ system, lookup, texts }: SystemContext): IncludedScopes {
  if (texts.every(({ tree }) => !tree?.references?.length)) return NOTHING;
  const scoped = new Set<string>();
  const names = new Set<string>();
  const contexts = new Map<string, Spans>();
  for (const { from, reference, resolved } of includesOf(system, lookup)) {
    let around = contexts.get(from.uri);
    if (!around) {
      const { tree, dialect } = texts.find(({ file }) => file.uri === from.uri) ?? {};
      for (const { name } of tree && dialect ? bindingsOf(dialect, tree) : []) names.add(name);
      const blocks = tree?.blocks ?? [];
      around = new Spans(blocks.filter((block) => bringsContext(from.text, block)).map(({ span }) => span));
      contexts.set(from.uri, around);
    }
    for (const name of reference.gives ?? []) names.add(name);
    if (reference.kind !== 'partial' || !resolved.file) continue;
    const { end } = reference.span;
    const hasArguments = /\w/.test(from.text.slice(reference.pathSpan?.end ?? end, end));
    if (hasArguments || scoped.has(from.uri) || around.lieRound(reference.span)) scoped.add(resolved.file.uri);
  }
  return { texts: scoped, names };
}

/** `{{#each xs}}`, `{{#with x}}`, `{{#x}}`, but no condition. */
const bringsContext = (text: string, { open }: TemplateBlock): boolean =>
  /^\{\{~?\s{0,9}#\s{0,9}(?!(?:if|unless)\b)/.test(text.slice(open.start, open.end));
