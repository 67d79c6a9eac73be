/** A manifest with every key of the format. */
export const WHOLE = `version: 1
models:
  house:
    tokenizer: o200k_base
    window: 128000
    cache: { minimum: 1024, breakpoints: 4, lookback: 20 }
    price: { input: 2.5, cacheWrite: 3, cacheRead: 0.25 }
rules:
  slot.unused: off
systems:
  turn:
    title: A turn
    description: What is sent for one turn.
    model: house
    dialect: [single-brace, jinja]
    options: { trimBlocks: true, lstripBlocks: true, keepFinalNewline: false, escapeHtml: false }
    includes: [shared, partials]
    trim: true
    parts:
      - { file: core.md, layer: core, when: { kind: [main, sub] }, fallback: "texts.json#core" }
      - { slot: notes, ifAbsent: true, unlessEmpty: notes }
      - { text: "End of the rules.", message: developer }
      - { messages: true, layer: talk }
    join: "\\n\\n---\\n\\n"
    axes:
      kind: [main, sub, 3, true]
      mode:
        values: [small, large]
        default: { by: kind, map: { main: large, sub: small, 3: small, true: small } }
        description: How much is sent.
      size: { values: [1, 2], default: 2 }
    layers:
      - id: core
        title: Core
        description: The rules.
        setBy: the product
        property: CORE
        trust: instructions
        lifetime: static
        stable: The same for everybody.
        starts: ["# Core", "=== CORE"]
        budget: { strategy: fixed, max: 3000 }
      - id: notes
        trust: data
        lifetime: user
        starts: "## Notes"
        slots: [notes, tools]
        budget: { strategy: proportional, perItem: 40 }
      - { id: talk, trust: request, lifetime: thread, budget: { strategy: elastic } }
      - { id: where, trust: facts, lifetime: day, budget: { strategy: negligible } }
    slots:
      notes:
        description: What is known.
        setBy: the user
        property: NOTES
        type: text
        trust: data
        lifetime: user
        stable: Rarely written.
        required: true
        when: { kind: main }
        default: none
        parts:
          - { file: a.txt, when: { mode: small } }
          - { slot: tools, unlessEmpty: tools }
          - { text: "-" }
        join: "\\n"
        wrap: { before: "<notes>", after: "</notes>" }
        max: { chars: 2000, tokens: 500, cut: refuse }
        escape: xml
        expand: false
        redact: { text: "[see below]", when: { kind: sub } }
      tools:
        type: list
        sample: { file: tools.yaml }
        item: "- {name}: {text}"
        fixedOrder: true
        defer: { group: server, perGroup: 10, total: 30, item: "- {name}" }
        variants:
          - { when: { mode: large }, item: "## {name}", join: "\\n\\n", wrap: { before: "Tools:" }, max: { cut: end, tokens: 9 } }
      state:
        type: json
        max: { chars: 9000 }
        fields: { log: { max: 0.25, when: { kind: main }, setBy: the server, description: The last lines. } }
      bare:
    cache:
      breakpoints:
        - tools
        - { at: system, reuse: profile }
        - { after: core }
        - { slot: mark, reuse: call }
        - { marker: "<<cut>>" }
      when: { kind: main }
      scope: { line: "[scope {notes}]", when: { mode: small } }
    budget: { prompt: 60000, reserve: 4000, trigger: 0.65, stop: 0.5 }
    strip: { from: "OUTPUT:", until: "===", when: { kind: main } }
    scenarios:
      first:
        description: The usual.
        model: house
        select: { kind: sub, size: 1 }
        values: { notes: "", tools: [], state: { a: 1 }, bare: null }
        messages:
          - { role: user, text: Hello }
          - { role: assistant, text: [Hello., What now?] }
      second: { messages: { file: talk.yaml } }
      third:
    rules:
      order.trust: { level: warning, layers: [notes], why: Made by code. }
      trust.unfenced: { slots: [notes], why: Made by code. }
      cache.order: hint
`;
