import type { Command } from 'commander';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';
import { suggest } from './suggest.js';
import { TOPICS } from './topics.js';

/** `unspool help`, `unspool help COMMAND [SUBCOMMAND]` and `unspool help TOPIC`. */
export function help(words: readonly string[], program: Command, io: Io): void {
  const topic = words.length === 1 && TOPICS.find(({ name }) => name === words[0]);
  if (topic) {
    io.out(`${topic.text}\n`);
    return;
  }
  let command = program;
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (!next) throw unknownTopic(word, command);
    command = next;
  }
  command.outputHelp();
  if (command === program) io.out(topicList());
}

function topicList(): string {
  const width = Math.max(...TOPICS.map(({ name }) => name.length));
  const lines = TOPICS.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`);
  return `\nTopics, explained by unspool help TOPIC:\n${lines.join('\n')}\n`;
}

function unknownTopic(word: string, command: Command): UserError {
  const commands = command.commands.map((each) => each.name());
  const topics = command.parent ? [] : TOPICS.map(({ name }) => name);
  const meant = suggest(word, [...commands, ...topics]);
  return new UserError(`There is no command or topic "${word}".`, {
    hint: didYouMean(meant && `help ${meant}`) ?? 'See: unspool help',
    isUsage: true,
  });
}

export function didYouMean(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `Did you mean: unspool ${name}`;
}
