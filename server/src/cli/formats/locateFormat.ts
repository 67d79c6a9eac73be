import type { LocateResult, WirePiece } from '../../protocol';

/** The pieces of a prompt that was sent, as the command line documents them: files as paths. */
export interface PrintedPieces
  extends Pick<LocateResult, 'version' | 'system' | 'scenario' | 'select' | 'read' | 'requests'> {
  readonly pieces: readonly WirePiece[];
}

export function locateFormat(result: LocateResult, shown: (uri: string) => string): PrintedPieces {
  const { version, system, scenario, select, read, requests } = result;
  const pieces = result.pieces.map(({ source, ...piece }) => ({
    ...piece,
    ...(source ? { source: { file: shown(source.file), range: source.range } } : {}),
  }));
  return { version, system, scenario, select, ...(read ? { read } : {}), ...(requests ? { requests } : {}), pieces };
}
