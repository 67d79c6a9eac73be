// Runs inside the extension host, as a test that never ends: writes down when VS Code let extensions run, and when it
// loaded and activated ours.
import { writeFileSync } from 'node:fs';

/** Where the marks are written, and of which extension they are. */
export const MARKS_FILE = 'STRATA_BENCH_MARKS';
export const MARKED = 'STRATA_BENCH_EXTENSION';

export interface Mark {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly startTime: number;
}

/** VS Code keeps the marks of its own start under this name in every process. */
const marks = (): readonly Mark[] => {
  const own: { getMarks?(): readonly Mark[] } | undefined = Reflect.get(globalThis, 'MonacoPerformanceMarks');
  return own?.getMarks?.() ?? [];
};

export function run(): Promise<never> {
  const { [MARKS_FILE]: file = '', [MARKED]: extension = '' } = process.env;
  const last = `code/extHost/didActivateExtension/${extension}`;
  const looking = setInterval(() => {
    const known = marks();
    if (!known.some(({ name }) => name === last)) return;
    clearInterval(looking);
    // Those of other extensions would be taken for ours.
    const own = ({ name }: Mark): boolean => name.split('/').length === 3 || name.endsWith(`/${extension}`);
    writeFileSync(file, JSON.stringify(known.filter((mark) => mark.name.startsWith('code/extHost/') && own(mark))));
  }, 20);
  return new Promise(() => {});
}
