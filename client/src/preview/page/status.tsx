// One polite line for those who do not see the page: what has been rendered, after it has come to rest.
import { useEffect, useState } from 'preact/hooks';
import type { RenderResult } from '../../../../server/src/protocol';
import { useWords } from './view';

/** Milliseconds of rest before it speaks, so that typing is not read out. */
const REST = 2000;

export const Status = ({ result, stale }: { readonly result: RenderResult; readonly stale: boolean }) => {
  const words = useWords();
  const [said, say] = useState('');
  const { tokens, exact } = result.total;
  const text = stale
    ? words.t('The prompt could not be rendered.')
    : words.t('Rendered: {0} tokens', words.tokens(tokens, exact));
  useEffect(() => {
    const later = setTimeout(() => say(text), REST);
    return () => clearTimeout(later);
  }, [text]);
  return (
    <p class="sr" role="status">
      {said}
    </p>
  );
};
