// Written by `npm run generate` from the files of this folder. Do not edit.
import { dialect as dollarBrace } from './dollar-brace';
import { dialect as dotprompt } from './dotprompt';
import { dialect as doubleBrace } from './double-brace';
import { dialect as goTemplate } from './go-template';
import { dialect as handlebars } from './handlebars';
import { dialect as jinja } from './jinja';
import { dialect as liquid } from './liquid';
import { dialect as mustache } from './mustache';
import { dialect as pyFormat } from './py-format';
import { dialect as semanticKernel } from './semantic-kernel';
import { dialect as singleBrace } from './single-brace';

export const dialects = [
  dollarBrace,
  dotprompt,
  doubleBrace,
  goTemplate,
  handlebars,
  jinja,
  liquid,
  mustache,
  pyFormat,
  semanticKernel,
  singleBrace,
];
