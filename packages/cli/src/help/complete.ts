import { scanList } from '@unspool/session';
import type { Command, Option } from 'commander';
import type { Io } from '../io.js';
import { allSessions } from '../session/find.js';
import { safeLine } from '../terminal/safe.js';
import { TOPICS } from './topics.js';

interface Candidate {
  word: string;
  about: string;
}

/**
 * Prints what may follow on a command line, one candidate per line: the word, a tab, a description. The last word is the one
 * being typed. Prints nothing where file names may follow, because the shell completes those.
 */
export function complete(words: readonly string[], program: Command, io: Io): void {
  const typed = words.at(-1) ?? '';
  const candidates = candidatesFor(words.slice(0, -1), typed, { program, io });
  for (const { word, about } of candidates) {
    if (word.startsWith(typed)) io.out(`${word}\t${about}\n`);
  }
}

function candidatesFor(
  before: readonly string[],
  typed: string,
  { program, io }: { program: Command; io: Io },
): Candidate[] {
  const { command, rest } = commandIn(before, program);
  const last = before.at(-1) ?? '';
  const option = optionNamed(last, command);
  if (option?.required) return valuesIn(option.description);
  if (typed.startsWith('-')) return optionsOf(command);
  if (command.name() === 'help')
    return [...subcommandsOf(program), ...TOPICS.map(({ name, about }) => ({ word: name, about }))];
  if (command.commands.length > 0) return subcommandsOf(command);
  if (takesSession(command, rest.length)) return sessions(io);
  return valuesIn(command.registeredArguments[rest.length]?.description ?? '');
}

/** The values that a description lists, as in "html, md or json (default)" or "only these kinds: decision, question". */
function valuesIn(description: string): Candidate[] {
  const [, list] = LIST.exec(description.replaceAll(/ \([^)]*\)/g, '')) ?? [];
  return list?.split(/,? or |, /).map((word) => ({ word, about: '' })) ?? [];
}

const LIST = /(?:^|: )([a-z][\w-]*(?:(?:,? or |, )[a-z][\w-]*)+)(?=$|:)/i;

/** The command that the words lead to, and its arguments so far. */
function commandIn(words: readonly string[], program: Command): { command: Command; rest: string[] } {
  let command = program;
  const rest: string[] = [];
  for (const [at, word] of words.entries()) {
    const next = rest.length === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (next) command = next;
    else if (!word.startsWith('-') && !optionNamed(words[at - 1] ?? '', command)?.required) rest.push(word);
  }
  return { command, rest };
}

function optionNamed(word: string, command: Command): Option | undefined {
  return command.options.find(({ long, short }) => word !== '' && (long === word || short === word));
}

function optionsOf(command: Command): Candidate[] {
  return command.options
    .filter(({ hidden }) => !hidden)
    .map(({ long, short, description }) => ({ word: long ?? short ?? '', about: description }));
}

function subcommandsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((each) => ({ word: each.name(), about: each.description() }));
}

function takesSession(command: Command, position: number): boolean {
  const argument = command.registeredArguments[position] ?? command.registeredArguments.at(-1);
  if (argument === undefined || (position >= command.registeredArguments.length && !argument.variadic)) return false;
  return ['session', 'a', 'b'].includes(argument.name());
}

/** Reading the title of every session would take too long. */
const MAX_SESSIONS = 50;

function sessions(io: Io): Candidate[] {
  const found = allSessions(io).sessions.filter(({ hasMain }) => hasMain);
  const newest = found.sort((a, b) => b.mtimeMs - a.mtimeMs).slice(0, MAX_SESSIONS);
  const listed = newest.map(({ sessionId, file }) => ({ word: sessionId, about: titleOf(file) }));
  return [{ word: 'last', about: 'the last row of unspool ls' }, ...listed];
}

function titleOf(file: string): string {
  try {
    return safeLine(scanList({ main: file, agents: [] }).title.text);
  } catch {
    // Its id can still be completed.
    return '';
  }
}
