import type { Provider } from './provider';
import { readPrompts } from './yamlPrompts';

/** A YAML file that is called after prompts, such as `prompts.yaml`: there any key may hold one. */
export const provider: Provider = {
  title: 'YAML called after prompts',
  files: ['*prompts.yaml', '*prompts.yml', '*prompt.yaml', '*prompt.yml'],
  // A block, which may begin on the line behind its key.
  holds: /:\s{0,99}[|>][-+\d]{0,3}[\t ]{0,9}(?:#|\r?\n)/,
  isLast: true,
  reads: 'the same in `prompts.yaml` and the like, where a block scalar with slots is a system whatever its key',
  read: readPrompts,
};
