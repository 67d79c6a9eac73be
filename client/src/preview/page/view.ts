// What every part of the page may ask for: the words, the prompt that is shown, and how to speak to the extension.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type {
  RenderResult,
  WireLayer,
  WireSegment,
  WireSlot,
  WireSource,
  WireTrust,
} from '../../../../server/src/protocol';
import type { FromPage } from '../messages';
import type { Marked } from './place';
import { createWords, type Words } from './words';

export interface View {
  readonly words: Words;
  readonly result: RenderResult;
  /** The piece that the cursor of the editor stands in. */
  readonly marked: Marked | undefined;
  /** Whether the page brings that piece into view. */
  readonly follow: boolean;
  readonly whiteSpace: boolean;
  post(message: FromPage): void;
}

const nothing: RenderResult = {
  version: 1,
  key: '',
  system: '',
  title: '',
  scenario: null,
  label: '',
  scenarios: [],
  axes: [],
  model: { id: null, tokenizer: '', exact: true },
  layers: [],
  slots: [],
  messages: [],
  holes: [],
  total: { tokens: 0, low: 0, high: 0, exact: true, pending: false },
  cachedPrefix: null,
  problems: [],
  manifest: '',
  files: [],
};

/** Before the first prompt. */
export const NO_VIEW: View = {
  words: createWords('en', {}),
  result: nothing,
  marked: undefined,
  follow: false,
  whiteSpace: false,
  post: () => undefined,
};

export const ViewContext = createContext<View>(NO_VIEW);

export const useView = (): View => useContext(ViewContext);
export const useWords = (): Words => useContext(ViewContext).words;

export const layerOf = (result: RenderResult, id: string | null): WireLayer | undefined =>
  result.layers.find((layer) => layer.id === id);

export const slotOf = (result: RenderResult, name: string | undefined): WireSlot | undefined =>
  result.slots.find((slot) => slot.name === name);

/** Whether the text may be obeyed: as its slot says, else as its layer says; `none` for text of no layer. */
export const trustOf = (result: RenderResult, segment: WireSegment): WireTrust | 'none' =>
  slotOf(result, segment.slot)?.trust ?? layerOf(result, segment.layer)?.trust ?? 'none';

/** A slot as its template writes it. */
export const written = (result: RenderResult, name: string): string => slotOf(result, name)?.written ?? name;

export const segmentAt = (result: RenderResult, path: string): WireSegment | undefined => {
  const [m = -1, b = -1, s = -1] = path.split('.').map(Number);
  return result.messages[m]?.blocks[b]?.segments[s];
};

export const reveal = (source: WireSource, open: boolean): FromPage => ({ type: 'reveal', source, open });
