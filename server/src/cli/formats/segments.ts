import type { RenderResult, WireSegment, WireSource } from '../../protocol';

/** The render model as the command line documents it: files as paths, origins as slot paths. */
export function segmentsFormat(result: RenderResult, shown: (uri: string) => string): object {
  const source = ({ file, range }: WireSource): WireSource => ({ file: shown(file), range });
  const segment = ({ source: from, origins, sentAt, ...rest }: WireSegment): object => ({
    ...rest,
    ...(origins ? { origins: origins.map((origin) => origin.path) } : {}),
    source: source(from),
    ...(rest.removed ? { removed: true, reason: rest.removed } : {}),
    ...(sentAt ? { sentAt: source(sentAt) } : {}),
  });
  return {
    version: result.version,
    system: result.system,
    scenario: result.scenario,
    holes: result.holes,
    model: result.model,
    total: result.total,
    cachedPrefix: result.cachedPrefix,
    messages: result.messages.map(({ role, conversation, blocks }) => ({
      role,
      conversation,
      blocks: blocks.map(({ cached, mark, tokens, segments }) => ({
        cached,
        ...(mark ? { mark: { ...mark, source: source(mark.source) } } : {}),
        tokens,
        segments: segments.map(segment),
      })),
    })),
  };
}
