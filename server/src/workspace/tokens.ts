export type { RenderedTokens, Tokens } from '../render/cost';
