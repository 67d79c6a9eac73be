// The shape of the manifest: one zod schema for `strata.yaml` and for the key `strata:` of a YAML head, and the only
// importer of zod. Only shapes live here; whether a layer, slot, axis or file exists is asked by rules. Every key has a
// description: it becomes the hover, the completion, the documentation page and the JSON schema. What runs reads a
// manifest by `shapes.generated.ts`, which is made from here, and knows only the types of this file.
//
// Invariant: the branches of every union differ in their JSON type at the root (text or map, list or map), so that a
// wrong value can be answered with the branch that was meant.
import * as z from 'zod';
import { CODES } from './codes.generated';
import { DIALECT, DIALECT_MEANINGS } from './dialects.generated';
import { NAME, NAME_MEANS, SLOT_NAME, SLOT_NAME_MEANS } from './nameSpelling';
import { OBJECTORS } from './objections';
import { LIFETIME, LIFETIME_MEANINGS, TRUST, TRUST_MEANINGS } from './scales';

const LEVEL = ['off', 'hint', 'info', 'warning', 'error'] as const;

// --- Words and numbers -------------------------------------------------------------------------------------------

const name = z.string().regex(NAME, NAME_MEANS);
const modelName = z.string().regex(/^\S+$/, 'must be the id of a model, without spaces');
const slotName = z.string().regex(SLOT_NAME, SLOT_NAME_MEANS);
const text = z.string();
const someText = z.string().min(1, 'must not be empty');
const reason = z.string().regex(/\S/, 'must give the reason in words');
const count = z.int('must be a whole number').positive('must be a whole number above 0');
const share = z.number().gt(0, 'must be a share above 0 and at most 1').lte(1, 'must be a share above 0 and at most 1');
const price = z.number().nonnegative('must be a price of 0 or more');
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const path = z.string().min(1, 'must be the path of a file');
const value = z.unknown();

/** A description for a key, and what else is known about it: its default, words for its values. */
const key = <T extends z.ZodType>(schema: T, description: string, more: Record<string, unknown> = {}): T =>
  schema.meta({ description, ...more }) as T;
const opt = <T extends z.ZodType>(schema: T, description: string, more?: Record<string, unknown>) =>
  key(schema.optional(), description, more);

/** A choice of words, each with what it means. `title` is the noun for one of them. */
const words = <const V extends readonly [string, ...string[]]>(
  title: string,
  values: V,
  meanings: Readonly<Record<V[number], string>>,
) => z.enum(values).meta({ title, enumDescriptions: values.map((word: V[number]) => meanings[word]) });

/** Demands exactly one of the keys; said again in words that JSON Schema understands. */
const exactlyOne = <T extends z.ZodObject>(schema: T, keys: readonly string[]): T =>
  schema
    .superRefine((entry: Record<string, unknown>, context) => {
      const found = keys.filter((k) => entry[k] !== undefined);
      if (found.length !== 1)
        context.addIssue({ code: 'custom', message: `must have exactly one of ${keys.join(', ')}` });
    })
    .meta({ oneOf: keys.map((k) => ({ required: [k] })) });

const trust = words('trust', TRUST, TRUST_MEANINGS);
const lifetime = words('lifetime', LIFETIME, LIFETIME_MEANINGS);
const LIFETIME_MEANS = 'How long the text stays the same. What may stand in the cached prefix is judged by it.';

const when = z.record(name, z.union([scalar, z.array(scalar).min(1, 'needs at least one value')])).meta({
  title: 'condition',
  description: 'Holds when every axis named here has the value, or one of the values.',
});
const whenDo = (what: string) =>
  opt(when, `${what} Holds when every axis named here has the value, or one of the values.`);
const wrap = z
  .strictObject({
    before: opt(text, 'Text that the program puts before the value.'),
    after: opt(text, 'Text that the program puts after the value.'),
  })
  .meta({ title: 'wrap' });
const WRAP_MEANS = 'Text that the program puts round the value. It vanishes with an empty value.';

// --- Parts -------------------------------------------------------------------------------------------------------

const slotPart = exactlyOne(
  z.strictObject({
    file: opt(path, 'A file whose text is this piece of the value.'),
    slot: opt(slotName, 'A slot whose value is this piece.'),
    text: opt(text, 'The text of this piece.'),
    when: whenDo('The piece is used only then.'),
    unlessEmpty: opt(slotName, 'The piece is left out when this slot is empty.'),
  }),
  ['file', 'slot', 'text'],
).meta({ title: 'part of a value' });

const part = exactlyOne(
  z.strictObject({
    file: opt(path, 'A file that is this part of the prompt.'),
    slot: opt(slotName, 'A slot that is this part of the prompt.'),
    text: opt(text, 'Text that is this part of the prompt.'),
    messages: opt(z.literal(true), 'The conversation of the scenario stands here.'),
    layer: opt(name, 'The layer whose text this is. Without it, `starts` divides a file, and a slot is its layer’s.'),
    message: opt(
      z.enum(['system', 'developer', 'user', 'assistant']),
      'Begins a new message of this role. Without it the part goes on with the message before; the first part begins a system message.',
    ),
    when: whenDo('The part is sent only then.'),
    unlessEmpty: opt(slotName, 'The part is left out when this slot is empty.'),
    ifAbsent: opt(z.literal(true), 'For a slot: left out when an earlier part of the same message holds the slot.'),
    fallback: opt(path, 'For a file: a second copy that must stay equal, a file or `file#key`.'),
  }),
  ['file', 'slot', 'text', 'messages'],
)
  .superRefine((entry, context) => {
    for (const { key: at, message } of OBJECTORS.part(entry)) context.addIssue({ code: 'custom', path: [at], message });
  })
  .meta({ title: 'part' });

// --- Axes, layers, slots -----------------------------------------------------------------------------------------

const axisValues = z.array(scalar).min(1, 'needs at least one value');
const axis = z
  .union([
    axisValues,
    z.strictObject({
      values: key(axisValues, 'The values it can have. The first is the default when `default` says nothing else.'),
      default: opt(
        z.union([
          scalar,
          z
            .strictObject({
              by: key(name, 'The axis that decides.'),
              map: key(z.record(z.string(), scalar), 'For each value of that axis, the value of this one.'),
            })
            .meta({ title: 'default by another axis' }),
        ]),
        'The value when nothing selects one: a value, or `{ by: axis, map: { … } }` to follow another axis.',
      ),
      description: opt(text, 'What it selects, in words.'),
    }),
  ])
  .meta({
    title: 'axis',
    description: 'What selects a variant. A list of values, the first being the default, or a map.',
  });

const strategy = words('strategy', ['fixed', 'proportional', 'elastic', 'negligible'], {
  fixed: 'At most `max` tokens.',
  proportional: 'At most `perItem` tokens for each item of its lists.',
  elastic: 'As long as there is room; no limit unless `max` gives one.',
  negligible: 'Too small to matter: at most 500 tokens unless `max` says otherwise.',
});

const layer = z
  .strictObject({
    id: key(name, 'The name by which the manifest and the findings call the layer.'),
    title: opt(text, 'How the layer is called where people see it. Default: its id.'),
    description: opt(text, 'What the layer is for.'),
    setBy: opt(text, 'Who writes this text: a person, a program, a service.'),
    property: opt(text, 'Where in the program it is set: a property, a constant, a table.'),
    trust: key(trust, 'Whether the model may obey this text.'),
    lifetime: key(lifetime, LIFETIME_MEANS),
    stable: opt(reason, 'The reason why it may stand in the cached prefix although its lifetime is short.'),
    starts: opt(
      z.union([someText, z.array(someText).min(1, 'needs at least one beginning')]),
      'How the line begins with which the region of this layer begins: a heading, a banner, an opening tag, any words. Quote it.',
    ),
    slots: opt(z.array(slotName), 'Slots whose values are this layer, wherever they stand.'),
    budget: opt(
      z
        .strictObject({
          strategy: opt(strategy, 'How the size is limited.'),
          max: opt(count, 'The most tokens that the layer may have.'),
          perItem: opt(count, 'The most tokens for each item, with the strategy proportional.'),
        })
        .meta({ title: 'layer budget' }),
      'How many tokens the layer may have.',
    ),
  })
  .meta({ title: 'layer' });

const max = z
  .strictObject({
    chars: opt(count, 'The most characters (UTF-16 code units).'),
    tokens: opt(count, 'The most tokens.'),
    cut: opt(
      words('cut', ['end', 'refuse'], {
        end: 'It is cut at the end.',
        refuse: 'It is refused, and nothing is sent.',
      }),
      'What the program does with a longer value.',
      { default: 'end' },
    ),
  })
  .meta({ title: 'limit' });
const MAX_MEANS =
  'The longest value that the program sends. A list is cut by whole items; a JSON value stays valid JSON.';
const ITEM_MEANS =
  'How one item of a list is written: `{field}` stands for a field, `{item}` for a plain item. Quote it.';

const variant = z
  .strictObject({
    when: key(when, 'The axes that choose this variant: a value, or one of several.'),
    item: opt(text, ITEM_MEANS),
    join: opt(text, 'What stands between the items or parts.'),
    wrap: opt(wrap, WRAP_MEANS),
    max: opt(max, MAX_MEANS),
  })
  .meta({ title: 'variant' });

const field = z
  .strictObject({
    max: opt(
      z.number().positive('must be a number above 0'),
      'A share of `max.chars` when at most 1, else characters.',
    ),
    when: whenDo('The field is sent only then.'),
    setBy: opt(text, 'Who sets the field.'),
    description: opt(text, 'What the field holds.'),
  })
  .meta({ title: 'field' });

const slotType = words('type', ['text', 'line', 'list', 'json', 'number', 'date', 'boolean'], {
  text: 'Text of any length.',
  line: 'Text in which the program lets no line break through.',
  list: 'A list, each item written by `item`.',
  json: 'Data: written as JSON where a template prints it whole, and as it is where an engine goes into it.',
  number: 'A number.',
  date: 'A date.',
  boolean: 'True or false.',
});
const escaping = words('escape', ['xml', 'json'], {
  xml: '`&`, `<`, `>` and `"` become entities.',
  json: 'As inside a JSON string.',
});

const slot = z
  .strictObject({
    description: opt(text, 'What the slot holds.'),
    setBy: opt(text, 'Who fills the slot, where that differs from its layer.'),
    property: opt(text, 'Where in the program it is set, where that differs from its layer.'),
    type: opt(slotType, 'What kind of value it holds.', { default: 'text' }),
    trust: opt(trust, 'Whether the model may obey the value, where that differs from its layer.'),
    lifetime: opt(lifetime, `${LIFETIME_MEANS} Only where it differs from its layer.`),
    stable: opt(reason, 'The reason why it may stand in the cached prefix although its lifetime is short.'),
    required: opt(z.boolean(), 'It must stand in the text and must never be empty.', { default: false }),
    when: whenDo('The program fills the slot only then; otherwise it is empty.'),
    default: opt(value, 'The value when a scenario gives none. `{ file: path }` reads it from a file.'),
    sample: opt(value, 'A value to show when nothing else gives one. `{ file: path }` reads it from a file.'),
    parts: opt(z.array(slotPart).min(1, 'needs at least one part'), 'The pieces that the value is assembled from.'),
    item: opt(text, ITEM_MEANS),
    join: opt(
      text,
      'What stands between the parts (default: a blank line) or the items of a list (default: a line break).',
    ),
    wrap: opt(wrap, WRAP_MEANS),
    max: opt(max, MAX_MEANS),
    variants: opt(
      z.array(variant).min(1, 'needs at least one variant'),
      'Other ways to write the value. For each key, the first variant that holds wins over the key of the slot.',
    ),
    escape: opt(escaping, 'How the program escapes the value.'),
    expand: opt(z.boolean(), 'The value is template text: the slots in it are filled as well.', { default: false }),
    fixedOrder: opt(z.boolean(), 'A list or JSON value that always comes in the same order.', { default: false }),
    fields: opt(z.record(z.string(), field), 'More about the fields of a JSON value.'),
    defer: opt(
      z
        .strictObject({
          group: key(someText, 'The field by which the items are grouped.'),
          perGroup: opt(count, 'More items of one group than this are deferred.'),
          total: opt(count, 'When all groups together have more items than this, all of them are deferred.'),
          item: opt(text, 'How a deferred item is written. Without it, it is left out.'),
        })
        .meta({ title: 'defer' }),
      'Items of a long list that the program only names, or leaves out.',
    ),
    redact: opt(
      z
        .strictObject({
          text: key(text, 'What stands in the text in place of the value.'),
          when: whenDo('The value is replaced only then.'),
        })
        .meta({ title: 'redact' }),
      'What stands in the text in the place of the value, while a part sends the value itself.',
    ),
  })
  .meta({ title: 'slot' });

// --- Cache, scenarios, rules -------------------------------------------------------------------------------------

const cachePlace = words('place', ['tools', 'system', 'current-turn', 'tail'], {
  tools: 'After the schemas of the tools.',
  system: 'At the end of the first message.',
  'current-turn': 'Before the last message of the user.',
  tail: 'Behind the last message of the conversation.',
});
const breakpoint = z
  .union([
    cachePlace,
    exactlyOne(
      z.strictObject({
        at: opt(cachePlace, 'A place in the request.'),
        after: opt(name, 'Behind the last character of this layer.'),
        slot: opt(slotName, 'Where this slot stands. It renders to nothing.'),
        marker: opt(someText, 'Where this text stands. It is taken out.'),
        reuse: opt(
          lifetime,
          'How long the prefix is meant to be read again. Default: profile in the first message, call behind it.',
        ),
      }),
      ['at', 'after', 'slot', 'marker'],
    ),
  ])
  .meta({ title: 'breakpoint' });

const cache = z
  .strictObject({
    breakpoints: opt(
      z.array(breakpoint).min(1, 'needs at least one breakpoint'),
      'Where a cached prefix ends: all of them, in the order of the request.',
    ),
    when: whenDo('The program marks the prompt only then.'),
    scope: opt(
      z
        .strictObject({
          line: key(someText, 'The line. It may hold slots.'),
          when: whenDo('The line is sent only then.'),
        })
        .meta({ title: 'scope line' }),
      'A first line of the cached text that keeps tenants apart.',
    ),
  })
  .meta({ title: 'cache' });

const message = z
  .strictObject({
    role: key(z.enum(['system', 'developer', 'user', 'assistant', 'tool']), 'Who speaks.'),
    text: key(
      z.union([text, z.array(text).min(1, 'needs at least one block')]),
      'What is said. A list is one message of several content blocks.',
    ),
  })
  .meta({ title: 'message' });

const scenario = z
  .strictObject({
    description: opt(text, 'What the scenario shows.'),
    model: opt(modelName, 'The model of this scenario. Default: that of the system.'),
    select: opt(z.record(name, scalar), 'The axes that differ from their defaults.'),
    values: opt(
      z.record(slotName, value),
      'Values of slots. `{ file: path }` reads one from a file; "", null and [] are empty.',
    ),
    messages: opt(
      z.union([
        z.array(message),
        z
          .strictObject({ file: key(path, 'A YAML or JSON file with a list of messages.') })
          .meta({ title: 'conversation file' }),
      ]),
      'The conversation: a list of messages, or `{ file: path }`.',
    ),
  })
  .meta({ title: 'scenario' });

const level = words('level', LEVEL, {
  off: 'Not shown.',
  hint: 'Shown by a faint mark.',
  info: 'Information.',
  warning: 'A warning.',
  error: 'An error.',
});
const rule = z
  .union([
    level,
    z.strictObject({
      level: opt(level, 'The level from now on.', { default: 'off' }),
      slots: opt(z.array(slotName), 'Only findings about these slots.'),
      layers: opt(z.array(name), 'Only findings about these layers.'),
      why: key(reason, 'The reason for the exception.'),
    }),
  ])
  .meta({ title: 'rule' });
const rules = z.partialRecord(z.enum(CODES), rule);
const RULES_MEAN = 'Levels of findings, and exceptions with their reason, by the code of the rule.';

// --- System, manifest, head --------------------------------------------------------------------------------------

/** What opens or closes a tag. White space would be taken for that of a tag, and a line break ends a line. */
const delimiterMark = z.string().regex(/^[^\s]{1,20}$/, 'must be one to twenty characters without white space');
const delimiterPair = z
  .string()
  .regex(/^[^\s]{1,20} [^\s]{1,20}$/, 'must be what opens and what closes, with a blank between them: `<% %>`');

const dialect = words('dialect', DIALECT, DIALECT_MEANINGS);

/** Keys of a system in the order of the documentation; between the two groups stands what a head does not have. */
const firstKeys = {
  title: opt(text, 'How the system is called where people see it. Default: its id.'),
  description: opt(text, 'What the prompt is for.'),
  model: opt(modelName, 'The model that reads the prompt. Without one there is no verdict about window and cache.'),
  dialect: key(
    z.union([dialect, z.array(dialect).min(1, 'needs at least one dialect')]),
    'How a slot is written. Several: the program renders once with each, in this order.',
  ),
  options: opt(
    z
      .strictObject({
        trimBlocks: opt(z.boolean(), 'Jinja: the line break after a block tag is taken out.'),
        lstripBlocks: opt(
          z.boolean(),
          'Jinja: white space before a block tag at the beginning of a line is taken out.',
        ),
        keepFinalNewline: opt(z.boolean(), 'Jinja: the final line break of a file stays.'),
        escapeHtml: opt(z.boolean(), 'The engine writes HTML entities for `& < > "` in values.'),
        missing: opt(
          words('missing value', ['empty', 'error', 'chain', 'show'] as const, {
            empty: 'It prints nothing: `missingkey=zero` of Go with a map of texts.',
            error:
              'It ends the rendering: StrictUndefined of Jinja, `missingkey=error` of Go, `strict` of Handlebars, `strictVariables` of LiquidJS.',
            chain: 'It prints nothing, and so does a field of it: ChainableUndefined of Jinja.',
            show: 'Its name is printed in two braces: DebugUndefined of Jinja.',
          }),
          'Jinja, Go, Handlebars and Liquid: what a name or field does that is not there. Default: what the engine does by itself.',
        ),
        delimiters: opt(
          z
            .strictObject({
              slot: opt(
                delimiterPair,
                'What opens and closes a slot: `variable_start_string` of Jinja, `outputDelimiterLeft` of LiquidJS, `Delims` of Go, the tags of mustache. In Go and mustache all tags are written so.',
              ),
              statement: opt(
                delimiterPair,
                'Jinja and Liquid: what opens and closes a statement: `block_start_string`, `tagDelimiterLeft`.',
              ),
              comment: opt(delimiterPair, 'Jinja: what opens and closes a comment: `comment_start_string`.'),
            })
            .meta({ title: 'delimiters' }),
          'Jinja, Liquid, Go and mustache: what opens and closes a tag, such as `slot: <% %>`. Default: what the engine has by itself.',
        ),
        lineStatement: opt(
          delimiterMark,
          'Jinja: what begins a line that is a statement, such as `#`: `line_statement_prefix`.',
        ),
        lineComment: opt(
          delimiterMark,
          'Jinja: what begins a comment that ends with its line, such as `##`: `line_comment_prefix`.',
        ),
        indentPartials: opt(
          z.boolean(),
          'Handlebars: every line of a partial is indented as its tag is. `false`: `preventIndent`.',
          { default: true },
        ),
        strictFilters: opt(z.boolean(), 'Liquid: a filter that nobody has ends the rendering.'),
        lenientIf: opt(
          z.boolean(),
          'Liquid, with `missing: error`: conditions and the filter `default` may ask for a name that is not there.',
        ),
        functions: opt(
          z.array(text),
          'Filters, tests, helpers, functions and globals that the program adds to its engine. They are offered, are no unknown slots, and what they print is left for the program.',
        ),
      })
      .meta({ title: 'engine options' }),
    'What the program sets on its template engine. Default: what the engine does by itself.',
  ),
  includes: opt(
    z.union([path, z.array(path).min(1, 'needs at least one folder')]),
    'Folders where includes and partials are looked up, after the folder of the including file.',
  ),
  trim: opt(z.boolean(), 'The program takes white space off both ends of files, texts and list items.', {
    default: false,
  }),
};
const laterKeys = {
  axes: opt(z.record(name, axis), 'What selects a variant of the prompt, by name.'),
  layers: opt(
    z.array(layer).min(1, 'needs at least one layer'),
    'The layers, in the order in which the model reads them. Default: one layer, without rules of order and trust.',
  ),
  slots: opt(z.record(slotName, slot), 'More about a slot, by name: its type, samples, limits.'),
  cache: opt(cache, 'What the program does for the prompt cache of the provider.'),
  budget: opt(
    z
      .strictObject({
        prompt: opt(count, 'The most tokens of the prompt, without the conversation.'),
        reserve: opt(count, 'Tokens of the window that are kept for the answer.'),
        trigger: opt(share, 'The share of window − reserve at which the program begins to compact the conversation.'),
        stop: opt(share, 'The share of window − reserve at which compaction stops.'),
      })
      .meta({ title: 'budget' }),
    'How many tokens the whole may have.',
  ),
  strip: opt(
    z
      .strictObject({
        from: key(someText, 'How the first line that is taken out begins. Quote it.'),
        until: opt(
          someText,
          'How the next line that stays begins. Without it, all lines to the end of the message go.',
        ),
        when: whenDo('The lines are taken out only then.'),
      })
      .meta({ title: 'strip' }),
    'Lines that the program takes out before sending.',
  ),
  scenarios: opt(
    z.record(name, scenario),
    'Named sets of choices, values and messages with which the prompt is shown and checked. The first is the one shown.',
  ),
  rules: opt(rules, RULES_MEAN),
};

export const headSystem = z.strictObject({ ...firstKeys, ...laterKeys }).meta({
  title: 'prompt system',
  description: 'The prompt of this file: its dialect, layers, slots, cache and budget.',
});

const system = exactlyOne(
  z.strictObject({
    ...firstKeys,
    template: opt(
      path,
      'The text of the prompt: a file; a pattern such as `prompts/*.md` (each file is a system of its own); or `file#key` for a text in a YAML or JSON file.',
    ),
    parts: opt(
      z.array(part).min(1, 'needs at least one part'),
      'The prompt as it is assembled: every part whose `when` holds, in this order.',
    ),
    join: opt(text, 'What stands between the parts of one message. An empty part takes its join with it.', {
      default: '\n\n',
    }),
    ...laterKeys,
  }),
  ['template', 'parts'],
).meta({ title: 'prompt system' });

const model = z
  .strictObject({
    tokenizer: opt(someText, 'The encoding that counts its tokens, such as o200k_base.'),
    window: opt(count, 'How many tokens fit into the context window.'),
    cache: opt(
      z
        .strictObject({
          minimum: opt(count, 'The fewest tokens that the provider caches.'),
          breakpoints: opt(
            z.int('must be a whole number').nonnegative('must be a whole number, 0 or more'),
            'How many marks the provider takes; 0: it finds the prefix by itself.',
          ),
          lookback: opt(count, 'How many blocks before a mark the provider looks for an older entry.'),
        })
        .meta({ title: 'provider cache' }),
      'The prompt cache of the provider. Without it there is none.',
    ),
    price: opt(
      z
        .strictObject({
          input: opt(price, 'Price of a million tokens of input.'),
          cacheWrite: opt(price, 'Price of a million tokens written to the cache.'),
          cacheRead: opt(price, 'Price of a million tokens read from the cache.'),
        })
        .meta({ title: 'price' }),
      'Prices, in the currency of the provider.',
    ),
  })
  .meta({ title: 'model' });

export const manifest = z
  .strictObject({
    version: key(z.literal(1), 'The version of this format. It is 1.'),
    models: opt(z.record(modelName, model), 'Facts about models, laid over the built-in table key by key.'),
    rules: opt(rules, `${RULES_MEAN} For every system of this file.`),
    systems: key(
      z.record(name, system).refine((all) => Object.keys(all).length > 0, 'needs at least one system'),
      'The prompts of this folder, by id: each as the program assembles it.',
    ),
  })
  .meta({
    title: 'manifest',
    description: 'The manifest of Strata, strata.yaml: prompts, their layers, slots, parts, cache and budget.',
  });

/** What a manifest holds as plain data, once the schema accepts it; `model/resolve.ts` makes systems of it. */
export type Manifest = z.infer<typeof manifest>;
/** A system as it is written. What it means, with everything looked up, is a `PromptSystem`. */
export type System = z.infer<typeof system>;
/** A slot as it is written under `slots`; a slot that only a layer lists has none. */
export type Slot = z.infer<typeof slot>;
export type Layer = z.infer<typeof layer>;
export type Part = z.infer<typeof part>;

/** The schema type of zod, so that the shape can be read without importing zod a second time. */
export type Schema = z.ZodType;

/** Entries of which a name alone says enough: `kb:` with nothing behind it declares a slot. */
const needNothing: readonly unknown[] = [slot, scenario, field, model];

/** The manifest as a JSON schema (draft 7), for editors that read one. */
export function jsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(manifest, {
    target: 'draft-07',
    io: 'input',
    override({ zodSchema, jsonSchema: made }) {
      if (needNothing.includes(zodSchema)) Object.assign(made, { type: ['object', 'null'] });
      // In JSON a key is always text. A checker of YAML takes the key `3:` for a number and would complain.
      if (typeof made.propertyNames === 'object') delete made.propertyNames.type;
    },
  }) as Record<string, unknown>;
}
