import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { formatting } from '../../../server/src/features/formatting';
import { parseYaml } from '../../../server/src/syntax/yaml';
import { formatYaml } from '../../../server/src/syntax/yaml/format';
import { applyEdits } from '../../../server/src/text/edit';
import { addressOf } from '../../support/memoryWorkspace';
import { edited, sceneOf } from './support';

const formatted = (text: string): string => applyEdits(text, formatYaml(text));

const UGLY = `# what this is

version:   1


systems:
    chat :
        template:    chat.prompt   # the text
        dialect:  single-brace
        layers:
        - {id: policy,trust: instructions ,  lifetime: static}
        # below the first
        -   id: page
            trust: data
            lifetime:   call
            slots: [ page,  other ]
        slots:
             page:
                sample: |
                    Line one
                      deeper

                    last
                description: >-
                  folded
                  text
             other: { sample: "two
                lines" , max: {chars: 4}}   # kept


# the end
`;

const PRETTY = `# what this is

version: 1

systems:
  chat:
    template: chat.prompt   # the text
    dialect: single-brace
    layers:
      - { id: policy, trust: instructions, lifetime: static }
      # below the first
      - id: page
        trust: data
        lifetime: call
        slots: [page, other]
    slots:
      page:
        sample: |
          Line one
            deeper

          last
        description: >-
          folded
          text
      other: { sample: "two
        lines", max: { chars: 4 } }   # kept

# the end
`;

describe('YAML', () => {
  test('gets one form; comments, texts and their order stay', () => {
    assert.equal(formatted(UGLY), PRETTY);
    assert.equal(formatted(PRETTY), PRETTY);
  });
  test('with CRLF', () => {
    assert.equal(formatted(UGLY.replaceAll('\n', '\r\n')), PRETTY.replaceAll('\n', '\r\n'));
  });
  test('texts in lines of their own keep every blank of theirs', () => {
    for (const text of [
      'a:\n    b: |+\n        x\n          y\n\n\n    c: 1\n',
      'a:\n      - |2\n           x\n          y\n',
      'a: |-\n        x\n\n         \n        y\n',
      'a: "x\n   y\\\n     z"\nb:   1\n',
      "a:   'it''s\n\n   two'\n",
      'a:\n    - - 1\n      - 2\n    -   - 3\n',
      'a:   &x {b:   1}\nc:   *x\nd: [ *x , *x ]\n',
      'a: [\n    1,\n  2   ,\n  ]\n',
    ]) {
      const after = formatted(text);
      assert.deepEqual(parseYaml(after).value, parseYaml(text).value, text);
      assert.equal(formatted(after), after, text);
    }
    assert.equal(
      formatted('a:\n    b: |+\n        x\n          y\n\n\n    c: 1\n'),
      'a:\n  b: |+\n    x\n      y\n\n\n  c: 1\n',
    );
  });
  test('what is broken, or says more than one thing, is left alone', () => {
    for (const text of [
      'a:  {b\n',
      'a:  [1\nb:   2\n',
      '%YAML 1.2\n---\na:   1\n',
      'a:   1\n---\nb:   2\n',
      '?   a\n:   b\n',
      'a:\t1\n\tb: 2\n',
    ])
      assert.equal(formatted(text), text);
  });
  test('every manifest of the examples stays what it says, and a second time changes nothing', () => {
    const manifests = filesBelow('examples').filter((path) => path.endsWith('strata.yaml'));
    assert.ok(manifests.length >= 3);
    for (const path of manifests) {
      const text = readFileSync(path, 'utf8');
      const mangled = text.replace(/^( +)/gm, (blanks) => blanks + blanks).replace(/: /g, ':   ');
      for (const one of [text, parseYaml(mangled).faults.length === 0 ? mangled : text]) {
        const after = formatted(one);
        assert.deepEqual(parseYaml(after).value, parseYaml(one).value, path);
        assert.equal(formatted(after), after, path);
        assert.equal(after.replace(/\s/g, ''), one.replace(/\s/g, ''), path);
      }
    }
  });
  test('random texts keep their meaning, and a second time changes nothing', () => {
    let seed = 7;
    const random = (most: number): number => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % most;
    };
    const pieces = [
      'a:',
      ' ',
      '  ',
      '\n',
      '- ',
      'b: 1',
      '# c',
      '{',
      '}',
      '[',
      ']',
      ',',
      '"x"',
      '|',
      '>-',
      '\n  ',
      '\r\n',
      'text 😀',
      ': ',
      '&a ',
      '*a',
    ];
    for (let n = 0; n < 600; n++) {
      const text = Array.from({ length: 3 + random(24) }, () => pieces[random(pieces.length)]).join('');
      const after = formatted(text);
      assert.equal(after.replace(/\s/g, ''), text.replace(/\s/g, ''));
      assert.equal(JSON.stringify(parseYaml(after).value), JSON.stringify(parseYaml(text).value), JSON.stringify(text));
      assert.equal(formatted(after), after, JSON.stringify(text));
    }
  });
});

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesBelow(path) : [path];
  });

test('a text that is all of a file is in its form after one time', () => {
  const once = formatted('|\n a\n  b\n');
  assert.equal(once, '|\n  a\n   b\n');
  assert.equal(formatted(once), once);
  assert.equal(formatted('|\na\n b\n'), '|\n  a\n   b\n');
});

async function formattedFile(fixture: string, path: string, range?: [number, number]): Promise<string> {
  const scene = await sceneOf(fixture);
  const ranges = range && [{ start: { line: range[0], character: 0 }, end: { line: range[1], character: 0 } }];
  return edited(scene.text(path), formatting(scene.snapshot, addressOf(path), ranges));
}

describe('files', () => {
  const BODY = 'Hi   {name}  \n\n\n\n  - a\n\ta:   1   \n';
  test('a body never changes, and of a head only what is ours', async () => {
    const head = `---\ntitle:    theirs\nstrata:\n    dialect:   single-brace\n    slots: {name: {sample: Ada}}\nother:   {a: 1}\n---\n`;
    assert.equal(
      await formattedFile(`=== a.prompt\n${head}${BODY}`, 'a.prompt'),
      `---\ntitle:    theirs\nstrata:\n  dialect: single-brace\n  slots: { name: { sample: Ada } }\nother:   {a: 1}\n---\n${BODY}`,
    );
    for (const text of [BODY, `---\ntitle:    theirs\n---\n${BODY}`])
      assert.equal(await formattedFile(`=== a.prompt\n${text}`, 'a.prompt'), text);
  });
  test('a manifest, and only the lines of a range', async () => {
    const manifest = 'version:   1\nsystems:\n  chat:\n    template:   a.md\n    dialect:   jinja\n';
    assert.equal(await formattedFile(`=== strata.yaml\n${manifest}`, 'strata.yaml'), manifest.replaceAll(':   ', ': '));
    assert.equal(
      await formattedFile(`=== strata.yaml\n${manifest}`, 'strata.yaml', [3, 4]),
      manifest.replace('template:   ', 'template: '),
    );
  });
  test('a range whose lines mean something else without the others is left as it is', async () => {
    const manifest = 'version: 1\nsystems:\n    chat:\n        template: a.md\n        dialect: jinja\n';
    assert.equal(await formattedFile(`=== strata.yaml\n${manifest}`, 'strata.yaml', [3, 4]), manifest);
  });
});
