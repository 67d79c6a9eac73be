// Builds dist/: node scripts/run.mjs scripts/build.ts [--production] [--watch]
import { parseArgs } from 'node:util';
import { buildAndWatch, buildOnce } from './bundles';

const { values } = parseArgs({
  options: { production: { type: 'boolean', default: false }, watch: { type: 'boolean', default: false } },
});
const mode = { production: values.production, log: console.log };
if (values.watch) await buildAndWatch(mode);
else {
  await buildOnce(mode).catch((error) => {
    // What is wrong with the sources has been printed already.
    if (!('errors' in error)) console.error(error);
    process.exit(1);
  });
}
