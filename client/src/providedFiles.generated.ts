// Written by `npm run generate` from the files of server/src/model/providers/. Do not edit.

/** Files of other tools: by their names, and by what stands in those whose names say nothing. */
export const providedFiles: readonly { readonly files: readonly string[]; readonly holds?: RegExp }[] = [
  { files: ['*.prompt'] },
  { files: ['*.json', '*.yaml', '*.yml'], holds: /"?(?:template_format|input_variables|lc)"?\s?:/ },
  { files: ['*prompts.yaml', '*prompts.yml', '*prompt.yaml', '*prompt.yml'], holds: /:\s{0,99}[|>][-+\d]{0,3}[\t ]{0,9}(?:#|\r?\n)/ },
  { files: ['*.prompty'] },
  { files: ['skprompt.txt', 'skprompt.md'] },
  { files: ['*.yaml', '*.yml'], holds: /^(?:template_format|input_variables)\s?:/m },
  { files: ['*.yaml', '*.yml'], holds: /^[\t ]*(?:- )?["']?(?=[\w.-]*(?:prompt|template|instruction|system|message|task|content|report|description|backstory))[\w.-]+["']?[\t ]?:[\t ]?[|>]|^[\t ]*(?:- )?role[\t ]?:[\t ]?["']?(?:system|developer|user|assistant)\b/im },
];
