import type { Segment } from '../render/segment';
import { money, savedByNotWriting } from '../tokens/price';
import { totalOf } from './facts/budgets/cacheGain';
import { asList } from './facts/fixes';
import { insertEntry } from './facts/manifest/manifestEdit';
import { marksOf, tokenCount, tokensBetween } from './facts/prefix';
import { layerOf, lifetimeOf } from './facts/trust';
import type { Fix, RenderContext, Rule } from './rule';

export const rule: Rule = {
  code: 'cache.shared',
  level: 'info',
  title: 'Text of one tenant in a cache that all share',
  why: `What stands before the breakpoint is the same for one tenant only. Nothing in the prefix says which tenant it is, so that two tenants with equal texts share one entry of the provider's cache, and how fast an answer comes can tell one of them what another one uses.`,
  howToFix: `Add a first line that holds something of the tenant, such as a hash of its id, with \`cache.scope\`. When sharing is fine, set the rule to \`off\` with the reason.`,
  examples: [
    {
      title: 'A tenant’s own rules before the breakpoint',
      bad: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: house, trust: instructions, lifetime: tenant, slots: [house] }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    slots:
      house: { sample: You speak for the harbour office. }
      page: { sample: Berth 12 }
    ⟦cache.shared⟧cache⟦/⟧:
      breakpoints: [{ slot: mark }]
=== desk.prompt
You help at the front desk.
{house}
{mark}
What the person looks at (data):
{page}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: house, trust: instructions, lifetime: tenant, slots: [house] }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    slots:
      house: { sample: You speak for the harbour office. }
      page: { sample: Berth 12 }
      tenantHash: { type: line, lifetime: tenant, sample: 7f3a }
    cache:
      breakpoints: [{ slot: mark }]
      scope: { line: "[cache scope {tenantHash}]" }
=== desk.prompt
You help at the front desk.
{house}
{mark}
What the person looks at (data):
{page}
`,
      good: `=== strata.yaml
version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: house, trust: instructions, lifetime: tenant, slots: [house] }
    slots:
      house: { sample: You speak for the harbour office. }
      tenant: { type: line, lifetime: tenant, sample: 7f3a }
    axes: { sharing: [allowed, forbidden] }
    cache:
      breakpoints: [{ slot: mark }]
      scope: { line: "[scope {tenant}]", when: { sharing: forbidden } }
=== desk.prompt
You help at the front desk.
{house}
{mark}
Be brief.
`,
    },
  ],
  *render(context) {
    const { system, rendered } = context;
    if (!system.hasLayers || !system.entry.cache || system.entry.cache.scope) return;
    const last = marksOf(rendered).at(-1);
    if (!last) return;
    const tenant = prefixSegments(context, last.message, last.offset).find(
      (segment) => segment.text.trim() !== '' && isOfTenant(context, segment),
    );
    if (!tenant) return;
    const key = system.manifest.place([...system.path, 'cache'])?.key;
    if (!key) return;
    yield {
      uri: system.manifest.file.uri,
      span: key,
      get message() {
        return `The prefix up to the breakpoint ${last.mark.name} holds text of one tenant (${tenant.slot ?? tenant.layer ?? ''}), and nothing keeps tenants apart in the cache. Add \`scope\` with a line that names the tenant.${priceOfScope(context, last)}`;
      },
      related: [{ ...tenant.source, message: 'text of one tenant' }],
      get fixes() {
        return asList(addScope(context));
      },
    };
  },
};

/** The line saves nothing: tenants whose texts are equal no longer share what they have written. */
function priceOfScope(context: RenderContext, end: { readonly message: number; readonly offset: number }): string {
  const tokens = tokensBetween(context, { message: 0, offset: 0 }, end);
  // What the provider does not cache costs nobody an entry, and `cache.short` says so.
  if (tokens === undefined || tokens < (context.model?.cache?.minimum ?? 1)) return '';
  const each = savedByNotWriting(context.model, tokens, totalOf(context, tokens));
  return ` It costs each tenant an entry of its own of ${tokenCount(tokens, context.model)}${each === undefined ? '' : `, ${money(each)} more than reading one that is shared`}.`;
}

function prefixSegments({ rendered }: RenderContext, message: number, offset: number): Segment[] {
  const out: Segment[] = [];
  for (const [index, one] of rendered.messages.entries()) {
    if (index > message) break;
    let at = 0;
    for (const segment of one.blocks.flatMap((block) => block.segments)) {
      if (segment.removed) continue;
      if (index === message && at >= offset) break;
      out.push(segment);
      at += segment.text.length;
    }
  }
  return out;
}

function isOfTenant({ system }: RenderContext, segment: Segment): boolean {
  const lifetime =
    segment.kind === 'value' && segment.slot !== undefined
      ? lifetimeOf(system, segment.slot, segment.layer)
      : layerOf(system, segment.layer)?.lifetime;
  return lifetime === 'tenant' && segment.kind !== 'join';
}

const SLOT = 'tenantHash';

function addScope({ system }: RenderContext): Fix | undefined {
  const tag = system.dialects[0]?.print(SLOT);
  if (tag === undefined) return undefined;
  const scope = insertEntry(
    system.manifest,
    [...system.path, 'cache'],
    'scope',
    `{ line: ${JSON.stringify(`[cache scope ${tag}]`)} }`,
  );
  const slot = system.slots.has(SLOT)
    ? []
    : [insertEntry(system.manifest, [...system.path, 'slots'], SLOT, '{ type: line, lifetime: tenant, sample: 7f3a }')];
  const edits = [scope, ...slot];
  return edits.every((edit) => edit !== undefined) ? { title: 'Add a scope line for the tenant', edits } : undefined;
}
