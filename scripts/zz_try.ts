import { dialects } from '../server/src/syntax/dialects/index.generated';
const U=[...['{', '}', '{{', '}}', '{{a', '{{a ', '{{a}', '{{ ', '{a', '{a:', '{a:{', '{a:{a:', '{a[', '{a[a', '{a!', '{a.', 'a.', 'a-', '{a.b', '{ '],
  ...['{%', '{% if a %}', '{% if', '{#', '{{{', '{{{a', '{{#a}}', '{{/a}}', '{{#', '{{>a}}', '{{!--', '{{{{a}}}}', '\\{{', "{{'", '{{['],
  ...[' ', '\n', '\r\n', ' \n', '${', '${a', '$', '$a', 'a{{a}}', '{"a": ', '{"a": 1}', '{"a": {', '}{', '} ', '}}{{', '`', '```\n', '{a}'],
  ...['{{a}}', '{{ a }}', '${a}', '{a\n', '{{a\n', '${a\n', '{{a {', '{a:>{a', '{\n']];
const KB=Number(process.argv[2]??20);
const flat=(s:string)=>{ s.charCodeAt(0); return s; };
for (const d of dialects) for (const u of U) { const s=flat(u.repeat(Math.ceil(KB*1024/u.length))); const c={known:(n:string)=>n==='a',value:(n:string)=>n==='a'?'x':undefined}; const t0=performance.now(); const t=d.scan(s); const t1=performance.now(); d.fill(t,c,{}); const t2=performance.now(); d.lookalikes(t); const t3=performance.now(); if (t3-t0>20) console.log(d.id,JSON.stringify(u),(t1-t0).toFixed(1),(t2-t1).toFixed(1),(t3-t2).toFixed(1)); }
