// Packs the extension and tests what comes out: node scripts/run.mjs scripts/packed.ts
import { runNodeTests, testsUnder } from './nodeTests';
import { exitOnSignal } from './vscode/processes';

exitOnSignal();
process.exit(await runNodeTests(testsUnder('test/package')));
