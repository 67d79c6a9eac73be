import type { Lookup } from '../../server/src/model/lookup';
import { readManifest } from '../../server/src/model/manifest/manifest';
import { systemsOf } from '../../server/src/model/resolve';
import { type Selection, select } from '../../server/src/model/selection';
import type { PromptSystem } from '../../server/src/model/system';
import { type RenderOptions, render } from '../../server/src/render/render';
import type { Rendered } from '../../server/src/render/segment';
import { resolveAddress } from '../../server/src/text/address';

/** A lookup over texts in memory, below `file:///w/`. */
export function memoryLookup(files: Readonly<Record<string, string>>): Lookup {
  const known = new Map(
    Object.entries(files).map(([path, text]) => [`file:///w/${path}`, { uri: `file:///w/${path}`, text }]),
  );
  const at: Lookup['at'] = (uri) => {
    const file = known.get(uri);
    return file ? { kind: 'file', file } : { kind: 'missing' };
  };
  return {
    at,
    find(from, path) {
      const uri = resolveAddress(from, path);
      return { uri, found: at(uri) };
    },
  };
}

/** The first system of the `strata.yaml` among the files; a manifest with a fault is a mistake of the test. */
export function systemIn(files: Readonly<Record<string, string>>): { system: PromptSystem; lookup: Lookup } {
  const document = readManifest({ uri: 'file:///w/strata.yaml', text: files['strata.yaml'] ?? '' });
  if (document.faults.length > 0) throw new Error(document.faults.map((fault) => fault.message).join('\n'));
  const [system] = systemsOf(document);
  if (!system) throw new Error('the manifest declares no system');
  return { system, lookup: memoryLookup(files) };
}

export function renderIn(
  files: Readonly<Record<string, string>>,
  scenario?: string,
  chosen: Readonly<Record<string, string>> = {},
  options: Partial<RenderOptions> = {},
): Rendered {
  const { system, lookup } = systemIn(files);
  const selection: Selection = select(system, scenario, chosen);
  return render(system, selection, { lookup, takesMarks: true, ...options });
}

/** A rendering as one text: `role: text`, `|` at the end of a cached block, `/` at the end of another one. */
export function asText(rendered: Rendered): string {
  return rendered.messages
    .map((message) => {
      const blocks = message.blocks.map((block) => {
        const text = block.segments
          .filter((segment) => !segment.removed)
          .map((segment) => segment.text)
          .join('');
        return block.cached ? `${text}|` : text;
      });
      return `${message.role}: ${blocks.join('/').replaceAll('|/', '|')}`;
    })
    .join('\n');
}
