// What rendering costs in each dialect, without a server: the template is scanned and filled anew after each change.
import type { Dialect } from '../../server/src/syntax/dialects/dialect';
import { dialects } from '../../server/src/syntax/dialects/index.generated';
import { Counter } from '../../server/src/tokens/counter';
import { Workspace } from '../../server/src/workspace/workspace';
import { type Figure, timed } from './measure';
import { MANIFEST, templateOf } from './workspaces';

const FOLDER = 'file:///bench';
const TEMPLATE = `${FOLDER}/chat.prompt`;
const RUNS = 100;

/** A changed template of some size to its segments, for every dialect. */
export async function benchRender(name: string, size: number, goal: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const dialect of dialects) figures.push(await figureOf(dialect, name, size, goal));
  return figures;
}

async function figureOf(dialect: Dialect, name: string, size: number, goal: number): Promise<Figure> {
  const text = dialect.escape(templateOf(size)).replace(/\{+(\w+)\}+/g, (_, slot: string) => dialect.print(slot));
  const workspace = new Workspace({
    reader: {
      read: async () => ({
        kind: 'file',
        file: { uri: `${FOLDER}/strata.yaml`, text: MANIFEST.replace('single-brace', dialect.id) },
      }),
      list: async () => [`${FOLDER}/strata.yaml`],
    },
    counter: new Counter({ vocabulary: () => undefined, changed: () => undefined }),
    log: (message) => {
      throw new Error(message);
    },
  });
  await workspace.setFolders([FOLDER]);
  workspace.open(TEMPLATE, 'prompt-template', 0, text);
  await workspace.ready();
  const { p50 } = await timed(RUNS, async (i) => {
    const at = Math.floor(text.length / 2);
    workspace.change(TEMPLATE, i + 1, `${text.slice(0, at)}${'abcdef'.slice(0, i % 6)}${text.slice(at)}`);
    const snapshot = workspace.snapshot();
    const [system] = snapshot.systems;
    if (!system) throw new Error('the manifest of the benchmark has no system');
    const { holes, texts } = snapshot.rendered(system, snapshot.shown(system));
    if (holes.length > 0 || (texts[0]?.length ?? 0) < size / 2) throw new Error(`${dialect.id} was not rendered`);
  });
  return { what: `render ${name}, ${dialect.id}, p50`, value: p50, unit: 'ms', goal };
}
