import Handlebars from 'handlebars';
import { test } from 'node:test';
import { dialect } from '/work/main/server/src/syntax/dialects/handlebars';
import { contextWith, engineText } from '/work/main/test/unit/dialects/partials';
import { Random } from '/work/main/test/unit/dialects/support';
import { makeCase } from '/work/main/test/unit/dialects/handlebars/cases';

test('probe', () => {
  for (const seed of [7, 8, 9, 10]) {
  const random = new Random(seed); const bad: any[] = []; let n = 0;
  for (let i = 0; i < 20000; i++) {
    const one = makeCase(random, false);
    const lib = Handlebars.create(); lib.registerHelper('log', () => undefined);
    let err: string | undefined; let out = '';
    try { out = lib.compile(one.text, { noEscape: !one.escapeHtml })(one.values, { partials: { ...one.partials } }); } catch (e: any) { err = e.message; }
    let filled: any; try { filled = dialect.fill(dialect.scan(one.text), contextWith(dialect, one.values, one.partials), { escapeHtml: one.escapeHtml }); } catch (e) { bad.push({one, e: String(e)}); continue; }
    n++;
    if (filled.gaps) continue;
    if (filled.stopped) { if (err === undefined) bad.push({ one, out, stop: filled.stopped }); continue; }
    const own = engineText(filled);
    if (err !== undefined || own !== out) bad.push({ one, err, out, own });
  }
  console.log(seed, n, bad.length);
  bad.sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length); for (const b of bad.slice(0, 5)) console.log(JSON.stringify(b));
  }
});
