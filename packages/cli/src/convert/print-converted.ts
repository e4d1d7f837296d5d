import type { Client, Loss, Planned, ReadBack, Tally } from '@unspool/foreign';
import { inFolder, shellWord } from '../edit/resume-command.js';
import type { Io } from '../io.js';
import { colours } from '../terminal/colour.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import type { ConvertOptions } from './order.js';

/** What is carried, in one line. */
export function carriedLine({ prompts, replies, calls, images }: Tally): string {
  const parts = [plural(prompts, 'prompt'), plural(replies, 'reply', 'replies')];
  if (calls > 0) parts.push(`${plural(calls, 'call')} with ${calls === 1 ? 'its result' : 'their results'}`);
  if (images > 0) parts.push(plural(images, 'image'));
  return parts.join(', ');
}

/** The tools that get another name, then those that keep theirs. */
export function toolLines({ tools }: Tally): string[] {
  const all = [...tools].sort(([, a], [, b]) => b.calls - a.calls);
  const renamed = all.filter(([name, { as }]) => as !== name);
  const kept = all.filter(([name, { as }]) => as === name);
  return [
    ...(renamed.length > 0
      ? [`renamed: ${renamed.map(([name, { as }]) => safeLine(`${name} → ${as}`)).join(', ')}`]
      : []),
    ...(kept.length > 0 ? [`unchanged: ${kept.map(([name]) => safeLine(name)).join(', ')}`] : []),
  ];
}

export function lossLines(losses: readonly Loss[]): string[] {
  return losses.map(({ what, why }) => `${what}: ${why}`);
}

/** The next request sends everything to the provider of the new agent. */
export function secretsLine(found: number, { redact }: Pick<ConvertOptions, 'redact'>): string[] {
  if (found === 0) return [];
  if (redact) return [`${plural(found, 'secret')} replaced`];
  return [`${plural(found, 'secret')} found, which the other provider will see. Use --redact to replace them.`];
}

export interface Converted {
  what: string;
  title: string;
  from: Client;
  cwd: string;
  planned: Pick<Planned, 'file' | 'sessionId' | 'commands'>;
  tally: Tally;
  losses: Loss[];
  /** `redacted`: it says less than its source. */
  check: ReadBack | { kind: 'redacted' };
  /** How many secrets were found. */
  secrets: number;
  /** The number of the edit; undefined in a dry run. */
  undo: string | undefined;
}

export function printConverted(converted: Converted, options: ConvertOptions, io: Io): void {
  if (options.json) printJson(converted, options, io);
  else printText(converted, options, io);
}

function printJson(converted: Converted, { to, redact = false }: ConvertOptions, io: Io): void {
  const { what, title, from, cwd, planned, tally, losses: left, check, secrets, undo } = converted;
  const { prompts, replies, calls, results, images } = tally;
  const isDryRun = undo === undefined;
  const facts = {
    what,
    from,
    to,
    title,
    cwd,
    carried: { prompts, replies, calls, results, images },
    tools: [...tally.tools].map(([name, tool]) => ({ name, ...tool })),
    left,
    secrets: { found: secrets, isRedacted: redact },
    check,
    isDryRun,
    file: isDryRun ? null : planned.file,
    sessionId: isDryRun ? null : planned.sessionId,
    command: isDryRun ? undefined : commandOf(converted, io),
    undo: undo ?? null,
  };
  io.out(`${JSON.stringify(facts, null, 2)}\n`);
}

function printText(converted: Converted, options: ConvertOptions, io: Io): void {
  const { what, title, planned, tally, losses, check, secrets, undo } = converted;
  const paint = colours(io.hasColour);
  io.out(`${paint.bold(`${what.charAt(0).toUpperCase()}${what.slice(1)}`)}: ${safeLine(title).slice(0, 80)}\n`);
  io.out(`  carried   ${carriedLine(tally)}\n`);
  for (const line of toolLines(tally)) io.out(`  tools     ${line}\n`);
  for (const line of lossLines(losses)) io.out(`  left out  ${safeLine(line)}\n`);
  for (const line of secretsLine(secrets, options)) io.out(`  ${paint.yellow(line)}\n`);
  if (check.kind === 'same') io.out(`  ${paint.green('✓ reads back the same')}\n`);
  else if (check.kind === 'unread') io.out(`  ${paint.yellow('! not read back: Unspool has no reader for it')}\n`);
  if (undo === undefined) {
    io.err('Nothing was written: this was a dry run.\n');
    return;
  }
  io.out(`  written   ${planned.file}\n`);
  const command = commandOf(converted, io);
  if (command === undefined)
    io.err(`The name of the folder cannot be quoted safely in a command: ${safeLine(converted.cwd)}\n`);
  io.out(`\nContinue ${command === undefined ? 'in that folder ' : ''}with: ${command ?? words(planned, io)}\n`);
  io.err('Take it back with: unspool undo\n');
}

/** One line for a shell. The folder may come from a stranger's file. */
function commandOf({ cwd, planned }: Converted, io: Io): string | undefined {
  return inFolder(cwd, words(planned, io), io.platform);
}

function words({ commands }: Converted['planned'], io: Io): string {
  return commands.map((line) => line.map((word) => shellWord(word, io.platform) ?? '').join(' ')).join(' && ');
}
