import { readScript } from './read-script.js';
import type { Assignment, Command, Redirect, Script, Word } from './script.js';
import { innerOf, programName, SHELLS } from './wrappers.js';

/** Everything a script may come to run, seen through every wrapper that is known: what rules that forbid look at. */
export interface Forms {
  commands: Form[];
  /** What could not be seen. */
  doubt?: string;
}

export interface Form {
  words: readonly Word[];
  assignments: readonly Assignment[];
  redirects: readonly Redirect[];
}

const DEEPEST = 8;

export function formsOf(script: Script): Forms {
  const forms: Forms = { commands: [] };
  addScript(script, forms, 0);
  return forms;
}

function addScript({ commands, doubt }: Script, forms: Forms, depth: number): void {
  if (doubt !== undefined) forms.doubt ??= doubt;
  for (const command of commands) {
    add(command, forms, depth);
    addInput(command, forms, depth);
  }
}

function add(form: Form, forms: Forms, depth: number): void {
  forms.commands.push(form);
  const [program] = form.words;
  if (!program) return;
  if (!program.isLiteral || program.hasGlob) forms.doubt ??= 'what it runs is not written out';
  if (depth > DEEPEST) {
    forms.doubt ??= 'it is nested too deeply';
    return;
  }
  for (const inner of innerOf(form.words)) {
    if (inner.kind === 'doubt') forms.doubt ??= inner.why;
    else if (inner.kind === 'script') addScript(inner.script, forms, depth + 1);
    else add({ words: inner.words, assignments: [], redirects: [] }, forms, depth + 1);
  }
}

/** A shell that reads its script from a here-document or a pipe. */
function addInput({ words, stdin, isPiped }: Command, forms: Forms, depth: number): void {
  const program = words[0];
  if (!program || !SHELLS.has(programName(program.text))) return;
  const readsInput = words.slice(1).every(({ text }) => text.startsWith('-') && !/^-[a-z]*c/.test(text));
  if (!readsInput) return;
  if (stdin !== undefined) addScript(readScript(stdin, depth + 1), forms, depth + 1);
  else if (isPiped) forms.doubt ??= 'a shell runs what is piped to it';
}
