// A check of many files is done in shares: what it says is what it would say in one piece.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldersHere, programs, run } from '../support/processes';

const folder = foldersHere();

const TEAMS = 110;
const PER_TEAM = 9;

/** Folders with a manifest and nine templates each, among them one with a slot that nothing declares. */
function teams(templateOf: (team: number, i: number) => string = (_, i) => `${i}.prompt`): Record<string, string> {
  const files: Record<string, string> = { 'lone.prompt': 'Hello.\n' };
  for (let team = 0; team < TEAMS; team++) {
    let manifest = 'version: 1\nsystems:\n';
    for (let i = 0; i < PER_TEAM; i++) {
      manifest += `  s${i}:\n    template: ${templateOf(team, i)}\n    dialect: single-brace\n    slots: { name: {} }\n`;
      files[`t${team}/${i}.prompt`] = team % 10 === 0 && i === 4 ? 'Hello {nme}.\n' : 'Hello {name}.\n';
    }
    files[`t${team}/strata.yaml`] = manifest;
  }
  return files;
}

interface Report {
  readonly findings: readonly { readonly file: string; readonly code: string }[];
  readonly summary: { readonly files: number };
}

async function check(files: Record<string, string>, ...paths: string[]): Promise<{ report: Report; err: string }> {
  const { out, err } = await run(programs.cli, ['check', '--format', 'json', ...paths], folder(files));
  return { report: JSON.parse(out) as Report, err };
}

const unknown = ({ findings }: Report): string[] =>
  findings.flatMap(({ file, code }) => (code === 'slot.unknown' ? [file] : []));

test('every file is checked once, findings are in the order of paths, and what belongs to no system is told once', async () => {
  const { report, err } = await check(teams());
  assert.deepEqual(
    unknown(report),
    [0, 10, 100, 20, 30, 40, 50, 60, 70, 80, 90].map((team) => `t${team}/4.prompt`),
  );
  assert.equal(report.summary.files, 1 + TEAMS * (PER_TEAM + 1));
  assert.equal(
    err,
    'strata: lone.prompt belongs to no system, so slots, layers and tokens are not checked: strata init proposes a manifest\n',
  );
});

test('a system that reads a file of another share is checked with it', async () => {
  // The last team names a template of the first, where the slot is misspelt.
  const { report, err } = await check({
    ...teams((team, i) => (team === TEAMS - 1 && i === 0 ? '../t0/4.prompt' : `${i}.prompt`)),
    't0/strata.yaml': 'version: 1\nsystems: {}\n',
  });
  assert.deepEqual(unknown(report)[0], 't0/4.prompt');
  assert.match(err, /lone\.prompt, t0\/0\.prompt, t0\/1\.prompt and 7 more belong to no system/);
});

test('of the files that lie in a named folder the findings are told, and no others', async () => {
  const { report } = await check(teams(), 't0', 't20');
  assert.deepEqual(unknown(report), ['t0/4.prompt', 't20/4.prompt']);
  assert.equal(report.summary.files, 2 * (PER_TEAM + 1));
});
