import { grouped } from '../../../text/grouped';
import type { RenderContext } from '../../rule';

/** The room for prompt and conversation: the model's window minus what is kept for the answer; undefined when unknown. */
export function effectiveWindow(
  context: RenderContext,
): { readonly tokens: number; readonly words: string } | undefined {
  const window = context.model?.window;
  if (window === undefined) return undefined;
  const reserve = context.system.entry.budget?.reserve ?? 0;
  const words =
    reserve === 0
      ? `the window of ${grouped(window)}`
      : `${grouped(window - reserve)} (a window of ${grouped(window)} minus ${grouped(reserve)} kept for the answer)`;
  return { tokens: Math.max(0, window - reserve), words };
}
