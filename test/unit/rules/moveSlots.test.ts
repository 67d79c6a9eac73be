// order.layers: a slot moves with what is there only for it, its label, heading and fence, or it does not move.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits } from '../../../server/src/text/edit';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const manifest = `version: 1
systems:
  a:
    template: a.prompt
    dialect: single-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: today, trust: facts, lifetime: day, slots: [today, limit] }
      - { id: tools, trust: instructions, lifetime: profile, slots: [tools, more] }
      - { id: obs, trust: data, lifetime: call, slots: [obs] }
    slots:
      today: { sample: Monday }
      limit: { sample: 3 }
      tools: { sample: search }
      more: { sample: find }
      obs: { sample: It rains., escape: xml }
`;

interface Moved {
  readonly message: string;
  readonly title: string | undefined;
  readonly text: string | undefined;
}

/** The first finding, and the text after its fix, which must be in order. */
async function moved(text: string): Promise<Moved> {
  const findings = async (written: string) => {
    const { service } = await memoryWorkspace({ 'strata.yaml': manifest, 'a.prompt': written });
    return service.workspace
      .snapshot()
      .findings(addressOf('a.prompt'))
      .filter(({ code }) => code === 'order.layers');
  };
  const [finding] = await findings(text);
  assert.ok(finding);
  const [fix] = finding.fixes ?? [];
  const after = fix && applyEdits(text, fix.edits);
  if (after !== undefined) assert.deepEqual(await findings(after), []);
  return { message: finding.message, title: fix?.title, text: after };
}

const HEAD = 'You plan. Today is {today}.\n\n';
const TAIL = 'At most {limit} steps.\n\n<observation>\n{obs}\n</observation>\n';

describe('a slot out of order', () => {
  const blocks: Readonly<Record<string, string>> = {
    'a label': 'Tools:\n{tools}\n\n',
    'a label over a blank line': 'These are your tools:\n\n{tools}\n\n',
    'a pair of tags': '<tools>\n{tools}\n</tools>\n\n',
    'a heading and a pair of tags': '## Tools\n\n<tools>\n{tools}\n</tools>\n\n',
    'a label and a code fence': '**Tools:**\n```\n{tools}\n```\n\n',
    banners: '--- BEGIN TOOLS ---\n{tools}\n--- END TOOLS ---\n\n',
    nothing: '{tools}\n\n',
  };
  for (const [what, block] of Object.entries(blocks)) {
    test(`moves with ${what}`, async () => {
      const tail = what.includes('heading') ? `# Limits\n\n${TAIL}` : TAIL;
      for (const eol of ['\n', '\r\n']) {
        const [bad, good] = [HEAD + block + tail, HEAD + tail.replace('<obs', `${block}<obs`)];
        const { text, title } = await moved(bad.replaceAll('\n', eol));
        assert.equal(text, good.replaceAll('\n', eol));
        assert.equal(title, 'Move tools behind today');
      }
    });
  }

  test('is told of the same layer by the finding and by its fix', async () => {
    const { message, title } = await moved(`${HEAD}Tools:\n{tools}\n\n${TAIL}`);
    assert.match(message, /stands before today, but/);
    assert.equal(title, 'Move tools behind today');
    const late = await moved('Be kind.\n\n{obs}\n\nTools:\n{tools}\n\nMore:\n{more}\n');
    assert.match(late.message, /stands before tools, but/);
    assert.equal(late.title, 'Move obs behind tools');
    assert.equal(late.text, 'Be kind.\n\nTools:\n{tools}\n\nMore:\n{more}\n\n{obs}\n');
  });

  test('at the end of the text moves up with its label and its distance', async () => {
    const { text, title } = await moved('Be kind.\n\nSeen:\n{obs}\n\n{obs}\n\nTools:\n{tools}\n');
    assert.equal(title, 'Move tools before obs');
    assert.equal(text, 'Be kind.\n\nTools:\n{tools}\n\nSeen:\n{obs}\n\n{obs}\n');
  });

  test('does not move without a label, a heading or a fence that is for more than it', async () => {
    const torn = [
      'Tools:\n{tools}\nUse them well.\n\n',
      'Tools on {today}:\n{tools}\n\n',
      '## Tools\n\n{tools}\n\nUse them well.\n\n',
      '<tools>\nThese are yours.\n{tools}\n</tools>\n\n',
      '<tools>\n{tools}\nUse them well.\n</tools>\n\n',
      'Your tools are {tools}.\n\n',
    ];
    for (const block of torn) assert.equal((await moved(HEAD + block + TAIL)).text, undefined, block);
  });
});
