// Floor "features": one pure function for each request. Invariant: (snapshot, parameters) to plain protocol data; no
// connection, no state, no clock. This file is the only place where offsets become positions and findings diagnostics.
import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
  type Location as LspLocation,
  type Position,
  Range,
} from 'vscode-languageserver-types';
import type { Location } from '../model/system';
import type { WireDiagnosticData, WireSource } from '../protocol';
import type { Finding } from '../rules/run';
import { linesOf, type SourceFile } from '../text/source';
import { clamp, type Span } from '../text/span';
import type { Snapshot } from '../workspace/snapshot';

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;

const TAGS = { unnecessary: DiagnosticTag.Unnecessary, deprecated: DiagnosticTag.Deprecated } as const;

/** A span as a range. What would point outside the text is drawn to its end. */
export function rangeOf(file: SourceFile, span: Span): Range {
  const within = clamp(span, file.text.length);
  return { start: positionOf(file, within.start), end: positionOf(file, within.end) };
}

/** An offset as a position. Between the two characters of a line break there is none, so that is the end of the line. */
export function positionOf(file: SourceFile, offset: number): Position {
  const lines = linesOf(file);
  const { line, character } = lines.placeAt(offset);
  return { line, character: Math.min(character, lines.end(line) - lines.start(line)) };
}

/** The offset of a place of the protocol; one outside of the text is taken to its nearest end. */
export function offsetOf(file: SourceFile, position: Position): number {
  return linesOf(file).offsetAt(position);
}

/** The span of a range of the protocol. */
export function spanOf(file: SourceFile, range: Range): Span {
  return { start: offsetOf(file, range.start), end: offsetOf(file, range.end) };
}

const START = Range.create(0, 0, 0, 0);

/** A place for the protocol; in a file that cannot be read, its beginning. */
export function locationOf(snapshot: Snapshot, place: Location): LspLocation {
  const file = snapshot.file(place.uri);
  return { uri: place.uri, range: file ? rangeOf(file, place.span) : START };
}

/** A place in the form of Strata's own requests. */
export function wireSourceOf(snapshot: Snapshot, place: Location): WireSource {
  const { uri, range } = locationOf(snapshot, place);
  return { file: uri, range };
}

/** A finding in the form of the protocol, with the slot and layer that it is about for whoever turns it off. */
export function diagnosticOf(snapshot: Snapshot, finding: Finding): Diagnostic {
  const related = (finding.related ?? []).map(
    (r): DiagnosticRelatedInformation => ({ location: locationOf(snapshot, r), message: r.message }),
  );
  const data: WireDiagnosticData = {
    code: finding.code,
    ...(finding.slot === undefined ? {} : { slot: finding.slot }),
    ...(finding.layer === undefined ? {} : { layer: finding.layer }),
  };
  return {
    range: locationOf(snapshot, finding).range,
    severity: SEVERITIES[finding.level],
    code: finding.code,
    ...(snapshot.rulePages === undefined
      ? {}
      : { codeDescription: { href: `${snapshot.rulePages}/${finding.code}.md` } }),
    source: 'strata',
    message: finding.message,
    ...(finding.tags && finding.tags.length > 0 ? { tags: finding.tags.map((tag) => TAGS[tag]) } : {}),
    ...(related.length > 0 ? { relatedInformation: related } : {}),
    data,
  };
}
