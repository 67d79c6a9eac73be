import type { Location, PromptSystem } from '../model/system';
import type { RegionAppearance } from '../render/segment';
import type { Span } from '../text/span';
import { asList } from './facts/fixes';
import { beginningAgain, longestRun, withThoseThatFit } from './facts/layerRun';
import { runsOf } from './facts/messageText';
import { type LayerPlace, moveLayer, sideOf } from './facts/moves/moveLayer';
import { written } from './facts/trust';
import type { RenderContext, Rule } from './rule';

export const rule: Rule = {
  code: 'order.layers',
  level: 'warning',
  title: 'Layers in another order than declared',
  why: `The manifest lists the layers in the order in which the model is meant to read them: what is stable before what changes, what is general before what is special, rules before data. The text of this prompt follows another order, so that the table says one thing and the model reads another.`,
  howToFix: `Move the layer to its place in the text, or change the order of \`layers\` when the text is right. Text between the slots, which belongs to the base layer, has no place of its own.`,
  examples: [
    {
      title: 'Two slots that have changed places',
      bad: `=== strata.yaml
version: 1
systems:
  guide:
    template: guide.prompt
    dialect: double-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: tone, trust: instructions, lifetime: profile, slots: [tone] }
      - { id: skills, trust: instructions, lifetime: profile, slots: [skills] }
      - { id: place, trust: facts, lifetime: call, slots: [place] }
    slots:
      tone: { sample: Be cheerful. }
      skills: { sample: "Tickets: sold at the gate." }
      place: { sample: The north pier }
=== guide.prompt
You guide visitors through the harbour.
{{tone}}
⟦order.layers⟧{{place}}⟦/⟧
{{skills}}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  guide:
    template: guide.prompt
    dialect: double-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: tone, trust: instructions, lifetime: profile, slots: [tone] }
      - { id: skills, trust: instructions, lifetime: profile, slots: [skills] }
      - { id: place, trust: facts, lifetime: call, slots: [place] }
    slots:
      tone: { sample: Be cheerful. }
      skills: { sample: "Tickets: sold at the gate." }
      place: { sample: The north pier }
=== guide.prompt
You guide visitors through the harbour.
{{tone}}
{{skills}}
{{place}}
`,
      good: `=== strata.yaml
version: 1
systems:
  guide:
    template: guide.prompt
    dialect: double-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: tone, trust: instructions, lifetime: profile, slots: [tone] }
      - { id: place, trust: facts, lifetime: call, slots: [place, weather] }
    slots:
      tone: { sample: Be cheerful. }
      place: { sample: The north pier }
      weather: { sample: Rain }
=== guide.prompt
You guide visitors through the harbour.
{{tone}}
They stand at: {{place}}
Answer in their language.
Weather: {{weather}}
`,
    },
    {
      title: 'A region above the one that it should follow',
      bad: `=== strata.yaml
version: 1
systems:
  quest:
    template: quest.prompt
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: rules, trust: instructions, lifetime: static, starts: "## Rules" }
      - { id: tools, trust: instructions, lifetime: profile, starts: "## Tools", slots: [tools] }
      - { id: world, trust: facts, lifetime: thread, starts: "## World" }
    slots: { tools: { sample: lamp } }
=== quest.prompt
You keep the quests of a small town.

⟦order.layers⟧## World⟦/⟧
It is winter.

## Rules
Never end a quest for the player.

## Tools
{tools}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  quest:
    template: quest.prompt
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: rules, trust: instructions, lifetime: static, starts: "## Rules" }
      - { id: tools, trust: instructions, lifetime: profile, starts: "## Tools", slots: [tools] }
      - { id: world, trust: facts, lifetime: thread, starts: "## World" }
    slots: { tools: { sample: lamp } }
=== quest.prompt
You keep the quests of a small town.

## Rules
Never end a quest for the player.

## Tools
{tools}

## World
It is winter.
`,
    },
    {
      title: 'A section that stands twice',
      bad: `=== strata.yaml
version: 1
systems:
  mail:
    template: mail.prompt
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: customer, trust: facts, lifetime: user, starts: "## Customer" }
      - { id: order, trust: facts, lifetime: call, starts: "## Order" }
=== mail.prompt
You answer mails.

## Customer
Ada has the plan Pro.

## Order
It was sent on Monday.

⟦order.layers⟧## Customer⟦/⟧
She writes in Norwegian.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  mail:
    template: mail.prompt
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: customer, trust: facts, lifetime: user, starts: "## Customer" }
      - { id: order, trust: facts, lifetime: call, starts: "## Order" }
=== mail.prompt
You answer mails.

## Customer
Ada has the plan Pro.

## Customer
She writes in Norwegian.

## Order
It was sent on Monday.
`,
    },
  ],
  *render(context) {
    const { system } = context;
    if (!system.hasLayers) return;
    for (const message of context.layout.messages) {
      if (context.rendered.messages[message.message]?.conversation) continue;
      const places = placesOf(context, message.message);
      const again = beginningAgain(places);
      const kept = withThoseThatFit(places, longestRun(places.filter((place) => !again.has(place))));
      const done = new Set<number>();
      for (const place of places) {
        if (kept.has(place) || done.has(place.layer)) continue;
        done.add(place.layer);
        const layer = system.layers[place.layer];
        if (!layer) continue;
        yield {
          ...place.place,
          layer: layer.id,
          ...(place.slot === undefined ? {} : { slot: place.slot }),
          message: again.has(place)
            ? `${subject(system, place)} begins a second time here and ${sideOf(system, place, [...kept]).stands}, but the manifest declares another order. Join the two, or remove one of them.`
            : `${subject(system, place)} ${sideOf(system, place, [...kept]).stands}, but the manifest declares another order. Move it, or change the order of \`layers\`.`,
          related: [
            { ...context.place(['layers', layer.index, 'id']), message: `the layer ${layer.id} is declared here` },
          ],
          get fixes() {
            return asList(moveLayer(context, place, [...kept]));
          },
        };
      }
    }
  },
};

/** Starts of regions and parts, and listed slots, in the order of the text. Base text, and slots inside of their own region, have no place. */
function placesOf(context: RenderContext, message: number): LayerPlace[] {
  const { system, rendered, layout } = context;
  const layout1 = layout.messages[message];
  if (!layout1) return [];
  const index = new Map(system.layers.map((layer) => [layer.id, layer.index]));
  const base = system.base.index;
  const places: LayerPlace[] = [];
  const openers = new Map<string, Span>();
  for (const region of rendered.regions) {
    const layer = index.get(region.layer);
    if (region.message !== message || layer === undefined || layer === base) continue;
    const key = `${region.place.uri} ${region.place.span.start}`;
    if (!openers.has(key))
      places.push({ layer, message, start: region.start, end: region.end, place: lineOf(context, region) });
    openers.set(key, region.place.span);
  }
  for (const a of rendered.appearances) {
    const layer = system.slots.get(a.slot)?.layer?.index;
    if (
      a.message !== message ||
      a.state !== 'filled' ||
      a.within !== undefined ||
      layer === undefined ||
      layer === base
    )
      continue;
    if (a.inRegion && a.textLayer === system.layers[layer]?.id) continue;
    places.push({ layer, message, start: a.start, end: a.end, place: a.place, slot: a.slot });
  }
  return places.filter((place) => isSent(context, place)).sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The line that opens a region; for a part with a layer of its own, which has none, the part in the manifest. */
function lineOf({ system }: RenderContext, { place, layer }: RegionAppearance): Location {
  if (place.span.end > place.span.start) return place;
  return system.parts.find((part) => part.uri === place.uri && part.entry.layer === layer)?.place ?? place;
}

/** A part that holds nothing but the join before it has no text of its own. */
function isSent({ layout }: RenderContext, place: LayerPlace): boolean {
  const message = layout.messages[place.message];
  return (
    message !== undefined &&
    runsOf(layout, message).length > 0 &&
    message.text.slice(place.start, place.end).trim() !== ''
  );
}

function subject(system: PromptSystem, place: LayerPlace): string {
  const layer = system.layers[place.layer]?.id ?? '';
  return place.slot === undefined ? `The layer ${layer}` : `${written(system, place.slot)} of the layer ${layer}`;
}
