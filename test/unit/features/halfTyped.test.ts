// Every key and every word of the format is offered where it stands, while the rest of its line, or of the file, is not
// there yet.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { completion } from '../../../server/src/features/completion/completion';
import { mapsIn, shapesAt, wordsIn } from '../../../server/src/features/completion/manifestShape';
import { nameAt } from '../../../server/src/features/places/manifestNames';
import type { Path } from '../../../server/src/model/manifest/manifest';
import { parseYaml } from '../../../server/src/syntax/yaml';
import type { YamlNode } from '../../../server/src/syntax/yaml/tree';
import { LineIndex } from '../../../server/src/text/lines';
import { some } from '../../support/effort';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';
import { WHOLE } from '../manifest/whole';

interface Word {
  readonly path: Path;
  readonly part: 'key' | 'value';
  readonly start: number;
  readonly word: string;
}

/** The keys and words of the format, and the names of layers, slots, axes and models that are mentioned. */
function wordsOf(text: string): readonly Word[] {
  const found: Word[] = [];
  const visit = (node: YamlNode, path: Path): void => {
    if (node.kind === 'map') {
      for (const { name, key, value } of node.entries) {
        if (mapsIn(shapesAt(path, 'manifest')).some((map) => map.keys.has(name)))
          found.push({ path: [...path, name], part: 'key', start: key.span.start, word: name });
        visit(value, [...path, name]);
      }
    } else if (node.kind === 'list') {
      for (const [i, item] of node.items.entries()) visit(item, [...path, i]);
    } else if (node.kind === 'scalar' && node.style === 'plain') {
      const word = String(node.value);
      const isWord = wordsIn(shapesAt(path, 'manifest')).some(({ value }) => String(value) === word);
      const name = nameAt(path.slice(2), 'value');
      const isName = path[0] === 'systems' && name !== undefined && !name.declares && name.kind !== 'scenario';
      if (isWord || isName) found.push({ path, part: 'value', start: node.span.start, word });
    }
  };
  const { root } = parseYaml(text);
  if (root) visit(root, []);
  return found;
}

async function labelsAt(text: string, offset: number): Promise<readonly string[]> {
  const { service } = await memoryWorkspace({ 'strata.yaml': text });
  const position = new LineIndex(text).placeAt(offset);
  const items = completion(service.workspace.snapshot(), addressOf('strata.yaml'), position, undefined)?.items ?? [];
  return items.map((item) => item.label);
}

const words = wordsOf(WHOLE);

describe('half-typed YAML', () => {
  test('has every kind of place', () => {
    assert.ok(words.filter((one) => one.part === 'key').length > 150);
    assert.ok(words.filter((one) => one.part === 'value').length > 50);
  });
  for (const eol of ['\n', '\r\n']) {
    test(`every key and word, at its first letter, ${eol === '\n' ? 'LF' : 'CRLF'}`, async () => {
      const missed: string[] = [];
      for (const { path, start, word } of some(words, 10)) {
        const before = WHOLE.slice(0, start + 1);
        const line = WHOLE.indexOf('\n', start);
        const rests = { 'at the end of the file': '', 'with the lines behind it': WHOLE.slice(line) };
        for (const [where, rest] of Object.entries(rests)) {
          // What depends on names that are declared further down cannot be offered before they are there.
          if (where === 'at the end of the file' && path[0] === 'systems' && nameAt(path.slice(2), 'value')) continue;
          const text = (before + rest).replaceAll('\n', eol);
          const offset = before.replaceAll('\n', eol).length;
          if (!(await labelsAt(text, offset)).includes(word)) missed.push(`${path.join('.')} ${word} ${where}`);
        }
      }
      assert.deepEqual(missed, []);
    });
  }
});
