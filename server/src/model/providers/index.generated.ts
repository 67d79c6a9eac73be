// Written by `npm run generate` from the files of this folder. Do not edit.
import { provider as dotprompt } from './dotprompt';
import { provider as langchain } from './langchain';
import { provider as namedPrompts } from './namedPrompts';
import { provider as prompty } from './prompty';
import type { Provider } from './provider';
import { provider as semanticKernel } from './semanticKernel';
import { provider as semanticKernelYaml } from './semanticKernelYaml';
import { provider as yamlPrompts } from './yamlPrompts';

export const providers: readonly Provider[] = [
  dotprompt,
  langchain,
  namedPrompts,
  prompty,
  semanticKernel,
  semanticKernelYaml,
  yamlPrompts,
];
