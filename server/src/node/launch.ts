// Starts the server beside it with what V8 has made of its code before: node dist/launch.js --code-cache=FOLDER --node-ipc.
// Reading a million and a half characters of code is half of a start, and comes out the same every time.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

const OPTION = '--code-cache=';
const ENDING = '.code';
const KEPT = /\.code(?:\.\d+)?$/;
/** Bytes of the check sum behind what is kept. */
const SUM_LENGTH = 20;

/** Milliseconds in which the first answers are given. */
const BEGUN = 5000;

/** What Node puts round the code of a module; it stands on the first line, so columns are told without it. */
const BEFORE = '(function (exports, require, module, __filename, __dirname) { ';
const BEHIND = '\n})';

const program = join(__dirname, 'server.js');
const folder = process.argv.find((arg) => arg.startsWith(OPTION))?.slice(OPTION.length);
if (folder) launch(folder);
else createRequire(program)(program);

/** `cache`: a folder that nobody else writes into. It need not be there. */
function launch(cache: string): void {
  const code = readFileSync(program, 'utf8');
  // V8 looks at its own version and at the length of the code; what the code says is in the name.
  const name = `${createHash('sha1').update(code).digest('hex')}-${process.arch}-${process.versions.v8}${ENDING}`;
  const kept = join(cache, name);
  const cachedData = contentOf(kept);
  const script = new Script(BEFORE + code + BEHIND, {
    filename: program,
    columnOffset: -BEFORE.length,
    ...(cachedData ? { cachedData } : {}),
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(program), module, program, __dirname);
  if (cachedData && !script.cachedDataRejected) return;
  // Now it is known which functions a session begins with.
  const end = (): void => {
    clearTimeout(timer);
    process.off('exit', end);
    keep(cache, kept, script);
  };
  const timer = setTimeout(end, BEGUN).unref();
  process.once('exit', end);
}

/** V8 believes what it is given: code with a damaged byte would end the process, at this start and at every further one. */
function contentOf(file: string): Buffer | undefined {
  try {
    const content = readFileSync(file);
    const [data, sum] = [content.subarray(0, -SUM_LENGTH), content.subarray(-SUM_LENGTH)];
    return sumOf(data).equals(sum) ? data : undefined;
  } catch {
    return undefined;
  }
}

function sumOf(data: Buffer): Buffer {
  return createHash('sha1').update(data).digest();
}

/** The server runs without it as well, so what goes wrong here is nobody's concern. */
function keep(cache: string, file: string, script: Script): void {
  try {
    const own = `${file}.${process.pid}`;
    mkdirSync(cache, { recursive: true });
    // V8 takes code back only under the flags that it was kept with, and the server sets this one while it reads a folder.
    setFlagsFromString('--heap-growing-percent=0');
    const data = script.createCachedData();
    writeFileSync(own, Buffer.concat([data, sumOf(data)]));
    // What other versions have kept, and what a process that was ended has left half written.
    for (const name of readdirSync(cache))
      if (KEPT.test(name) && name !== basename(own)) rmSync(join(cache, name), { force: true });
    renameSync(own, file);
  } catch {}
}
