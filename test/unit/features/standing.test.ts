// A slot that no layer lists is a part of the layer in whose text it stands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completion } from '../../../server/src/features/completion/completion';
import { hover } from '../../../server/src/features/hover';
import { semanticTokens } from '../../../server/src/features/semanticTokens';
import { SEMANTIC_TOKEN_MODIFIERS } from '../../../server/src/protocol';
import { addressOf } from '../../support/memoryWorkspace';
import { cursorIn, type Scene, sceneOf } from './support';

const system = (text: string): string => `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    layers:
      - { id: rules, title: Rules, trust: instructions, lifetime: static }
      - { id: mail, title: Mail, trust: data, lifetime: call, starts: "<mail>" }
      - { id: visit, title: Visit, trust: facts, lifetime: day, slots: [guest] }
    slots: { manner: {}, letter: {}, guest: {}, own: { trust: request } }
=== desk.prompt
${text}`;

/** The modifiers of each slot, by its name. */
function coloured({ snapshot, text, lines }: Scene): Record<string, string> {
  const { data } = semanticTokens(snapshot, addressOf('desk.prompt'));
  const found: Record<string, string> = {};
  let [line, character] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [down = 0, right = 0, length = 0, type = 0, bits = 0] = data.slice(at, at + 5);
    character = down === 0 ? character + right : right;
    line += down;
    if (type !== 0) continue;
    const start = lines('desk.prompt').offsetAt({ line, character });
    const words = SEMANTIC_TOKEN_MODIFIERS.filter((_, bit) => (bits >> bit) % 2 === 1);
    found[text('desk.prompt').slice(start, start + length)] = words.join(' ');
  }
  return found;
}

const TEXT = 'Be {manner}.\n<mail>\n{letter} {guest} {own}\n</mail>\n';

test('colours: its trust and lifetime are those of the text round it, unless it has its own', async () => {
  assert.deepEqual(coloured(await sceneOf(system(TEXT))), {
    manner: 'instructions static',
    letter: 'data call',
    guest: 'facts day',
    own: 'request call',
  });
});

test('hover: it names the layer round it, and says whether that may be trusted', async () => {
  const words = async (name: string): Promise<string> => {
    const scene = await sceneOf(system(TEXT.replace(`{${name}`, `{‸${name}`)));
    const { uri, position } = cursorIn(scene);
    const found = hover(scene.snapshot, uri, position);
    return found && typeof found.contents === 'object' && 'value' in found.contents ? found.contents.value : '';
  };
  assert.match(await words('letter'), /^\*\*letter\*\* · layer Mail\n\nuntrusted data: .* may change per call\.$/m);
  assert.match(await words('manner'), /^\*\*manner\*\* · layer Rules\n\ninstructions: .* never changes\.$/m);
});

test('completion: the detail is what the slot would be where the cursor stands', async () => {
  for (const [text, detail] of [
    ['Be {‸\n<mail>\nx\n</mail>\n', 'rules · instructions'],
    ['Be.\n<mail>\n{‸\n</mail>\n', 'mail · untrusted data'],
  ] as const) {
    const scene = await sceneOf(system(text));
    const { uri, position } = cursorIn(scene);
    const list = completion(scene.snapshot, uri, position, undefined);
    const items = Array.isArray(list) ? list : (list?.items ?? []);
    assert.equal(items.find(({ label }) => label === 'letter')?.detail, detail);
  }
});
