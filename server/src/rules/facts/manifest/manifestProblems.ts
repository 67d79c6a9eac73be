import type { ManifestDocument, ManifestFault } from '../../../model/manifest/manifest';
import type { Problem } from '../../rule';

/** The faults of a manifest or head with one code, as problems. */
export function* problemsOf(document: ManifestDocument, code: ManifestFault['code']): Generator<Problem> {
  const { uri } = document.file;
  for (const fault of document.faults) {
    if (fault.code !== code) continue;
    yield {
      uri,
      span: fault.span,
      message: fault.message,
      ...(fault.level ? { level: fault.level } : {}),
      ...(fault.related ? { related: fault.related.map((place) => ({ uri, ...place })) } : {}),
      ...(fault.fixes
        ? { fixes: fault.fixes.map((fix) => ({ ...fix, edits: fix.edits.map((edit) => ({ uri, ...edit })) })) }
        : {}),
    };
  }
}
