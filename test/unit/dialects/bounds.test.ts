// Texts that no hand has written: each dialect reads so much of them, says where it stops, and shows the rest as it stands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialects } from '../../../server/src/syntax/dialects/index.generated';
import type { IncludedText } from '../../../server/src/syntax/piece';
import { some } from '../../support/effort';
import { contextOf } from './support';

/** A tag of a dialect that brings in another text. */
const INCLUDES: Readonly<Record<string, (name: string) => string>> = {
  handlebars: (name) => `{{> ${name}}}`,
  dotprompt: (name) => `{{> ${name}}}`,
  mustache: (name) => `{{> ${name}}}`,
  jinja: (name) => `{% include '${name}' %}`,
  liquid: (name) => `{% include '${name}' %}`,
  'go-template': (name) => `{{ template "${name}" . }}`,
};

for (const dialect of some(dialects, 9)) {
  test(`${dialect.id} reads 100,000 tags of a text`, () => {
    const tag = dialect.print('a');
    const most = tag.repeat(100_000);
    const text = most + tag.repeat(2);
    const whole = dialect.scan(most);
    assert.deepEqual([whole.slots.length, whole.faults.length, whole.unread], [100_000, 0, undefined]);
    const tree = dialect.scan(text);
    assert.ok(tree.text === text);
    assert.equal(tree.slots.length, 100_000);
    assert.deepEqual(tree.unread, { start: most.length, end: text.length });
    assert.deepEqual(
      tree.faults.map(({ message, span }) => [message.slice(0, 31), span.start]),
      [['The text has over 100,000 tags;', most.length]],
    );
    const { pieces, stopped } = dialect.fill(tree, contextOf({ a: 'v' }), {});
    const printed = pieces.map((piece) => piece.text).join('');
    assert.ok(
      printed === 'v'.repeat(100_000) + tag.repeat(2),
      `${printed.length} ${printed.slice(0, 20)} ${stopped?.message}`,
    );
    assert.equal(stopped?.span.start, most.length);
  });

  const includes = INCLUDES[dialect.id];
  if (!includes) continue;
  test(`${dialect.id} brings in 10,000 texts, and text of any length once`, () => {
    const texts = new Map<string, string>();
    for (let n = 0; n < 40; n++) texts.set(`p${n}`, `x ${includes(`p${n + 1}`)}\n  ${includes(`p${n + 1}`)}`);
    texts.set('p40', 'end');
    const trees = new Map([...texts].map(([name, text]) => [name, dialect.scan(text)] as const));
    const include = (path: string): IncludedText | undefined => {
      const tree = trees.get(path);
      return tree && { uri: path, tree };
    };
    const { stopped, pieces } = dialect.fill(dialect.scan(includes('p0')), { ...contextOf({}), include }, {});
    assert.equal(stopped?.message, 'The preview stops here: it would bring in more than 10,000 texts.');
    assert.ok(pieces.length < 60_000);
    assert.ok(pieces.some(({ text }) => text.includes('end')));
  });
}
