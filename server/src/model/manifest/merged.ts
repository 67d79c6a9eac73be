// What is told of a manifest: the faults of its YAML and of what it says, each cause once.
import type { YamlFault } from '../../syntax/yaml/faults';
import type { SourceFile } from '../../text/source';
import { covers, span as spanOf } from '../../text/span';
import type { ManifestFault } from './manifest';

const SMALLEST = 'version: 1\nsystems:\n  chat:\n    template: chat.prompt\n    dialect: single-brace\n';

export function emptyFault(file: SourceFile): ManifestFault {
  const end = file.text.length;
  const before = end > 0 && !file.text.endsWith('\n') ? '\n' : '';
  return {
    code: 'manifest.schema',
    level: 'info',
    message: 'This manifest is empty. The smallest one names a prompt, its file and how slots are written in it.',
    span: spanOf(0, 0),
    fixes: [
      { title: 'Begin with the smallest manifest', edits: [{ span: spanOf(end, end), text: before + SMALLEST }] },
    ],
  };
}

/** Faults of the YAML and of what it says, in the order of the text, without those that follow from another. */
export function mergedFaults(
  text: string,
  yaml: readonly YamlFault[],
  read: readonly ManifestFault[],
): ManifestFault[] {
  const caused = (fault: ManifestFault): boolean =>
    yaml.some(
      (y) => y.span.start <= fault.span.start && (fault.span.start < y.span.end || fault.span.start === y.span.start),
    );
  const unquoted = read.filter((fault) => fault.code === 'manifest.unquoted-slot');
  const left = yaml.filter((y) => !unquoted.some((fault) => covers(fault.span, y.span)));
  const all = [
    ...left.map(faultOf),
    ...read.filter((fault) => unquoted.includes(fault) || !(caused(fault) || isCutOff(text, fault, yaml))),
  ];
  return all.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** What ends where a bracket is closed that its author has not closed yet: it is being written. */
const isCutOff = (text: string, { span }: ManifestFault, yaml: readonly YamlFault[]): boolean =>
  yaml.some(
    ({ kind, fix }) =>
      kind === 'syntax' &&
      fix?.edits.some(
        (edit) =>
          /^ ?[}\]]+$/.test(edit.text) &&
          edit.span.start >= span.end &&
          edit.span.start - span.end < 100 &&
          /^[\s:{[]*$/.test(text.slice(span.end, edit.span.start)),
      ),
  );

/** A fault of the YAML, as one of the manifest or of a head. */
export function faultOf(fault: YamlFault): ManifestFault {
  return {
    code: fault.kind === 'unquoted' ? 'manifest.unquoted-slot' : 'manifest.syntax',
    message: fault.message,
    span: fault.span,
    ...(fault.related ? { related: [fault.related] } : {}),
    ...(fault.fix
      ? { fixes: [{ ...fault.fix, ...(fault.fix.title === 'Put it in quotes' ? { safe: true } : {}) }] }
      : {}),
  };
}
