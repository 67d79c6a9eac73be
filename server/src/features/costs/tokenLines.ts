import { grouped } from '../../text/grouped';
import type { Snapshot } from '../../workspace/snapshot';
import { tokens } from '../requests/report';

/** What each layer of a prompt costs, as lines of text: for editors that show no more. */
export function tokenLines(snapshot: Snapshot, uri: string, key?: string): string {
  const { systems } = tokens(snapshot, key === undefined ? { uri } : { system: key });
  const blocks = systems.map((one) => {
    const about = one.exact ? '' : '≈ ';
    const limit = (max: number | null): string => (max === null ? '' : ` of ${grouped(max)}`);
    const scenario = one.scenario === null ? '' : ` › ${one.scenario}`;
    const layers = one.layers.map(
      ({ id, title, tokens: own, max }) => `  ${id ?? title}: ${about}${grouped(own)}${limit(max)}`,
    );
    const cached = one.cachedPrefix === null ? '' : `, cache ${about}${grouped(one.cachedPrefix)}`;
    return [`${one.system}${scenario}: ${about}${grouped(one.total)} tokens${cached}`, ...layers].join('\n');
  });
  return blocks.length === 0 ? 'No prompt system reads this file.' : blocks.join('\n');
}
