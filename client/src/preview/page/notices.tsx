// What stands in the way: no answer, a manifest that cannot be read, a file that is missing. And the page before there is a prompt.
import type { WireSource } from '../../../../server/src/protocol';
import type { Failure } from '../messages';
import { Icon } from './icons';
import { nameOf } from './place';
import { reveal, useView, useWords } from './view';

interface BannerProps {
  readonly failure: Failure;
  /** When the prompt below was rendered. */
  readonly at: number;
}

/** Over an older prompt: why it is older, and the way to what has to be mended. */
export const FailureBanner = ({ failure, at }: BannerProps) => {
  const { words } = useView();
  return (
    <div class="banner error" role="alert">
      <Icon name="warning" />
      <div class="banner-text">
        {failure.message}{' '}
        <span class="quiet">{words.t('Below stands the prompt as it was at {0}.', words.time(at))}</span>
      </div>
      <div class="banner-acts">
        <FailureActs failure={failure} />
      </div>
    </div>
  );
};

const FailureActs = ({ failure }: { readonly failure: Failure }) => {
  const { words, post } = useView();
  const { source } = failure;
  if (failure.reason === 'server') {
    return (
      <>
        <button type="button" class="button" onClick={() => post({ type: 'restart' })}>
          {words.t('Restart')}
        </button>
        <button type="button" class="button secondary" onClick={() => post({ type: 'log' })}>
          {words.t('Show Log')}
        </button>
      </>
    );
  }
  if (!source) return null;
  return (
    <button type="button" class="button" onClick={() => post(reveal(source, true))}>
      {words.t('Go to {0}', placeName(source))}
    </button>
  );
};

/** Parts of the prompt that could not be rendered; the rest stands below. */
export const Problems = () => {
  const { result, words, post } = useView();
  if (result.problems.length === 0) return null;
  return (
    <section class="banner warning" aria-label={words.t('What could not be rendered')}>
      <Icon name="warning" />
      <ul class="problems">
        {result.problems.map(({ message, source }) => (
          <li key={`${message} ${source.file} ${source.range.start.line}`}>
            {message}{' '}
            <button type="button" class="linkish mono" onClick={() => post(reveal(source, true))}>
              {placeName(source)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};

const placeName = (source: WireSource): string => `${nameOf(source.file)}:${source.range.start.line + 1}`;

/** Instead of a prompt, when there has never been one. */
export const Blank = ({ failure, file }: { readonly failure: Failure; readonly file: string }) => {
  const words = useWords();
  const none = failure.reason === 'no-system';
  return (
    <main class="blank">
      <Art />
      <p class="file">{nameOf(file)}</p>
      {none ? <NoSystem file={file} /> : <h1>{words.t('There is nothing to show yet')}</h1>}
      {!none && <p>{failure.message}</p>}
      <div class="blank-acts">
        <FailureActs failure={failure} />
      </div>
    </main>
  );
};

/** What a manifest is for, and why there is none: of what is not on the disk only that can be known which is open. */
const NoSystem = ({ file }: { readonly file: string }) => {
  const words = useWords();
  const scheme = file.slice(0, file.indexOf(':'));
  const unsaved = scheme === 'untitled' && !file.startsWith('untitled:/');
  const virtual = scheme !== 'file' && scheme !== 'untitled';
  return (
    <>
      {unsaved && <h1>{words.t('This text is not saved yet')}</h1>}
      {virtual && <h1>{words.t('No open manifest names this file')}</h1>}
      {!unsaved && !virtual && <h1>{words.t('No manifest names this file yet')}</h1>}
      {unsaved && <p>{words.t('A manifest names files, so save this text first, into the folder of its prompt.')}</p>}
      {virtual && (
        <p>
          {words.t(
            'This file is not on the disk, and there only what is open in an editor is read. If a strata.yaml names it, open that one, and the other files of the prompt.',
          )}
        </p>
      )}
      <p>
        {words.t(
          'A file strata.yaml says which text belongs to which layer, who fills each slot, and what may be trusted. Then this panel shows the whole prompt as it is sent. The template itself stays as it is.',
        )}
      </p>
    </>
  );
};

/** Three layers with their edges: what the panel will look like. */
const Art = () => (
  <svg class="art" viewBox="0 0 96 72" aria-hidden="true" focusable="false">
    <rect x="8" y="6" width="4" height="22" class="art-instructions" />
    <circle cx="10" cy="33" r="1.8" class="art-facts" />
    <circle cx="10" cy="38" r="1.8" class="art-facts" />
    {[46, 51, 56, 61, 66].map((y) => (
      <path key={y} d={`M8 ${y}l4-4v2.6l-4 4z`} class="art-data" />
    ))}
    {[
      [8, 62],
      [16, 48],
      [24, 56],
      [34, 40],
      [45, 62],
      [53, 48],
      [61, 56],
    ].map(([y, width]) => (
      <rect key={y} x="20" y={y} width={width} height="3" rx="1.5" class="art-line" />
    ))}
  </svg>
);

/** Shapes of what will come. They show only after a moment: most prompts are there before. */
export const Loading = () => {
  const words = useWords();
  return (
    <main class="loading" aria-busy="true">
      <h1 class="sr">{words.t('Prompt preview')}</h1>
      <p class="sr">{words.t('Rendering …')}</p>
      <div class="figures" aria-hidden="true">
        {[0, 1, 2, 3].map((n) => (
          <div key={n} class="figure">
            <span class="bone label" />
            <span class="bone big" />
          </div>
        ))}
      </div>
      <span class="bone bar-bone" aria-hidden="true" />
      {[4, 3].map((lines) => (
        <div key={lines} class="message bones" aria-hidden="true">
          {Array.from({ length: lines }, (_, line) => (
            <span key={line} class={`bone line-${line}`} />
          ))}
        </div>
      ))}
    </main>
  );
};
