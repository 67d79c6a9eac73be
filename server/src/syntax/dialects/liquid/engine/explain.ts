import { excerpt } from '../excerpt';

/** Why a rendering ended, for an author. */
export const explain = (written: string, message: string): string =>
  `Liquid fails at \`${excerpt(written)}\`: ${message.replaceAll('`', "'")}.`;
