import type { ManifestDocument, Path } from '../../model/manifest/manifest';
import type { PromptSystem } from '../../model/system';
import { insertEntry, insertItem, replaceScalar, yamlText } from '../../rules/facts/manifest/manifestEdit';
import type { FileEdit } from '../../rules/rule';
import type { Finding } from '../../rules/run';
import { overlaps } from '../../text/span';
import { Refusal } from '../refusal';
import type { Action, Offer, Spot, WhatIf } from './action';
import { changedTexts } from './sameText';

const LEVELS = ['off', 'hint', 'info', 'warning', 'error'] as const;
type Level = (typeof LEVELS)[number];

/** What is written as the reason. The author says it better, but an exception without any cannot be written at all. */
const WHY = 'decided here; say why';

/** A finding that the author has decided about: its rule gets another level in the manifest, for this slot or layer, with a reason. */
export const action: Action = {
  id: 'set-rule',
  kind: 'quickfix.strata.level',
  offers(spot) {
    if (systemsAt(spot).length === 0) return [];
    const findings = findingsAt(spot);
    return findings.flatMap((finding): Offer[] => {
      const asked = spot.only?.some((kind) => kind.startsWith('quickfix.')) === true;
      if (spot.asks && !asked) return [askingOffer(spot, finding)];
      const hasRoom = asked || (findings.length === 1 && (finding.fixes ?? []).length === 0);
      const levels: readonly Level[] = hasRoom ? LEVELS : ['off'];
      return levels
        .filter((level) => level !== finding.level)
        .map((level) => ({
          title: titleOf(spot, finding, level),
          choice: `${level} ${finding.code}`,
          finding,
        }));
    });
  },
  async perform(spot, choice, whatIf) {
    const [level, code, ...why] = choice.split(' ');
    const finding = findingsAt(spot).find((one) => one.code === code);
    if (!finding) throw new Refusal('The finding is not there any more.');
    if (!LEVELS.some((one) => one === level)) throw new Refusal('Nobody has said which level the rule is to have.');
    const decision: Decision = { level: level as Level, why: why.join(' ').trim() || WHY };
    return { edits: await editsFor(spot, finding, decision, whatIf) };
  },
};

/** What the author has decided about a rule. */
interface Decision {
  readonly level: Level;
  readonly why: string;
}

/** One entry for an editor that asks for the level, and for the reason, when it is chosen. */
function askingOffer(spot: Spot, finding: Finding): Offer {
  const title = `Set ${finding.code} to another level here${whomOf(spot, finding)} …`;
  return { title, choice: `${ASK} ${finding.code}`, finding };
}

/** In the place of a level: somebody is still to be asked for it. */
const ASK = '?';

/** Systems whose manifest can be written. */
const systemsAt = ({ snapshot, uri }: Spot): readonly PromptSystem[] =>
  snapshot.systemsOf(uri).filter((system) => system.manifest.kind !== 'provider');

/** One of each rule: of two that stand side by side the one that is meant, not the one that ends where it begins. */
function findingsAt({ snapshot, uri, span }: Spot): readonly Finding[] {
  const found = new Map<string, Finding>();
  const all = snapshot.findings(uri);
  for (const finding of [
    ...all.filter((one) => overlaps(one.span, span)),
    ...all.filter((one) => one.span.end === span.start),
  ])
    if (!found.has(finding.code)) found.set(finding.code, finding);
  return [...found.values()];
}

function titleOf(spot: Spot, finding: Finding, level: Level): string {
  const whom = whomOf(spot, finding);
  return level === 'off' ? `Turn ${finding.code} off here${whom}` : `Set ${finding.code} to ${level} here${whom}`;
}

function whomOf(spot: Spot, finding: Finding): string {
  const subject = subjectOf(systemsAt(spot)[0], finding);
  return subject ? ` for the ${subject.kind} ${subject.name}` : '';
}

interface Subject {
  readonly kind: 'slot' | 'layer';
  readonly name: string;
}

/** The slot or layer that the finding is about, when the manifest can name it. */
function subjectOf(system: PromptSystem | undefined, { slot, layer }: Finding): Subject | undefined {
  if (slot !== undefined && system?.slots.has(slot)) return { kind: 'slot', name: slot };
  if (layer !== undefined && system?.layers.some(({ id }) => id === layer)) return { kind: 'layer', name: layer };
  return undefined;
}

/** In the manifest as a whole for what is wrong in it as a file; else in each system that finds it, nearest first. */
async function editsFor(
  spot: Spot,
  finding: Finding,
  decision: Decision,
  whatIf: WhatIf,
): Promise<readonly FileEdit[]> {
  const { level } = decision;
  const { snapshot, uri } = spot;
  const edits: FileEdit[] = [];
  for (const system of systemsAt(spot).slice(0, MOST_SYSTEMS)) {
    const subject = subjectOf(system, finding);
    const path = [...system.path, 'rules'];
    if (edits.some((edit) => edit.uri === system.manifest.file.uri) && subject === undefined) continue;
    edits.push(...entryEdits(system.manifest, path, finding.code, decision, subject));
    if (await isSettled(spot, finding, level, edits, whatIf)) return edits;
  }
  const own = snapshot.manifest(uri);
  const inFile = own?.kind === 'manifest' ? entryEdits(own, ['rules'], finding.code, decision, undefined) : undefined;
  if (inFile && (await isSettled(spot, finding, level, inFile, whatIf))) return inFile;
  throw new Refusal(`The level of ${finding.code} cannot be set here: \`rules\` says something else about it.`);
}

const MOST_SYSTEMS = 20;

/** Whether the finding, which may stand elsewhere when its own file has changed, is gone or has its new level. */
async function isSettled(
  { snapshot, uri }: Spot,
  finding: Finding,
  level: Level,
  edits: readonly FileEdit[],
  whatIf: WhatIf,
): Promise<boolean> {
  const after = await whatIf(changedTexts(snapshot, { edits }));
  const at = (one: Finding): boolean =>
    one.code === finding.code && one.slot === finding.slot && one.layer === finding.layer;
  const before = snapshot.findings(uri).filter((one) => at(one) && one.level === finding.level).length;
  const left = after.findings(uri).filter((one) => at(one) && one.level === finding.level).length;
  const set = after.findings(uri).filter((one) => at(one) && one.level === level).length;
  return left < before && (level === 'off' || set > 0);
}

function entryEdits(
  manifest: ManifestDocument,
  path: Path,
  code: string,
  { level, why }: Decision,
  subject: Subject | undefined,
): readonly FileEdit[] {
  const place = manifest.place([...path, code]);
  const written = place?.value;
  const list = subject && `${subject.kind}s: [${yamlText(subject.name)}]`;
  const entry = `{ level: ${level}, ${list ? `${list}, ` : ''}why: ${yamlWords(why)} }`;
  if (!written) return required(insertEntry(manifest, path, code, entry));
  const current = manifest.place([...path, code, 'level'])?.value;
  const isMap = manifest.place([...path, code, 'why']) !== undefined;
  if (!isMap) return [{ ...replaceScalar(manifest, written, level), text: entry }];
  const text = current ? manifest.file.text.slice(current.start, current.end) : 'off';
  const names = subject && manifest.place([...path, code, `${subject.kind}s`]);
  if (subject && names && text === level)
    return required(insertItem(manifest, [...path, code, `${subject.kind}s`], yamlText(subject.name)));
  if (current) return [replaceScalar(manifest, current, level)];
  return required(insertEntry(manifest, [...path, code], 'level', level));
}

/** A reason as one line of YAML. */
const yamlWords = (why: string): string => (/^\p{L}+ [\p{L}\p{N} ;.'-]*$/u.test(why) ? why : JSON.stringify(why));

function required(edit: FileEdit | undefined): readonly FileEdit[] {
  if (!edit) throw new Refusal('The manifest cannot be changed at this place without changing its form.');
  return [edit];
}
