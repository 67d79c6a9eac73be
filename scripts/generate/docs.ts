// The pages under docs/ that say what the sources say: rules, dialects, models, commands, JSON.

import { commandPage } from '../docs/commandPage';
import { dialectPage } from '../docs/dialectPage';
import { jsonPage } from '../docs/jsonPage';
import { modelPage } from '../docs/modelPage';
import { performancePage } from '../docs/performancePage';
import { rulePages } from '../docs/rulePages';
import { ensureVocabulary, vocabularyCache } from '../vocabulary';

export async function generate(): Promise<ReadonlyMap<string, string>> {
  // Messages hold counts of tokens, which are exact only with the vocabularies.
  await ensureVocabulary(vocabularyCache);
  return new Map([
    ...(await rulePages()),
    ['docs/dialects.md', dialectPage()],
    ['docs/models.md', modelPage()],
    ['docs/performance.md', performancePage()],
    ['docs/commands.md', commandPage()],
    ['docs/json.md', await jsonPage()],
  ]);
}
