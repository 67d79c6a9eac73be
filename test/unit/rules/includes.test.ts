// Findings about texts that name other texts, in a dialect that is made of nothing but that.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkSystem, type Finding } from '../../../server/src/rules/run';
import { type FixtureFile, parseFixture, textsOf, withMarks } from '../../support/fixture';
import { including } from '../../support/includingDialect';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';
import { systemIn } from '../../support/renderText';

const ROOT = 'file:///w/';

const manifest = (template: string, more = ''): string =>
  `=== strata.yaml\nversion: 1\nsystems:\n  a:\n    template: ${template}\n    dialect: single-brace\n${more}`;

function findingsIn(files: readonly FixtureFile[], code: string): readonly Finding[] {
  const { system, lookup } = systemIn(textsOf(files));
  const log: string[] = [];
  const findings = checkSystem({
    system: { ...system, dialects: [including] },
    lookup,
    rendered: [],
    complete: true,
    model: () => undefined,
    tokens: () => undefined,
    cost: () => undefined,
    log: (message) => log.push(message),
  });
  assert.deepEqual(log, []);
  return findings.filter((finding) => finding.code === code);
}

/** The findings of a fixture are those that are marked in it; the answer is their messages, by file and place. */
function check(fixture: string): readonly string[] {
  const files = parseFixture(fixture);
  const code = files.flatMap((file) => file.marks).at(0)?.code ?? 'file.cycle';
  const found = findingsIn(files, code);
  for (const { path, text, marks } of files) {
    const here = found.filter((finding) => finding.uri === ROOT + path);
    assert.equal(
      withMarks(
        text,
        here.map(({ span }) => ({ code, ...span })),
      ),
      withMarks(text, marks),
    );
  }
  return found.map((finding) => finding.message);
}

describe('file.cycle', () => {
  test('two texts: both tags, each with its own way', () => {
    const messages = check(
      `${manifest('a.md')}=== a.md\nA @include ⟦file.cycle⟧parts/b⟦/⟧\n=== parts/b.md\nB @include ⟦file.cycle⟧../a⟦/⟧\n`,
    );
    assert.deepEqual(messages, [
      'a.md includes parts/b.md, which includes a.md again, so the engine never comes to an end. Take one of these tags out.',
      'parts/b.md includes a.md, which includes parts/b.md again, so the engine never comes to an end. Take one of these tags out.',
    ]);
  });

  test('three texts, by including and extending, and the related places', () => {
    const fixture = `${manifest('a.md')}=== a.md\n@include ⟦file.cycle⟧b⟦/⟧\n=== b.md\n@extends ⟦file.cycle⟧c⟦/⟧\n=== c.md\n@include ⟦file.cycle⟧a⟦/⟧\n`;
    assert.equal(
      check(fixture)[0],
      'a.md includes b.md, which extends c.md, which includes a.md again, so the engine never comes to an end. Take one of these tags out.',
    );
    const files = parseFixture(fixture);
    assert.deepEqual(
      findingsIn(files, 'file.cycle')[0]?.related?.map(({ uri, span, message }) => [uri, span.start, message]),
      [
        ['file:///w/b.md', 9, 'b.md extends c.md'],
        ['file:///w/c.md', 9, 'c.md includes a.md'],
      ],
    );
  });

  test('a text that includes itself', () => {
    assert.deepEqual(check(`${manifest('a.md')}=== a.md\n@include ⟦file.cycle⟧a⟦/⟧\n`), [
      'a.md includes itself, so the engine never comes to an end. Take the tag out.',
    ]);
  });

  test('the way that leads into a cycle is no part of it', () => {
    check(
      `${manifest('top.md')}=== top.md\n@include a\n@include leaf\n=== a.md\n@include ⟦file.cycle⟧b⟦/⟧ @include leaf\n=== b.md\n@include ⟦file.cycle⟧a⟦/⟧\n=== leaf.md\nLeaf.\n`,
    );
  });

  test('a second way round: every tag of each', () => {
    check(
      `${manifest('a.md')}=== a.md\n@include ⟦file.cycle⟧b⟦/⟧ @include ⟦file.cycle⟧c⟦/⟧\n=== b.md\n@include ⟦file.cycle⟧c⟦/⟧\n=== c.md\n@include ⟦file.cycle⟧a⟦/⟧\n`,
    );
  });

  test('a text that two others include, and a name that leads nowhere, are no cycle', () => {
    assert.deepEqual(
      check(`${manifest('a.md')}=== a.md\n@include b @include c\n=== b.md\n@include c @include gone\n=== c.md\nC\n`),
      [],
    );
  });

  test('a tag in a condition is reached only for some values; one in another block always', () => {
    assert.deepEqual(check(`${manifest('a.md')}=== a.md\n@if children\n@include a\n@end\n`), []);
    check(`${manifest('a.md')}=== a.md\n@if x @end\n@block frame\n@include ⟦file.cycle⟧a⟦/⟧\n@end\n@if y @end\n`);
  });
});

describe('file.missing for what a text includes', () => {
  test('the paths tried, in the order of the engine, and the way to the tag', () => {
    const messages = check(
      `${manifest('prompts/a.md', '    includes: shared\n')}=== prompts/a.md\nA @include b\n=== prompts/b.md\nB @include ⟦file.missing⟧rules/gone⟦/⟧ @maybe lost\n`,
    );
    assert.deepEqual(messages, [
      'rules/gone does not exist, so the engine stops here, on the way a.md → b.md; looked for prompts/rules/gone, prompts/rules/gone.md, shared/rules/gone, shared/rules/gone.md. Correct the name, or create the file.',
    ]);
  });

  test('the fix creates the file with the extension of the text round it, or the one that is looked for first', () => {
    const created = (template: string): readonly unknown[] =>
      findingsIn(parseFixture(`${manifest(template)}=== ${template}\n@include rules/gone\n`), 'file.missing').flatMap(
        (finding) => finding.fixes ?? [],
      );
    const fix = (name: string): unknown => ({
      title: `Create ${name}`,
      edits: [],
      create: { uri: `file:///w/rules/${name}`, text: '' },
    });
    assert.deepEqual(created('a.md'), [fix('gone.md')]);
    assert.deepEqual(created('a.prompt'), [fix('gone')]);
  });

  test('texts that each bring in the next one twice are looked through once each', () => {
    const names = Array.from({ length: 40 }, (_, i) => `t${i}.md`);
    const twice = names.slice(1).map((next, i) => `=== ${names[i]}\n@include ${next}\n@include ${next}\n`);
    const messages = check(`${manifest('t0.md')}${twice.join('')}=== t39.md\n@include ⟦file.missing⟧gone⟦/⟧\n`);
    assert.equal(messages.length, 1);
  });

  test('a partial: an error only where the manifest says in which folders partials stand', async () => {
    const found = async (more: string): Promise<readonly unknown[]> => {
      const { service } = await memoryWorkspace({
        'strata.yaml': `version: 1\nsystems:\n  a:\n    template: a.mustache\n    dialect: mustache\n${more}`,
        'a.mustache': '{{> gone }}',
      });
      const findings = service.workspace.snapshot().findings(addressOf('a.mustache'));
      return findings.filter(({ code }) => code === 'file.missing').map(({ level, message }) => [level, message]);
    };
    assert.deepEqual(await found(''), [
      [
        'info',
        'There is no file for the partial gone, so nothing is printed for it; looked for gone, gone.mustache, gone.md and 2 more. Create it, or name its folder under `includes`; where the program gives the partial itself, all is well.',
      ],
    ]);
    assert.deepEqual(await found('    includes: parts\n'), [
      [
        'error',
        'There is no file for the partial gone, so nothing is printed for it; looked for gone, gone.mustache, gone.md and 7 more. Create it, or name its folder under `includes`.',
      ],
    ]);
  });
});
