// What the schema of the manifest says, for editors that read JSON schemas and for people.
import { jsonSchema } from '../../server/src/model/schema';
import { manifestPage } from '../docs/manifestPage';

export async function generate(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['docs/strata.schema.json', `${JSON.stringify(jsonSchema(), null, 2)}\n`],
    ['docs/manifest.md', manifestPage()],
  ]);
}
