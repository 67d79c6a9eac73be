import { type ManifestDocument, type ManifestFault, readManifest } from '../../../server/src/model/manifest/manifest';
import { applyEdits } from '../../../server/src/text/edit';
import { parseFixture, withMarks } from '../../support/fixture';

/** Beginning of a manifest with one system, whose further keys are indented by four. */
export const CHAT = `version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
`;

export const read = (text: string): ManifestDocument => readManifest({ uri: 'file:///w/strata.yaml', text });

/** Keys of the system `chat`, as a whole manifest. */
export const chat = (keys: string): string => CHAT + keys.replace(/^(?=.)/gm, '    ');

/** A text with its faults marked in it, and their messages in order. */
export function told(text: string, faults: readonly ManifestFault[]): { marked: string; messages: string[] } {
  const marks = faults.map(({ code, span }) => ({ code: code.replace('manifest.', ''), ...span }));
  return { marked: withMarks(text, marks), messages: faults.map((fault) => fault.message) };
}

/** The manifest of a text with marks: `⟦schema⟧…⟦/⟧`. */
export function marked(source: string): { text: string; document: ManifestDocument } {
  const text = parseFixture(source, 'strata.yaml')[0]?.text ?? '';
  return { text, document: read(text) };
}

/** The text after the first fix of every fault. */
export function mended(text: string, faults: readonly ManifestFault[]): string {
  return applyEdits(
    text,
    faults.flatMap((fault) => fault.fixes?.[0]?.edits ?? []),
  );
}

/** Data without the missing prototypes, so that it compares equal to what a test writes down. */
export const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Every span that a document gives away lies in its text. */
export function spansOutside(document: ManifestDocument): unknown[] {
  const { length } = document.file.text;
  const spans = document.faults.flatMap((fault) => [
    fault.span,
    ...(fault.related ?? []).map((related) => related.span),
    ...(fault.fixes ?? []).flatMap((fix) => fix.edits.map((edit) => edit.span)),
  ]);
  return spans.filter(({ start, end }) => !(0 <= start && start <= end && end <= length));
}
