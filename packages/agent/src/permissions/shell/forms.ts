import { inputScript } from './input-script.js';
import { runs } from './option-commands.js';
import { readScript } from './read-script.js';
import type { Assignment, Inner, Input, Redirect, Script, Word } from './script.js';
import { hidesSubscript, setsSubscript } from './subscripts.js';
import { innerOf, programName } from './wrappers.js';

/** All commands that a script may run, including those inside known wrappers. Deny rules are checked against these. */
export interface Forms {
  commands: Form[];
  /** Why the list may be incomplete. */
  doubt?: string;
}

export interface Form {
  words: readonly Word[];
  assignments: readonly Assignment[];
  redirects: readonly Redirect[];
  stdin?: Input;
  /** Unknown arguments are added, for example by xargs. */
  takesMore?: boolean;
  /** It reads the output of the command before it. */
  isPiped?: boolean;
}

const MAX_DEPTH = 8;

export function formsOf(script: Script): Forms {
  const forms: Forms = { commands: [] };
  addScript(script, forms, 0);
  if (forms.commands.some(runsFile) && forms.commands.some(writesFile)) {
    forms.doubt ??= 'it runs a file that it may have written itself';
  }
  if (forms.commands.some(isGit) && forms.commands.some(writesGitFolder)) {
    forms.doubt ??= 'it changes git settings and then runs git';
  }
  if (forms.commands.some(readsCode)) forms.doubt ??= 'it runs code from its input';
  return forms;
}

/** Whether a builtin runs a quoted command: no rule for the builtin allows that. */
export function hidesCommand({ commands }: Forms): boolean {
  return commands.some(({ words: [program, ...args] }) => program && hidesSubscript(programName(program.text), args));
}

function addScript({ commands, doubt }: Script, forms: Forms, depth: number): void {
  if (doubt !== undefined) forms.doubt ??= doubt;
  for (const command of commands) add(command, forms, depth);
}

function add(form: Form, forms: Forms, depth: number): void {
  forms.commands.push(form);
  const given = variablesGiven(form);
  if (given.some(({ name }) => RUN_BY_ITSELF.test(name)))
    forms.doubt ??= 'it sets a variable that makes programs run something';
  if (form.assignments.some(setsSubscript)) forms.doubt ??= 'it hides a command in a variable';
  const ofVariables = given.flatMap(valueCommands);
  const [program] = form.words;
  if (!program && ofVariables.length === 0) return;
  if (program && (!program.isLiteral || program.hasGlob)) forms.doubt ??= 'what it runs is unknown';
  if (depth > MAX_DEPTH) {
    forms.doubt ??= 'it is nested too deeply';
    return;
  }
  for (const inner of [...ofVariables, ...innerOf(form.words)]) {
    if (inner.kind === 'doubt') forms.doubt ??= inner.why;
    else if (inner.kind === 'script') addScript(inner.script, forms, depth + 1);
    else {
      const takesMore = form.takesMore === true || inner.kind === 'xargs';
      const stdin = form.stdin && { stdin: form.stdin };
      add({ ...nothingElse, words: inner.words, ...stdin, takesMore }, forms, depth + 1);
    }
  }
  const input = inputScript(form);
  if (input.kind === 'unknown') forms.doubt ??= input.why;
  else if (input.kind === 'script') addScript(readScript(input.text, depth + 1), forms, depth + 1);
}

/** Variables set before a command or by its arguments: `A=b x`, `env A=b x`, `export A=b`. */
function variablesGiven({ assignments, words }: Form): Assignment[] {
  const inWords = words.slice(1).flatMap((word): Assignment[] => {
    const [, name, text] = /^([A-Za-z_][\w%]*)=(.*)$/s.exec(word.text) ?? [];
    return name === undefined || text === undefined ? [] : [{ name, value: { ...word, text } }];
  });
  return [...assignments, ...inWords];
}

/** Commands in variables that a program runs: `GIT_PAGER='rm a' git log`. */
function valueCommands({ name, value }: Assignment): Inner[] {
  return RUN_BY_PROGRAMS.test(name) ? runs(value) : [];
}

const RUN_BY_PROGRAMS = /^(?:GIT_\w*(?:PAGER|EDITOR|SSH|COMMAND|ASKPASS|DIFF)|(?:MAN)?PAGER|EDITOR|VISUAL|LESSOPEN)$/;

const nothingElse = { assignments: [], redirects: [] };

/** Variables whose value is run, or names a program to run or a file to load. */
const RUN_BY_ITSELF =
  /^(?:BASH_ENV|ENV|PROMPT_COMMAND|PS4|BASH_FUNC_.*|GIT_CONFIG\w*|GIT_DIR|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|TAR_OPTIONS|ZIPOPT)$/;

function runsFile(form: Form): boolean {
  const program = form.words[0]?.text ?? '';
  if (inputScript(form).kind === 'file') return true;
  return program.includes('/') && !/^\/(?:usr|bin|sbin|opt)\//.test(program);
}

function isGit({ words }: Form): boolean {
  return programName(words[0]?.text ?? '') === 'git';
}

function writesGitFolder({ words, redirects }: Form): boolean {
  const isInGit = ({ text }: Word) => /(?:^|\/)\.git(?:\/|config|attributes|modules|$)/.test(text);
  return redirects.some(({ kind, target }) => kind === 'write' && isInGit(target)) || words.slice(1).some(isInGit);
}

/** Whether a program runs whatever comes through the pipe: `… | python3 -`, `… | make -f -`. */
function readsCode({ words: [program, ...args], isPiped }: Form): boolean {
  if (
    !isPiped ||
    !/^(?:python|perl|ruby|node|deno|bun|php|lua|tclsh|make)[\d.]*$/.test(programName(program?.text ?? ''))
  ) {
    return false;
  }
  return args.every(({ text }) => text.startsWith('-')) || args.some(({ text }) => /^(?:-|\/dev\/stdin)$/.test(text));
}

function writesFile({ words, redirects }: Form): boolean {
  if (redirects.some(({ kind, target }) => kind === 'write' && target.text !== '/dev/null')) return true;
  return /^(?:tee|curl|wget|cp|mv|ln|dd|install)$/.test(programName(words[0]?.text ?? ''));
}
