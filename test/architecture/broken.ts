// Invented programs that break a law, by the name of the law: proof that each check can fail.

interface Broken {
  readonly files: Readonly<Record<string, string>>;
  /** What is said, without the law itself. */
  readonly says: readonly string[];
}

const client = { 'client/src/preview/messages.ts': "import { pick } from '../pick';\n" };

export const broken: Readonly<Record<string, readonly Broken[]>> = {
  'imports can be read': [
    {
      files: { 'server/src/text/a.ts': "import { b } from './b';\nimport './look.css';\nconst c = import(name);\n" },
      says: [
        'server/src/text/a.ts:1 imports ./b, which is no source file',
        'server/src/text/a.ts:3 imports something computed',
      ],
    },
  ],

  floors: [
    {
      files: {
        'server/src/text/span.ts': "import type { Word } from '../model/words';\n",
        'server/src/model/words.ts': '',
      },
      says: ['server/src/text/span.ts:1 imports server/src/model/words.ts; text may import nothing'],
    },
    {
      files: {
        'server/src/features/hover.ts':
          "import { run } from '../rules/run';\nexport { rule } from '../rules/slotUnknown';\n",
        'server/src/rules/run.ts': '',
        'server/src/rules/slotUnknown.ts': '',
      },
      says: [
        'server/src/features/hover.ts:2 imports server/src/rules/slotUnknown.ts; features may import text, syntax, model, tokens, render, rules/rule, rules/run, rules/hostile/hostile, rules/facts/fences/fenceFix, rules/facts/manifest/manifestEdit, rules/facts/prefix, workspace, protocol',
      ],
    },
    {
      files: { 'server/src/protocol.ts': "import { S } from './service';\n", 'server/src/service.ts': '' },
      says: ['server/src/protocol.ts:1 imports server/src/service.ts; protocol may import nothing'],
    },
    {
      files: { 'server/src/magic/wand.ts': '' },
      says: ['server/src/magic/wand.ts stands on "magic", which is no floor'],
    },
  ],

  'single importers': [
    {
      files: {
        'server/src/syntax/yaml.ts': "import { parseDocument } from 'yaml';\n",
        'server/src/syntax/head.ts': "import { parseDocument } from 'yaml';\n",
      },
      says: [
        'server/src/syntax/head.ts:1 imports yaml, which belongs to server/src/syntax/yaml.ts, because everybody else reads our own nodes, which have exact places',
      ],
    },
    {
      files: { 'server/src/model/words.ts': "import type { z } from 'zod';\n" },
      says: [
        'server/src/model/words.ts:1 imports zod, which belongs to server/src/model/schema.ts, because the shape of the manifest is said once',
      ],
    },
    {
      files: { 'server/src/features/hover.ts': "import { createConnection } from 'vscode-languageserver/node';\n" },
      says: [
        'server/src/features/hover.ts:1 imports vscode-languageserver/node, which belongs to server/src/lsp/ and server/src/node/, because what is below has no connection, and serves the command line too',
      ],
    },
    {
      files: { 'server/src/rules/rule.ts': "import type { Range } from 'vscode-languageserver-types';\n" },
      says: [
        'server/src/rules/rule.ts:1 imports vscode-languageserver-types, which belongs to server/src/features/ and server/src/lsp/, because rules and model speak of offsets and not of the protocol',
      ],
    },
    {
      files: {
        'client/src/preview/page/main.tsx': "import { window } from 'vscode';\n",
        'server/src/lsp/server.ts': "import { window } from 'vscode';\n",
      },
      says: ['client/src/preview/page/main.tsx:1', 'server/src/lsp/server.ts:1'].map(
        (place) =>
          `${place} imports vscode, which belongs to client/src/, but not to the page of the preview, because the server runs in every editor`,
      ),
    },
    {
      files: {
        'server/src/tokens/encoding.ts': "import { Tiktoken } from 'js-tiktoken/lite';\n",
        'scripts/vocabulary.ts': "import { Tiktoken } from 'js-tiktoken/lite';\n",
      },
      says: ['server/src/tokens/encoding.ts:1 imports js-tiktoken/lite, which nothing that is shipped may use'],
    },
  ],

  'the schema is not shipped': [
    {
      files: {
        'server/src/model/schema.ts': "import * as z from 'zod';\n",
        'server/src/model/words.ts': "import { LIFETIME } from './schema';\n",
        'server/src/model/system.ts': "import type { Slot } from './schema';\n",
        'scripts/generate/schema.ts': "import { jsonSchema } from '../../server/src/model/schema';\n",
      },
      says: ['server/src/model/words.ts:1 imports more than types of server/src/model/schema.ts'],
    },
  ],

  'Node built-ins': [
    {
      files: {
        'server/src/node/files.ts': "import { readFile } from 'node:fs/promises';\n",
        'server/src/model/lookup.ts': "import { readFile } from 'node:fs/promises';\nimport { join } from 'path';\n",
        'client/src/preview/page/main.tsx': "const os = require('os');\n",
      },
      says: [
        'server/src/model/lookup.ts:1 imports node:fs/promises; only server/src/node/, server/src/cli/ and client/src/ (not the page) may',
        'server/src/model/lookup.ts:2 imports path; only server/src/node/, server/src/cli/ and client/src/ (not the page) may',
        'client/src/preview/page/main.tsx:1 imports os; only server/src/node/, server/src/cli/ and client/src/ (not the page) may',
      ],
    },
  ],

  'two programs': [
    {
      files: {
        'client/src/status.ts':
          "import type { A } from '../../server/src/protocol';\nimport { b } from '../../server/src/text/span';\n",
        'server/src/lsp/server.ts': "import { log } from '../../../client/src/log';\n",
        'server/src/text/span.ts': "import { seed } from '../../../test/seed';\n",
        'server/src/protocol.ts': '',
        'client/src/log.ts': '',
        'test/seed.ts': '',
      },
      says: [
        'client/src/status.ts:2 imports server/src/text/span.ts',
        'server/src/lsp/server.ts:1 imports client/src/log.ts',
        'server/src/text/span.ts:1 imports test/seed.ts',
      ],
    },
  ],

  'the page stands alone': [
    {
      files: {
        ...client,
        'client/src/preview/page/main.tsx': "import '../messages';\n",
        'client/src/pick.ts': "import 'vscode';\n",
      },
      says: ['client/src/preview/page/main.tsx:1 imports client/src/preview/messages.ts → client/src/pick.ts → vscode'],
    },
    {
      files: {
        ...client,
        'client/src/preview/page/main.tsx': "import '../messages';\n",
        'client/src/pick.ts': "import 'node:os';\n",
      },
      says: [
        'client/src/preview/page/main.tsx:1 imports client/src/preview/messages.ts → client/src/pick.ts → node:os',
      ],
    },
    {
      files: {
        ...client,
        'client/src/preview/page/main.tsx': "import '../messages';\nimport '../../pick';\n",
        'client/src/pick.ts': '',
      },
      says: ['client/src/preview/page/main.tsx:2 imports client/src/pick.ts'],
    },
  ],

  'no cycles': [
    {
      files: {
        'server/src/text/a.ts': "import { b } from './b';\n",
        'server/src/text/b.ts': "import { c } from './c';\n",
        'server/src/text/c.ts': "export { a } from './a';\n",
        'server/src/text/d.ts': "import { c } from './c';\n",
        'server/src/text/e.ts': "import { f } from './f';\n",
        'server/src/text/f.ts': "import type { E } from './e';\n",
      },
      says: [
        'server/src/text/a.ts needs itself: server/src/text/a.ts → server/src/text/b.ts → server/src/text/c.ts → server/src/text/a.ts',
      ],
    },
    {
      files: {
        'scripts/a.ts': "import type { B } from './b/b';\n",
        'scripts/b/b.ts': "import type { A } from '../a';\n",
      },
      says: ['scripts/a.ts needs itself: scripts/a.ts → scripts/b/b.ts → scripts/a.ts'],
    },
    {
      files: { 'scripts/a.ts': "import './a';\n", 'client/src/commands/command.ts': '', 'client/src/start.ts': '' },
      says: [
        'scripts/a.ts needs itself: scripts/a.ts → scripts/a.ts',
        'client/src/commands/command.ts is excused for importing client/src/start.ts, and does not',
      ],
    },
  ],

  'no globals of a host': [
    {
      files: {
        'server/src/render/fit.ts':
          "// process.env\nconst a = process.env;\nfile.console.log('console.log()');\nsetTimeout(() => 1);\n",
        'server/src/node/main.ts': 'process.exit(1);\n',
      },
      says: ['server/src/render/fit.ts:2 says `process`', 'server/src/render/fit.ts:4 says `setTimeout`'],
    },
  ],

  'no network': [
    {
      files: {
        'server/src/node/main.ts': "import { get } from 'node:https';\n",
        'client/src/log.ts': "const answer = await fetch('x');\ncache.fetch();\nnew WebSocket(url);\n",
      },
      says: [
        'server/src/node/main.ts:1 imports node:https',
        'client/src/log.ts:1 says `fetch`',
        'client/src/log.ts:3 says `WebSocket`',
      ],
    },
  ],

  'no programs are run': [
    {
      files: {
        'client/src/start.ts': "import { spawn } from 'node:child_process';\n",
        'server/src/node/git.ts': "import { execFile } from 'node:child_process';\n",
        'server/src/cli/main.ts': "const { exec } = require('child_process');\n",
      },
      says: ['client/src/start.ts:1 imports node:child_process', 'server/src/cli/main.ts:1 imports child_process'],
    },
  ],

  'no code from text': [
    {
      files: {
        'server/src/rules/a.ts': "eval('1');\nconst f = new Function('return 1');\nmodel.eval();\nFunction('x');\n",
      },
      says: [
        'server/src/rules/a.ts:1 says `eval`',
        'server/src/rules/a.ts:2 says `new Function`',
        'server/src/rules/a.ts:4 says `Function`',
      ],
    },
    {
      files: {
        'server/src/node/launch.ts': "import { Script } from 'node:vm';\n",
        'server/src/node/a.ts': "import { Script } from 'node:vm';\n",
      },
      says: ['server/src/node/a.ts:1 imports node:vm'],
    },
  ],

  'no tables of all languages for a number': [
    {
      files: {
        'server/src/rules/a.ts': "const n = (5000).toLocaleString('en-US');\n",
        'server/src/syntax/dialects/liquid/a.ts': 'const here = date.toLocaleString();\n',
        'client/src/a.ts': "const n = (5000).toLocaleString('en-US');\n",
      },
      says: ['server/src/rules/a.ts:1 says `.toLocaleString`'],
    },
  ],

  'no state in modules': [
    {
      files: {
        'server/src/tokens/a.ts': [
          'let last = 0;',
          'export var first;',
          'const cache = new Map<string, number>();',
          'const seen: string[] = [];',
          'const none: readonly string[] = [];',
          'const words = new Set([1]);',
          'const known = new WeakMap<object, number>();',
          'function f() {',
          '  let inner = 0;',
          '}',
        ].join('\n'),
        'scripts/start.ts': 'let host;\n',
        'client/src/extension.ts': 'const running = 1;\n',
      },
      says: [
        'server/src/tokens/a.ts:1 says `let last`',
        'server/src/tokens/a.ts:2 says `export var first`',
        'server/src/tokens/a.ts:3 says `const cache = new Map<string, number>()`',
        'server/src/tokens/a.ts:4 says `const seen: string[] = []`',
        'client/src/extension.ts has an exception that it does not need',
      ],
    },
  ],

  'no WeakMap that outlives its keys': [
    {
      files: {
        'server/src/rules/a.ts': [
          'const known = new WeakMap<Text, number>();',
          'export const other: Cache = new WeakMap();',
          'class Facts {',
          '  readonly #tokens = new WeakMap<Text, number>();',
          '  make() {',
          '    const own = new WeakMap<Text, number>();',
          '  }',
          '}',
        ].join('\n'),
        'test/a.test.ts': 'const known = new WeakMap();\n',
      },
      says: [
        'server/src/rules/a.ts:1 says `const known = new WeakMap`',
        'server/src/rules/a.ts:2 says `export const other: Cache = new WeakMap`',
        'server/src/rules/a.ts:4 says ` readonly #tokens = new WeakMap`',
      ],
    },
  ],

  'files are short': [
    {
      files: {
        'server/src/text/a.ts': 'a();\n'.repeat(300),
        'server/src/text/b.ts': 'a();\n'.repeat(301),
        'test/a.test.ts': 'a();\n'.repeat(501),
      },
      says: [
        'server/src/text/b.ts has 301 lines, and 300 are allowed',
        'test/a.test.ts has 501 lines, and 500 are allowed',
      ],
    },
  ],

  'names say what is inside': [
    {
      files: {
        'server/src/utils/a.ts': '',
        'client/src/helpers.ts': '',
        'test/common.test.ts': '',
        'scripts/commons.ts': '',
      },
      says: [
        'server/src/utils/a.ts has utils in its path',
        'client/src/helpers.ts has helpers.ts in its path',
        'test/common.test.ts has common.test.ts in its path',
      ],
    },
  ],
};
