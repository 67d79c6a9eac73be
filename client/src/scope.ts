// Which documents concern Strata. Any file may be named by a manifest, whatever its language, so the client has to listen to
// all of them; what is typed into a file that no manifest names must still cost nothing and stay in this process.
import { EventEmitter, type TextDocument, Uri } from 'vscode';
import { RENDERED_SCHEME, type SystemsResult } from '../../server/src/protocol';
import { providedFiles } from './providedFiles.generated';

/** The language of templates; `prompt-template-jinja` and the like are that of templates in one dialect. */
export const LANGUAGE = 'prompt-template';
export const isTemplateLanguage = (id: string): boolean => id === LANGUAGE || id.startsWith(`${LANGUAGE}-`);

export const MANIFEST = 'strata.yaml';

export type SystemEntry = SystemsResult['systems'][number];

/** Lines of a YAML head that are looked at; a `strata:` key further down is found once the file is saved and listed. */
const HEAD_LINES = 200;

/** Which files the server has anything to say about, as of its last answer. */
export class Scope {
  #systems: readonly SystemEntry[] = [];
  #files: ReadonlySet<string> = new Set();
  #settle: () => void = () => undefined;
  readonly #changed = new EventEmitter<void>();
  /** By address: whether the text of a data file may hold prompts, in the version that was looked at. */
  readonly #looked = new Map<string, { readonly version: number; readonly holds: boolean }>();
  /** Fires when the set of files that manifests name has changed. */
  readonly onDidChange = this.#changed.event;
  /** Resolves once the server has said for the first time what it reads. */
  settled: Promise<void> | undefined = new Promise((done) => {
    this.#settle = done;
  });

  /** All systems of the workspace, as of the last answer of the server. */
  get systems(): readonly SystemEntry[] {
    return this.#systems;
  }

  /** The addresses of all files that systems are made of, manifests among them. */
  get files(): Iterable<string> {
    return this.#files;
  }

  /** Takes over what the server reads; `undefined` when it could not say. */
  update(systems: readonly SystemEntry[] | undefined): void {
    if (systems) {
      const files = new Set(systems.flatMap((s) => [s.manifest, ...s.files]).map(normalized));
      const same = files.size === this.#files.size && [...files].every((file) => this.#files.has(file));
      this.#systems = systems;
      this.#files = files;
      if (!same) this.#changed.fire();
    }
    this.#settle();
    this.settled = undefined;
  }

  /** Whether some system is made of the file. */
  names(uri: Uri): boolean {
    return this.#files.has(uri.toString());
  }

  concerns(document: TextDocument | Uri): boolean {
    if (document instanceof Uri) return isOwn(document.path) || this.names(document);
    if (document.uri.scheme === RENDERED_SCHEME) return false;
    return (
      isTemplateLanguage(document.languageId) ||
      this.concerns(document.uri) ||
      hasHead(document) ||
      this.#holdsPrompts(document)
    );
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Whether a data file, of YAML or JSON, may hold prompts; what it really is the server knows. */
  #holdsPrompts(document: TextDocument): boolean {
    const formats = providedFiles.filter(({ files, holds }) => holds && isCalled(document.uri.path, files));
    if (formats.length === 0 || document.lineCount > MOST_LINES) return false;
    const address = document.uri.toString();
    const known = this.#looked.get(address);
    if (known?.version === document.version) return known.holds;
    const text = document.getText();
    const holds = formats.some((format) => format.holds?.test(text));
    this.#looked.set(address, { version: document.version, holds });
    return holds;
  }
}

/** An address as this editor spells it, so that two spellings of one file (`%3A`, `:`) are equal. */
export function normalized(address: string): string {
  return Uri.parse(address).toString();
}

const isOwn = (path: string): boolean =>
  /\.(?:prompt|ptmpl)$/i.test(path) ||
  path.endsWith(`/${MANIFEST}`) ||
  providedFiles.some(({ files, holds }) => !holds && isCalled(path, files));

/** Whether a file has one of these names: `*.prompty`, `skprompt.txt`. */
function isCalled(path: string, names: readonly string[]): boolean {
  const lower = path.toLowerCase();
  return names.some((name) => lower.endsWith(name.startsWith('*') ? name.slice(1) : `/${name}`));
}

/** Larger data files hold no prompts that anybody edits. */
const MOST_LINES = 20_000;

/** Whether the file begins with a YAML head that holds the key `strata`. */
function hasHead(document: TextDocument): boolean {
  if (
    document
      .lineAt(0)
      .text.replace(/^\uFEFF/, '')
      .trimEnd() !== '---'
  )
    return false;
  const last = Math.min(document.lineCount, HEAD_LINES);
  for (let line = 1; line < last; line++) {
    const { text } = document.lineAt(line);
    if (text.startsWith('strata:')) return true;
    if (text.trimEnd() === '---') return false;
  }
  return false;
}
