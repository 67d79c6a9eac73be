import { secretsIn } from '../text/secrets';
import type { SourceFile } from '../text/source';
import type { Problem, Rule } from './rule';

/** Put together here, so that nothing that looks for keys finds one in the bundle. */
const MADE_UP = ['ghp', 'R8k2Zq7Lw4Xn9Tb3Vd6Yc1Hm5Jp0Gs8Fa2Ue'].join('_');

export const rule: Rule = {
  code: 'text.secret',
  level: 'warning',
  title: 'Something that looks like a key',
  why: `What stands in a prompt is sent to the provider with every call, is logged on the way, and may be repeated by the model when somebody asks for it. A key that stands there is no secret any more.`,
  howToFix: `Take it out, and replace the key where it was issued: it has to be taken for known. What a tool needs to sign in belongs into the program, not into the text.`,
  examples: [
    {
      title: 'A token in an instruction',
      bad: `Call the timetable service with the key ⟦text.secret⟧${MADE_UP}⟦/⟧ and show the answer.
`,
      good: `Call the timetable service with the key that the tool holds. Keys look like sk-xxxxxxxxxxxxxxxxxxxxxxxx or AKIAIOSFODNN7EXAMPLE; never print one.
`,
    },
  ],
  *text({ file, bodyStart }) {
    yield* problemsIn(file, bodyStart);
  },
  *manifest({ file, kind }) {
    if (kind === 'manifest') yield* problemsIn(file, 0);
  },
};

function* problemsIn(file: SourceFile, from: number): Iterable<Problem> {
  for (const secret of secretsIn(file.text, from)) {
    const shown = file.text.slice(secret.span.start, secret.span.start + 4);
    yield {
      uri: file.uri,
      span: secret.span,
      message: `\`${shown}…\` looks like ${secret.what}. Whatever stands in a prompt is sent and logged, so take it out and replace the key where it was issued.`,
    };
  }
}
