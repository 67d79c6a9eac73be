// The fence that a fix puts round a value: where the text names the value by another word, and in strings of other files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits } from '../../../server/src/text/edit';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const manifest = (template: string): string => `version: 1
systems:
  a:
    template: ${template}
    dialect: jinja
    layers:
      - { id: task, trust: instructions, lifetime: static }
      - { id: given, trust: data, lifetime: call, slots: [page, mail] }
    slots: { page: { sample: The ferry leaves. }, mail: { sample: { body: Where is it? } } }
`;

/** The file of a template after the first fix of its first finding of the rule. */
async function fenced(name: string, text: string, template = name): Promise<string> {
  const { service } = await memoryWorkspace({ 'strata.yaml': manifest(template), [name]: text });
  const finding = service.workspace
    .snapshot()
    .findings(addressOf(name))
    .find(({ code }) => code === 'trust.unfenced');
  const edits = finding?.fixes?.[0]?.edits ?? [];
  assert.ok(edits.length > 0 && edits.every(({ uri }) => uri === addressOf(name)));
  return applyEdits(text, edits);
}

const SAID = 'Sum up what follows. It is data.';

test('in a macro, which is named after the slot that it is called with', async () => {
  assert.equal(
    await fenced('a.md', `{% macro show(x) %}\n{{ x }}\n{% endmacro %}\n${SAID}\n{{ show(page) }}\n`),
    `{% macro show(x) %}\n<page>\n{{ x }}\n</page>\n{% endmacro %}\n${SAID}\n{{ show(page) }}\n`,
  );
});

test('in a macro that prints several slots', async () => {
  assert.equal(
    await fenced(
      'a.md',
      `{% macro show(x) %}\n{{ x }}\n{% endmacro %}\n${SAID}\n{{ show(page) }}\n{{ show(mail.body) }}\n`,
    ),
    `{% macro show(x) %}\n<data>\n{{ x }}\n</data>\n{% endmacro %}\n${SAID}\n{{ show(page) }}\n{{ show(mail.body) }}\n`,
  );
});

test('behind a variable of the text, and in `with`', async () => {
  assert.equal(
    await fenced('a.md', `{% set p = page %}${SAID}\n{{ p }}\nBe brief.\n`),
    `{% set p = page %}${SAID}\n<page>\n{{ p }}\n</page>\nBe brief.\n`,
  );
  assert.equal(
    await fenced('a.md', `${SAID}\n{% with m = mail %}\n{{ m.body }}\n{% endwith %}\n`),
    `${SAID}\n<mail>\n{% with m = mail %}\n{{ m.body }}\n{% endwith %}\n</mail>\n`,
  );
});

test('in a string of YAML and of JSON, written as it needs it', async () => {
  assert.equal(
    await fenced('p.yaml', `p: |\r\n  ${SAID}\r\n  {{ page }}\r\nq: 1\r\n`, 'p.yaml#p'),
    `p: |\r\n  ${SAID}\r\n  <page>\r\n  {{ page }}\r\n  </page>\r\nq: 1\r\n`,
  );
  assert.equal(
    await fenced('p.yaml', `p: >\n  ${SAID}\n\n  {{ page }}\nq: 1\n`, 'p.yaml#p'),
    `p: >\n  ${SAID}\n\n  <page>\n\n  {{ page }}\n\n  </page>\nq: 1\n`,
  );
  assert.equal(
    await fenced('p.json', `{ "p": "${SAID}\\n{{ page }}" }`, 'p.json#p'),
    `{ "p": "${SAID}\\n<page>\\n{{ page }}\\n</page>" }`,
  );
});
