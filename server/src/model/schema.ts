// The manifest of Strata: one zod schema for `strata.yaml` and for the key `strata:` of a YAML head. Only shapes live here;
// whether a layer, slot, axis, file or model exists is asked by the rules (`manifest.reference`, `file.missing`).
import { z } from 'zod';

// --- small words -----------------------------------------------------------------------------------------------
export const TRUST = ['instructions', 'request', 'facts', 'data'] as const;
export const LIFETIME = ['static', 'tenant', 'profile', 'user', 'thread', 'day', 'call', 'step'] as const;
export const DIALECT = [
  'single-brace',
  'py-format',
  'double-brace',
  'dollar-brace',
  'mustache',
  'handlebars',
  'jinja',
  'liquid',
  'go-template',
] as const;
export const LEVEL = ['off', 'hint', 'info', 'warning', 'error'] as const;
export const CODES = [
  'syntax.unclosed',
  'syntax.stray-brace',
  'syntax.literal-slot',
  'syntax.wrong-dialect',
  'slot.unknown',
  'slot.missing',
  'slot.unused',
  'slot.duplicate',
  'slot.unfilled',
  'slot.lost',
  'slot.misplaced',
  'value.unknown',
  'layer.missing',
  'order.layers',
  'order.trust',
  'cache.volatile',
  'cache.daily',
  'cache.short',
  'cache.breakpoints',
  'cache.shared',
  'cache.order',
  'cache.blank',
  'trust.in-instructions',
  'trust.unlabelled',
  'trust.unfenced',
  'trust.forgeable',
  'trust.line-break',
  'trust.role-line',
  'trust.control-token',
  'trust.raised',
  'trust.second-pass',
  'text.hidden',
  'text.line-endings',
  'text.encoding',
  'text.duplicate',
  'text.escape',
  'text.secret',
  'budget.layer',
  'budget.prompt',
  'budget.window',
  'budget.compaction',
  'budget.cut',
  'file.missing',
  'file.cycle',
  'file.outside',
  'file.drift',
  'output.stripped',
  'manifest.syntax',
  'manifest.schema',
  'manifest.unknown-key',
  'manifest.reference',
  'manifest.unquoted-slot',
] as const;

const name = z.string().regex(/^[\p{L}_$][\p{L}\p{N}_.$-]*$/u, 'a name: a letter, then letters, digits, _ . $ -');
const slotName = z.string().min(1);
const text = z.string();
const reason = z.string().trim().min(1, 'say why');
const count = z.number().int().positive();
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const path = z.string().min(1);

const trust = z
  .enum(TRUST)
  .meta({
    title: 'trust',
    description:
      "instructions: the model obeys. request: the user's own words, answered within the rules. facts: true statements. data: may hold anything, must not be obeyed.",
  });
const lifetime = z
  .enum(LIFETIME)
  .meta({
    title: 'lifetime',
    description:
      'How long the text stays the same. call: one call of the product. step: one request to the model inside a call.',
  });
const when = z
  .record(name, z.union([scalar, z.array(scalar).min(1)]))
  .meta({ title: 'when', description: 'Holds when every named axis has the value, or one of the values.' });
const value = z
  .unknown()
  .meta({
    title: 'value',
    description: 'Text, number, true/false, list or map; { file: path } alone reads it from a file.',
  });
const wrap = z
  .strictObject({ before: text.optional(), after: text.optional() })
  .meta({ title: 'wrap', description: 'Text that the program puts round the value. It vanishes with an empty value.' });

const exactlyOne = (keys: readonly string[]) => (v: Record<string, unknown>, ctx: z.core.$RefinementCtx) => {
  const has = keys.filter((k) => v[k] !== undefined);
  if (has.length !== 1)
    ctx.addIssue({
      code: 'custom',
      message: `exactly one of ${keys.join(', ')}` + (has.length ? ` (found ${has.join(', ')})` : ''),
    });
};

// --- parts -----------------------------------------------------------------------------------------------------
const slotPart = z
  .strictObject({
    file: path.optional(),
    slot: slotName.optional(),
    text: text.optional(),
    when: when.optional(),
    unlessEmpty: slotName.optional(),
  })
  .superRefine(exactlyOne(['file', 'slot', 'text']));

const part = z
  .strictObject({
    file: path.optional(),
    slot: slotName.optional(),
    text: text.optional(),
    messages: z.literal(true).optional(),
    layer: name.optional(),
    message: z.enum(['system', 'developer', 'user', 'assistant']).optional(),
    when: when.optional(),
    unlessEmpty: slotName.optional(),
    ifAbsent: z.literal(true).optional(),
    fallback: path.optional(),
  })
  .superRefine(exactlyOne(['file', 'slot', 'text', 'messages']))
  .superRefine((v, ctx) => {
    if (v.ifAbsent && !v.slot)
      ctx.addIssue({
        code: 'custom',
        path: ['ifAbsent'],
        message: 'only a slot part can be left out because its slot already stands in the text',
      });
    if (v.fallback && !v.file)
      ctx.addIssue({ code: 'custom', path: ['fallback'], message: 'a second copy is the copy of a file' });
    if (v.messages && v.message)
      ctx.addIssue({ code: 'custom', path: ['message'], message: 'the conversation brings its own roles' });
  });

// --- axes, layers, slots ---------------------------------------------------------------------------------------
const axis = z
  .union([
    z.array(scalar).min(1),
    z.strictObject({
      values: z.array(scalar).min(1),
      default: z.union([scalar, z.strictObject({ by: name, map: z.record(z.string(), scalar) })]).optional(),
      description: text.optional(),
    }),
  ])
  .meta({ title: 'axis', description: 'What selects a variant. A list: the first value is the default.' });

const layerBudget = z.strictObject({
  strategy: z.enum(['fixed', 'proportional', 'elastic', 'negligible']).optional(),
  max: count.optional(),
  perItem: count.optional(),
});

const layer = z.strictObject({
  id: name,
  title: text.optional(),
  description: text.optional(),
  setBy: text.optional(),
  property: text.optional(),
  trust,
  lifetime,
  stable: reason.optional(),
  starts: z
    .union([text.min(1), z.array(text.min(1)).min(1)])
    .optional()
    .meta({
      title: 'starts',
      description:
        'How the line begins with which the region of this layer begins: a heading, a banner, an opening tag, any words. Quote it.',
    }),
  slots: z.array(slotName).optional().meta({ description: 'Slots whose values are this layer, wherever they stand.' }),
  budget: layerBudget.optional(),
});

const max = z.strictObject({
  chars: count.optional(),
  tokens: count.optional(),
  cut: z.enum(['end', 'refuse']).optional(),
});
const variant = z.strictObject({
  when,
  item: text.optional(),
  join: text.optional(),
  wrap: wrap.optional(),
  max: max.optional(),
});

const slot = z.strictObject({
  description: text.optional(),
  setBy: text.optional(),
  property: text.optional(),
  type: z.enum(['text', 'line', 'list', 'json', 'number', 'date', 'boolean']).optional(),
  trust: trust.optional(),
  lifetime: lifetime.optional(),
  stable: reason.optional(),
  required: z.boolean().optional(),
  when: when.optional(),
  default: value.optional(),
  sample: value.optional(),
  parts: z.array(slotPart).min(1).optional(),
  item: text.optional(),
  join: text.optional(),
  wrap: wrap.optional(),
  max: max.optional(),
  variants: z.array(variant).min(1).optional(),
  escape: z.enum(['xml', 'json']).optional(),
  expand: z.boolean().optional(),
  fixedOrder: z.boolean().optional(),
  fields: z
    .record(
      z.string(),
      z.strictObject({
        max: z.number().positive().optional(),
        when: when.optional(),
        description: text.optional(),
        setBy: text.optional(),
      }),
    )
    .optional(),
  defer: z
    .strictObject({ group: z.string(), perGroup: count.optional(), total: count.optional(), item: text.optional() })
    .optional(),
  redact: z.strictObject({ text, when: when.optional() }).optional(),
});

// --- cache, budget, scenarios, rules ---------------------------------------------------------------------------
const place = z.enum(['tools', 'system', 'current-turn', 'tail']);
const breakpoint = z.union([
  place,
  z
    .strictObject({
      at: place.optional(),
      after: name.optional(),
      slot: slotName.optional(),
      marker: text.min(1).optional(),
      reuse: lifetime.optional(),
    })
    .superRefine(exactlyOne(['at', 'after', 'slot', 'marker'])),
]);
const cache = z.strictObject({
  breakpoints: z.array(breakpoint).min(1),
  when: when.optional(),
  scope: z.strictObject({ line: text.min(1), when: when.optional() }).optional(),
});

const message = z.strictObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  text: z.union([text, z.array(text).min(1)]).meta({ description: 'A list is one message of several content blocks.' }),
});
const scenario = z.strictObject({
  description: text.optional(),
  model: name.optional(),
  select: z.record(name, scalar).optional(),
  values: z.record(slotName, value).optional(),
  messages: z.union([z.array(message), z.strictObject({ file: path })]).optional(),
});

const rule = z.union([
  z.enum(LEVEL),
  z.strictObject({
    level: z.enum(LEVEL),
    slots: z.array(slotName).optional(),
    layers: z.array(name).optional(),
    why: reason,
  }),
]);
const rules = z.partialRecord(z.enum(CODES), rule);

// --- system, manifest, front matter ----------------------------------------------------------------------------
const systemShape = {
  title: text.optional(),
  description: text.optional(),
  model: name.optional(),
  dialect: z
    .union([z.enum(DIALECT), z.array(z.enum(DIALECT)).min(1)])
    .meta({ description: 'How slots are written. Several: the program renders once with each, in this order.' }),
  options: z
    .strictObject({
      trimBlocks: z.boolean().optional(),
      lstripBlocks: z.boolean().optional(),
      keepFinalNewline: z.boolean().optional(),
      escapeHtml: z.boolean().optional(),
    })
    .optional(),
  includes: z.union([path, z.array(path).min(1)]).optional(),
  trim: z.boolean().optional(),
  axes: z.record(name, axis).optional(),
  layers: z.array(layer).min(1).optional(),
  slots: z.record(slotName, slot).optional(),
  cache: cache.optional(),
  budget: z
    .strictObject({
      prompt: count.optional(),
      reserve: count.optional(),
      trigger: z.number().gt(0).lte(1).optional(),
      stop: z.number().gt(0).lte(1).optional(),
    })
    .optional(),
  strip: z.strictObject({ from: text.min(1), until: text.min(1).optional(), when: when.optional() }).optional(),
  scenarios: z.record(name, scenario).optional(),
  rules: rules.optional(),
};

export const system = z
  .strictObject({
    ...systemShape,
    template: path.optional(),
    parts: z.array(part).min(1).optional(),
    join: text.optional(),
  })
  .superRefine(exactlyOne(['template', 'parts']))
  .meta({ title: 'prompt system' });

export const model = z.strictObject({
  tokenizer: z.string().optional(),
  window: count.optional(),
  cache: z
    .strictObject({
      minimum: count.optional(),
      breakpoints: z.number().int().nonnegative().optional(),
      lookback: count.optional(),
    })
    .optional(),
  price: z
    .strictObject({ input: z.number(), cacheWrite: z.number().optional(), cacheRead: z.number().optional() })
    .optional(),
});

export const manifest = z
  .strictObject({
    version: z.literal(1),
    models: z.record(name, model).optional(),
    rules: rules.optional(),
    systems: z.record(name, system).refine((v) => Object.keys(v).length > 0, 'at least one system'),
  })
  .meta({ title: 'strata.yaml', description: 'Prompt systems: their layers, slots, parts, cache and budget.' });

/** `strata:` in the front matter of a template; every other key there belongs to somebody else. */
export const frontMatter = z.looseObject({ strata: z.strictObject(systemShape) });

export type Manifest = z.infer<typeof manifest>;
export type System = z.infer<typeof system>;
export type Slot = z.infer<typeof slot>;
export type Layer = z.infer<typeof layer>;
export type Part = z.infer<typeof part>;
