// What a workspace says after any number of changes is what a new one says of the same files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Service } from '../../../server/src/service';
import { some } from '../../support/effort';
import { addressOf, MemoryFiles, memoryCounter, ROOT } from '../../support/memoryWorkspace';
import { Random } from '../dialects/support';

const PATHS = ['strata.yaml', 'sub/strata.yaml', 'a.prompt', 'b.md', 'sub/c.prompt', 'v.txt', 'data.json', 'part.hbs'];

const TEMPLATES = ['a.prompt', 'b.md', 'sub/c.prompt', 'gone.md', '"*.prompt"', '"**/*.md"', '"data.json#sys"'];
const DIALECTS = ['single-brace', 'double-brace', 'py-format', 'handlebars', '[double-brace, py-format]'];
const LINES = [
  'Hello {page}, {u}.\n',
  '## Page\n',
  '{{page}} {{q}}\n',
  '{{> part}}\n',
  '{q\n',
  '\n',
  '```\n{p}\n```\n',
  '<d>{{page}}</d>\n',
  '---\nstrata:\n  dialect: single-brace\n  slots: { page: {} }\n---\n',
];

class Author {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  content(path: string): string {
    if (path.endsWith('strata.yaml')) return this.#manifest();
    if (path === 'data.json') return this.#random.pick(['{ "sys": "hello {page}" }', '{}', '{']);
    return Array.from({ length: 1 + this.#random.below(5) }, () => this.#random.pick(LINES)).join('');
  }

  #manifest(): string {
    const systems = Array.from({ length: 1 + this.#random.below(3) }, (_, i) => this.#system(`s${i}`));
    const text = `version: 1\nsystems:\n${systems.join('')}`;
    return this.#random.chance(0.8) ? text : text.slice(0, this.#random.below(text.length));
  }

  #system(id: string): string {
    const some = (line: string): string => (this.#random.chance(0.5) ? line : '');
    const file = (): string => this.#random.pick(TEMPLATES.slice(0, 4));
    const source = this.#random.chance(0.5)
      ? `    template: ${this.#random.pick(TEMPLATES)}\n`
      : `    parts:\n      - { file: ${file()}, fallback: ${file()} }\n      - { slot: page }\n      - { text: "in {{q}} {p}" }\n`;
    return [
      `  ${id}:\n${source}    dialect: ${this.#random.pick(DIALECTS)}\n`,
      some('    model: gpt-4o\n    cache: { breakpoints: [system] }\n'),
      '    layers:\n      - { id: rules, trust: instructions, lifetime: static }\n',
      '      - { id: page, trust: data, lifetime: call, slots: [page], starts: "## Page" }\n',
      some('    slots: { page: { expand: true, sample: { file: v.txt } }, q: { sample: hello } }\n'),
      some('    scenarios: { one: { values: { q: a, zz: 1 } } }\n'),
    ].join('');
  }
}

/** Everything that is said and rendered. */
function told(service: Service): readonly unknown[] {
  const snapshot = service.workspace.snapshot();
  return [
    ...PATHS.flatMap((path) =>
      snapshot.findings(addressOf(path)).map((f) => [path, f.code, f.span.start, f.span.end, f.message]),
    ),
    ...snapshot.systems.map((system) => [system.key, snapshot.rendered(system, snapshot.shown(system)).texts]),
  ];
}

for (const seed of some([1, 2, 3], 3)) {
  test(`60 changes on the disk and in the editor, seed ${seed}`, async () => {
    const random = new Random(seed);
    const author = new Author(random);
    const files = new MemoryFiles({});
    for (const path of PATHS) if (random.chance(0.7)) files.contents.set(path, author.content(path));
    const log: string[] = [];
    const made = (): Service => new Service({ files, counter: memoryCounter, log: (message) => log.push(message) });
    const service = made();
    await service.setFolders([ROOT]);
    const open = new Map<string, string>();
    for (let step = 1; step <= 60; step++) {
      const path = random.pick(PATHS);
      const uri = addressOf(path);
      const known = files.contents.has(path);
      if (random.chance(0.3)) {
        if (known && random.chance(0.4)) {
          files.contents.delete(path);
          service.filesChanged([{ uri, kind: 'deleted' }]);
        } else {
          files.contents.set(path, author.content(path));
          service.filesChanged([{ uri, kind: known ? 'changed' : 'created' }]);
        }
      } else if (!open.has(path)) {
        open.set(path, author.content(path));
        service.workspace.open(uri, 'plaintext', step, open.get(path) ?? '');
      } else if (random.chance(0.2)) {
        open.delete(path);
        service.workspace.close(uri);
      } else {
        const text = open.get(path) ?? '';
        const at = random.below(text.length + 1);
        open.set(path, text.slice(0, at) + random.pick(['{', '}', '\n', ': ', 'x']) + text.slice(at + random.below(3)));
        service.workspace.change(uri, step, open.get(path) ?? '');
      }
      // Now and then somebody asks before everything has been read.
      if (random.chance(0.3)) told(service);
      await service.workspace.ready();
      if (step % 5 !== 0) continue;
      const fresh = made();
      await fresh.setFolders([ROOT]);
      for (const [name, text] of open) fresh.workspace.open(addressOf(name), 'plaintext', 1, text);
      await fresh.workspace.ready();
      assert.deepEqual(told(service), told(fresh), `step ${step}`);
    }
    assert.deepEqual(log, []);
  });
}
