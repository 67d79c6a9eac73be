import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Block } from '../../server/src/render/segment';
import { Oracle } from '../unit/tokens/oracle';
import { encodingOf } from '../unit/tokens/support';
import { Example, textsOf } from './example';
import { costs, json, readable, sentBy, written } from './notation';
import { agent } from './programs/agent';
import { gateway } from './programs/gateway';
import type { Program, Sent } from './programs/program';
import { protocols } from './programs/protocols';
import { single } from './programs/single';

const isUpdate = process.env.UPDATE === '1';

const publisher = new Oracle(encodingOf('o200k_base'));

/** The layer of each token of a block: that of the text which holds its first byte. */
function layersOfTokens(block: Block): (string | null)[] {
  const text = sentBy(block);
  const owners = block.segments.flatMap((segment) =>
    segment.removed || segment.kind === 'hole' ? [] : new Array<string | null>(segment.text.length).fill(segment.layer),
  );
  return publisher.starts(text).map((start) => owners[start] ?? null);
}

/** The files that one example is compared with. `UPDATE=1` writes them anew. */
class Goldens {
  readonly #folder: string;
  readonly #used = new Set<string>();

  constructor(example: string) {
    this.#folder = join('test/golden', example);
    if (isUpdate) mkdirSync(this.#folder, { recursive: true });
  }

  equal(name: string, actual: string): void {
    const path = join(this.#folder, name);
    this.#used.add(name);
    if (isUpdate) writeFileSync(path, actual);
    assert.equal(actual, existsSync(path) ? readFileSync(path, 'utf8') : '', `${path}; UPDATE=1 writes it anew`);
  }

  /** Files that nothing is compared with any more. */
  unused(): string[] {
    const unused = readdirSync(this.#folder).filter((name) => !this.#used.has(name));
    if (isUpdate) for (const name of unused) rmSync(join(this.#folder, name));
    return isUpdate ? [] : unused;
  }
}

const programs: Readonly<Record<string, Program>> = { agent, gateway, protocols, single };

for (const [name, program] of Object.entries(programs)) {
  test(name, async (context) => {
    const example = await Example.open(textsOf(name));
    const goldens = new Goldens(name);

    for (const scenario of example.scenarios) {
      await context.test(`${scenario}: text, messages, blocks and marks`, () => {
        goldens.equal(`${scenario}.txt`, readable(example.rendered(example.selection(scenario))));
      });

      await context.test(`${scenario}: tokens`, () => {
        const rendered = example.rendered(example.selection(scenario));
        goldens.equal(`${scenario}.tokens.json`, json(costs(example, rendered)));
        const { total, layers, segments, cachedPrefix } = example.tokens(rendered);
        const blocks = segments.flat().map((block) => block.reduce((sum, n) => sum + n, 0));
        const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);
        assert.equal(sum(blocks), total.tokens);
        assert.equal(sum([...layers.values()].map((t) => t.tokens)), total.tokens);
        const lastMark = rendered.messages.flatMap((m) => m.blocks).findLastIndex((block) => block.cached);
        assert.equal(cachedPrefix?.tokens, lastMark < 0 ? undefined : sum(blocks.slice(0, lastMark + 1)));
      });

      await context.test(`${scenario}: tokens by layer, as the publisher's own engine finds them`, () => {
        const rendered = example.rendered(example.selection(scenario));
        const { layers, total } = example.tokens(rendered);
        if (!total.exact) return;
        const found = new Map<string | null, number>();
        for (const block of rendered.messages.flatMap((message) => message.blocks)) {
          for (const layer of layersOfTokens(block)) found.set(layer, (found.get(layer) ?? 0) + 1);
        }
        const counted = [...layers].filter(([, { tokens }]) => tokens > 0);
        assert.deepEqual(found, new Map(counted.map(([layer, { tokens }]) => [layer, tokens])));
      });

      await context.test(`${scenario}: what the program sends`, () => {
        const sent = example.rendered(example.selection(scenario)).messages.map(
          (message): Sent => ({
            role: message.role,
            blocks: message.blocks.map((block) => ({ text: sentBy(block), cached: block.cached })),
          }),
        );
        assert.deepEqual(sent, program[scenario]?.());
      });
    }

    await context.test('the findings of the check', () => {
      goldens.equal('findings.json', json(example.findings.map((finding) => written(example, finding))));
    });

    await context.test('nothing is a hole or a problem in any checked selection', () => {
      for (const selection of example.checkedSelections) {
        const { holes, problems } = example.rendered(selection);
        assert.deepEqual({ holes, problems }, { holes: [], problems: [] }, selection.label);
      }
      assert.deepEqual(example.log, []);
    });

    assert.deepEqual(goldens.unused(), []);
  });
}
