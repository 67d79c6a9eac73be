import { treeOf } from '../model/body';
import { type FoundInclude, includesOf } from '../model/includes';
import { folderOf, relativePath } from '../text/address';
import type { SourceFile } from '../text/source';
import { conditionalReferences } from './facts/conditional';
import { firstOnLine, lastOnLine, lineStartOf, nextLineOf } from './facts/sourceLines';
import type { FileEdit, Problem, Rule, SystemContext } from './rule';

export const rule: Rule = {
  code: 'file.cycle',
  level: 'error',
  title: 'A text that includes itself',
  why: `The text brings in another one, and that one leads back to it. The engine goes round until it gives up, or until the prompt is many times as long as it was meant to be.`,
  howToFix: `Take one of the tags on the way out, or move what both texts need into a third one. A tag in a condition or a loop is not reported: a text that prints a tree calls itself on purpose, and ends where the tree does.`,
  examples: [
    {
      title: 'Two texts that include each other',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.mustache
    dialect: mustache
=== desk.mustache
You help at the front desk.
{{> ⟦file.cycle⟧tone⟦/⟧ }}
=== tone.mustache
Be brief and kind.
{{> ⟦file.cycle⟧desk⟦/⟧ }}
`,
      good: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.mustache
    dialect: mustache
    slots:
      comments: { type: json, sample: [{ text: Late again., replies: [{ text: Sorry., replies: [] }] }] }
=== desk.mustache
You help at the front desk.
{{> tone }}
{{#comments}}
{{> comment }}
{{/comments}}
{{> tone }}
=== tone.mustache
Be brief and kind.
=== comment.mustache
- {{{text}}}
{{#replies}}
{{> comment }}
{{/replies}}
`,
    },
    {
      title: 'A text that includes itself',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.mustache
    dialect: mustache
=== desk.mustache
You help at the front desk.
{{> ⟦file.cycle⟧desk⟦/⟧ }}
Be brief.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.mustache
    dialect: mustache
=== desk.mustache
You help at the front desk.
Be brief.
`,
    },
  ],
  *system({ system, lookup }) {
    const includes = includesOf(system, lookup);
    if (!includes.some((include) => include.cycle)) return;
    const always = includes.filter(neverSkipped(system));
    const byFile = new Map<string, FoundInclude[]>();
    for (const include of always) {
      const inFile = byFile.get(include.from.uri);
      if (inFile) inFile.push(include);
      else byFile.set(include.from.uri, [include]);
    }
    for (const include of always) {
      const way = wayBack(include, byFile);
      if (way) yield problemOf(system, way);
    }
  },
};

/** Whether a tag is reached whatever the values are. */
function neverSkipped(system: SystemContext['system']): (include: FoundInclude) => boolean {
  const known = new Map<SourceFile, ReadonlySet<FoundInclude['reference']>>();
  const [dialect] = system.dialects;
  return ({ from, reference }) => {
    if (!dialect) return true;
    let conditional = known.get(from);
    if (!conditional) {
      conditional = conditionalReferences(treeOf(from, system.entry.trim === true, dialect));
      known.set(from, conditional);
    }
    return !conditional.has(reference);
  };
}

/** The shortest way from an include back to the text that it stands in, itself first; undefined when none leads back. */
function wayBack(
  include: FoundInclude,
  byFile: ReadonlyMap<string, readonly FoundInclude[]>,
): readonly [FoundInclude, ...FoundInclude[]] | undefined {
  const home = include.from.uri;
  const first = include.resolved.file?.uri;
  if (first === undefined) return undefined;
  const ways: [FoundInclude, ...FoundInclude[]][] = [[include]];
  const seen = new Set([first]);
  for (const way of ways) {
    const at = way[way.length - 1]?.resolved.file?.uri;
    if (at === home) return way;
    for (const next of byFile.get(at ?? '') ?? []) {
      const uri = next.resolved.file?.uri;
      if (uri === undefined || seen.has(uri)) continue;
      seen.add(uri);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

const VERBS: Readonly<Record<FoundInclude['reference']['kind'], string>> = {
  include: 'includes',
  partial: 'includes',
  extends: 'extends',
  import: 'imports',
};

/** The cycle in words, seen from its first tag; the other tags are related places. */
function problemOf(
  system: SystemContext['system'],
  [first, ...others]: readonly [FoundInclude, ...FoundInclude[]],
): Problem {
  const folder = folderOf(system.manifest.file.uri);
  const name = (uri: string | undefined): string => relativePath(folder, uri ?? '');
  const step = ({ reference, resolved }: FoundInclude): string =>
    `${VERBS[reference.kind]} ${name(resolved.file?.uri)}`;
  const home = name(first.from.uri);
  const words =
    others.length === 0
      ? `${home} ${VERBS[first.reference.kind]} itself`
      : `${home} ${[first, ...others].map(step).join(', which ')} again`;
  return {
    uri: first.from.uri,
    span: first.reference.pathSpan ?? first.reference.span,
    message: `${words}, so the engine never comes to an end. Take ${others.length === 0 ? 'the tag' : 'one of these tags'} out.`,
    related: others.map((other) => ({
      uri: other.from.uri,
      span: other.reference.pathSpan ?? other.reference.span,
      message: `${name(other.from.uri)} ${step(other)}`,
    })),
    // Of several tags the author alone knows which one is wrong.
    get fixes() {
      return others.length === 0 ? [{ title: 'Take the tag out', edits: [withoutTag(first)] }] : [];
    },
  };
}

/** A tag that has its line to itself takes it along. */
function withoutTag({ from: { uri, text }, reference: { span } }: FoundInclude): FileEdit {
  const isAlone = firstOnLine(text, span.start) && lastOnLine(text, span.end);
  const whole = isAlone ? { start: lineStartOf(text, span.start), end: nextLineOf(text, span.end) } : span;
  return { uri, span: whole, text: '' };
}
