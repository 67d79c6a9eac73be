import { bounded } from './bounded';
import { foreignTags, plainTags } from './lookalikes';
import { fill } from './semantic-kernel/fill';
import { isSlotName, type KernelTree, scan } from './semantic-kernel/scan';
import { complete } from './semantic-kernel/words';

/** The own templates of Semantic Kernel: `{{$name}}`, and calls of functions that only the program knows. */
export const dialect = bounded<KernelTree>({
  id: 'semantic-kernel',
  title: 'Semantic Kernel',
  meaning: 'Semantic Kernel’s own templates: `{{$name}}`, calls of functions.',
  files: ['skprompt.txt'],
  open: '{{',
  close: '}}',
  values: 'text',
  scan,
  fill,
  print: (name) => `{{$${name}}}`,
  holds: isSlotName,
  /** Braces are written as a text in quotes. */
  escape: (text) => text.replaceAll('{{', '{{ "{{" }}'),
  lookalikes: ({ text, slots }) => {
    const own = new Set(slots.map(({ span }) => span.start));
    return [...plainTags(text), ...foreignTags(text)]
      .filter(({ span, writtenIn }) => !own.has(span.start) && writtenIn !== 'double-brace')
      .sort((a, b) => a.span.start - b.span.start);
  },
  complete,

  grammar: { begin: '\\{\\{(?=\\s*\\$?[\\p{L}_])', end: '\\}\\}' },
  examples: [
    { text: 'Hello {{$name}}, {{ $name }}.', values: { name: 'Ada' }, output: 'Hello Ada, Ada.' },
    { text: 'Write {{ "{{x}}" }} as it is', values: {}, output: 'Write {{x}} as it is' },
    { text: '{"a": 1}', values: {}, output: '{"a": 1}' },
  ],
});
