import type { Span } from '../../../../text/span';
import { LIMIT, PythonError } from '../../python/error';
import { quoted } from '../../python/repr';
import { GLOBALS } from '../library/globals';
import { namesOfText, specialNames } from '../names';
import type { Expression } from '../parse/expressions';
import type { Extends, FromImport, Import, Include } from '../parse/nodes';
import type { Refusal } from '../tree';
import { itemsOf } from '../values/iterate';
import { constant, textOfRunsTraced } from '../values/make';
import { defined, raise, str } from '../values/show';
import { PyObject, type Traced, Undefined } from '../values/value';
import { lineOf } from '../white';
import { selfOf } from './blocks';
import { Context, type Template } from './context';
import { Frame, type Run } from './frame';
import type { Machine } from './machine';
import { Raised } from './raised';
import { remembered } from './remembered';
import type { Module } from './session';

/** Runs a text from its top; when it extends another one, that one after it. */
export function runTemplate(template: Template, context: Context, tag: Span | undefined, machine: Machine): void {
  const { session } = machine;
  session.inside(template, tag, () => {
    const { body, references = [] } = template.tree;
    const names = remembered(body, () => namesOfText(body, [...specialNames(body.nodes, ['self'])]));
    const run: Run = { template };
    const checked = references.some(({ kind }) => kind === 'extends');
    const frame = new Frame(names, { context, run, escaping: session.escapes, top: true, checked });
    if (names.takes('self')) frame.setLocal('self', selfOf(context, machine));
    machine.body(body, frame);
    if (run.parent && run.extends) runParent(run.parent, context, run.extends, machine);
  });
}

/** Texts that extend each other fail at the tag which does. */
function runParent(parent: Template, context: Context, tag: Span, machine: Machine): void {
  try {
    runTemplate(parent, context, tag, machine);
  } catch (error) {
    throw machine.session.at(error, tag);
  }
}

/** `{% extends name %}`: what follows is printed no more, and the other text runs in place of this one. */
export function runExtends(node: Extends, frame: Frame, machine: Machine): void {
  const { run, context } = frame;
  if (run.parent) raise('TemplateRuntimeError', 'extended multiple times');
  const parent = found(machine.evaluate(node.template, frame), node.template, machine);
  context.addBlocks(parent);
  run.parent = parent;
  run.extends = node;
}

export function runInclude(node: Include, frame: Frame, machine: Machine): void {
  const name = machine.evaluate(node.template, frame);
  let template: Template;
  try {
    template = found(name, node.template, machine);
  } catch (error) {
    const missing = error instanceof Raised && MISSING.has(error.error.type);
    if (node.ignoreMissing && missing) return;
    throw error;
  }
  if (!node.withContext) {
    for (const piece of moduleOf(template, node, machine).runs) machine.session.out.push(piece);
    return;
  }
  runTemplate(template, contextFor(template, frame.context.withLocals(frame.locals()), machine), node, machine);
}

const MISSING: ReadonlySet<string> = new Set(['TemplateNotFound', 'TemplatesNotFound']);

export function runImport(node: Import, frame: Frame, machine: Machine): void {
  const { module } = imported(node, frame, machine);
  frame.set(node.target.name, constant(module));
  // What is imported is not exported again.
  if (frame.top) frame.context.exported.delete(node.target.name);
}

export function runFromImport(node: FromImport, frame: Frame, machine: Machine): void {
  const { context, path } = imported(node, frame, machine);
  for (const { name, alias } of node.names) {
    const value = context.exported.has(name) ? context.vars.get(name) : undefined;
    frame.set(alias.name, value ?? missingExport(node, path, name, machine));
    if (frame.top) frame.context.exported.delete(alias.name);
  }
}

function missingExport(node: FromImport, path: string, name: string, { session }: Machine): Traced {
  const { tree, uri } = session.template;
  const place = `line ${lineOf(tree.text, node.start)}${uri === undefined ? '' : ` in ${quoted(uri)}`}`;
  const message = `the template ${quoted(path)} (imported on ${place}) does not export the requested name ${quoted(name)}`;
  return constant(new Undefined(message));
}

function imported(node: Import | FromImport, frame: Frame, machine: Machine): Module & { readonly path: string } {
  const name = machine.evaluate(node.template, frame);
  const template = found(name, node.template, machine);
  const module = node.withContext
    ? newModule(template, frame.context.withLocals(frame.locals()), node, machine)
    : moduleOf(template, node, machine);
  return { ...module, path: str(name) };
}

/** Without the context a text runs once only, whoever imports it, and keeps its state. */
function moduleOf(template: Template, tag: Span, machine: Machine): Module {
  const { modules } = machine.session;
  let module = modules.get(template);
  if (!module) {
    module = newModule(template, undefined, tag, machine);
    modules.set(template, module);
  }
  return module;
}

function newModule(template: Template, given: Given | undefined, tag: Span, machine: Machine): Module {
  const context = contextFor(template, given, machine);
  const runs = machine.session.captured(() => runTemplate(template, context, tag, machine));
  const module = new PyObject({
    typeName: 'TemplateModule',
    attribute: (name) => (context.exported.has(name) ? context.vars.get(name) : undefined),
    print: () => textOfRunsTraced(runs),
  });
  return { module, context, runs };
}

/** What a text sees of the one that brings it in; undefined: nothing, and nothing of the program either. */
type Given = (name: string) => Traced | undefined;

function contextFor(template: Template, given: Given | undefined, machine: Machine): Context {
  const context = new Context(
    (name) => given?.(name) ?? GLOBALS.get(name),
    { escapes: machine.session.escapes },
    { isAlone: given === undefined },
  );
  context.addBlocks(template);
  return context;
}

/** The text that a name stands for: the first that exists of several. */
function found(name: Traced, node: Expression, machine: Machine): Template {
  const { session } = machine;
  try {
    const template = typeof name.value === 'string' ? session.text(name.value) : firstOf(name, machine);
    if (!template) return raise('TemplateNotFound', str(name));
    const { refusal } = template.tree;
    if (refusal) throw new Raised(refusedBy(refusal), refusal.span, template.uri);
    return template;
  } catch (error) {
    throw session.at(error, node);
  }
}

function refusedBy({ message, engine = '' }: Refusal): PythonError {
  const [, type, words] = /^(\w+): (.*)$/s.exec(engine) ?? [];
  return type === undefined ? new PythonError(LIMIT, message) : new PythonError(type, words ?? '');
}

function firstOf(names: Traced, { session }: Machine): Template {
  defined(names);
  const all = names.value === null ? [] : itemsOf(names);
  if (all.length === 0) return raise('TemplatesNotFound', 'Tried to select from an empty list of templates.');
  for (const { value } of all) {
    const template = typeof value === 'string' ? session.text(value) : undefined;
    if (template) return template;
  }
  const tried = all.map((one) => str(one)).join(', ');
  return raise('TemplatesNotFound', `none of the templates given were found: ${tried}`);
}
