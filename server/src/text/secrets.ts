import type { Span } from './span';

/** A stretch of a text that has the form of a key which some issuer gives out; whether it is one, nobody asks. */
export interface Secret {
  readonly span: Span;
  /** What it looks like, with its article. */
  readonly what: string;
}

/** Forms that issuers document for their keys. What has no form of its own (a password) cannot be told from other words. */
const FORMS: readonly (readonly [what: string, begins: string, form: RegExp])[] = [
  ['an Anthropic key', 'sk-ant-', /sk-ant-[A-Za-z0-9_-]{20,200}/y],
  ['an OpenAI key', 'sk-', /sk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,200}/y],
  ['a GitHub token', 'ghp_', /ghp_[A-Za-z0-9]{36}/y],
  ['a GitHub token', 'gho_', /gho_[A-Za-z0-9]{36}/y],
  ['a GitHub token', 'ghs_', /ghs_[A-Za-z0-9]{36}/y],
  ['a GitHub token', 'github_pat_', /github_pat_[A-Za-z0-9_]{40,255}/y],
  ['a GitLab token', 'glpat-', /glpat-[A-Za-z0-9_-]{20,100}/y],
  ['a Slack token', 'xox', /xox[abprs]-[A-Za-z0-9-]{20,200}/y],
  ['a Google API key', 'AIza', /AIza[A-Za-z0-9_-]{35}/y],
  ['an AWS access key', 'AKIA', /AKIA[A-Z0-9]{16}/y],
  ['an AWS access key', 'ASIA', /ASIA[A-Z0-9]{16}/y],
  ['a Stripe key', 'sk_live_', /sk_live_[A-Za-z0-9]{20,120}/y],
  ['an npm token', 'npm_', /npm_[A-Za-z0-9]{36}/y],
  ['a Hugging Face token', 'hf_', /hf_[A-Za-z0-9]{30,60}/y],
  ['a signed token', 'eyJ', /eyJ[A-Za-z0-9_-]{10,1000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{20,1000}/y],
  ['a private key', '-----BEGIN ', /-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----/y],
];

/** How one of the forms begins: one pass over the text finds them all. */
const BEGINNINGS = new RegExp([...new Set(FORMS.map(([, begins]) => begins))].join('|'), 'g');

/** What looks like a key in a text, from an offset on, in its order. Placeholders (`sk-xxxx`, `…EXAMPLE`) are none. */
export function secretsIn(text: string, from = 0): readonly Secret[] {
  const found: Secret[] = [];
  BEGINNINGS.lastIndex = from;
  for (let begin = BEGINNINGS.exec(text); begin; begin = BEGINNINGS.exec(text)) {
    const at = begin.index;
    if (at > 0 && /[A-Za-z0-9_-]/.test(text[at - 1] as string)) continue;
    const secret = secretAt(text, at);
    if (!secret) continue;
    found.push(secret);
    BEGINNINGS.lastIndex = secret.span.end;
  }
  return found;
}

function secretAt(text: string, at: number): Secret | undefined {
  for (const [what, begins, form] of FORMS) {
    if (!text.startsWith(begins, at)) continue;
    form.lastIndex = at;
    const hit = form.exec(text)?.[0];
    if (hit !== undefined && (what === 'a private key' || isRandom(hit)))
      return { span: { start: at, end: at + hit.length }, what };
  }
  return undefined;
}

/** Made up by a machine: many different characters, digits among letters, no word that says it is an example. */
function isRandom(key: string): boolean {
  if (/example|sample|dummy|placeholder|your|test|fake|redacted/i.test(key)) return false;
  const body = key.slice(key.search(/[-_]/) + 1);
  return new Set(body).size >= 10 && /\d/.test(body) && /[A-Za-z]/.test(body);
}
