import { type Command, Help } from 'commander';
import { version } from '../version.js';
import { EXAMPLES, pathOf } from './examples.js';
import { TOPICS } from './topics.js';

/** The man page: every command with its options and examples, then the topics. */
export function manPage(program: Command): string {
  return [
    `.TH UNSPOOL 1 "" "unspool ${version}"`,
    `.SH NAME\nunspool \\- ${roff(program.description())}`,
    '.SH SYNOPSIS\n.B unspool\n[\\fIcommand\\fR] [\\fIoptions\\fR]',
    '.SH OPTIONS',
    ...optionsOf(program),
    '.SH COMMANDS',
    ...commandsOf(program),
    ...TOPICS.map(({ name, text }) => `.SH ${roff(name.toUpperCase())}\n.nf\n${roff(text)}\n.fi`),
    '',
  ].join('\n');
}

function commandsOf(parent: Command): string[] {
  return new Help()
    .visibleCommands(parent)
    .flatMap((command) => [
      `.SS ${roff(`unspool ${pathOf(command)} ${command.usage()}`)}\n${roff(command.description())}`,
      ...optionsOf(command),
      ...examplesOf(command),
      ...commandsOf(command),
    ]);
}

function optionsOf(command: Command): string[] {
  const help = command.createHelp();
  return help
    .visibleOptions(command)
    .map((option) => `.TP\n.B ${roff(option.flags)}\n${roff(help.optionDescription(option))}`);
}

function examplesOf(command: Command): string[] {
  const lines = (EXAMPLES[pathOf(command)] ?? []).map(([line]) => roff(line));
  return lines.length === 0 ? [] : [`.PP\nExamples:\n.PP\n.nf\n${lines.join('\n')}\n.fi`];
}

/** Escapes what is special in roff: backslashes, dashes, and dots and quotes at the start of a line. */
function roff(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');
}
