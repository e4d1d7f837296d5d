import { Command, CommanderError } from 'commander';
import { registerChat } from './chat/register.js';
import { registerEdits } from './edit/register.js';
import type { Io } from './io.js';
import { isTimeToArchive } from './keep/archive-time.js';
import { registerKeeping } from './keep/register.js';
import { registerStore } from './search/register.js';
import { colours } from './terminal/colour.js';
import { safe } from './terminal/safe.js';
import { registerTrace } from './trace/register.js';
import { requireDataFolder } from './usable-data-folder.js';
import { UserError } from './user-error.js';
import { version } from './version.js';

const SESSION = 'an id, the start of one, a title, a path, or "last"';

/** Runs the command line and gives back its exit code. Commands are loaded when they are called. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  let exitCode = 0;
  const program = programOf(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    return tellError(error, args, io);
  }
}

/** Says what went wrong and gives the exit code; also for what ran without the program. */
export async function tellError(error: unknown, args: readonly string[], io: Io): Promise<number> {
  const told = error instanceof UserError ? error : await fullDisk(error);
  if (!told) return unexpected(error, args, io);
  io.err(`${colours(io.hasColour).red('error:')} ${safe(told.message)}\n`);
  return told.exitCode;
}

function programOf(io: Io, done: (exitCode: number) => void): Command {
  const program = new Command('unspool')
    .description('Read, search, measure, edit, trace, share and continue Claude Code sessions.')
    .version(version, '-V, --version', 'print the version')
    .option('--debug', 'print the stack of an error')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError('(add --help for what can be given)')
    .allowExcessArguments(true)
    .action(async (_options, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) {
        throw new UserError(`There is no command "${unknown}".`, { hint: 'See: unspool --help', isUsage: true });
      }
      done(await (await import('./serve/serve.js')).serve({}, io));
    });

  program.hook('preAction', async (_program, command) => {
    refuseSwallowed(command);
    // The hook of the trace never fails: its own log tells.
    if (command.name() !== 'hook') requireDataFolder(writesData(command) ? 'write' : 'read', io);
    const { inPlace, dryRun } = command.opts();
    const takesLines = command.name() === 'delete' || inPlace === true;
    if (takesLines && !dryRun) await (await import('./keep/before-loss.js')).noteUsage(io);
  });
  program.hook('postAction', async (_program, command) => {
    const hasAnswered = command.name() === 'usage' || command.name() === 'search';
    if (hasAnswered && isTimeToArchive(io)) (await import('./keep/automatic.js')).archiveSome(io);
  });

  for (const register of GROUPS) register(program, io, done);
  refuseMore(program);
  return program;
}

/** An option whose value was forgotten takes the next one for it: `-o --dry-run` would be no dry run. */
function refuseSwallowed(command: Command): void {
  const flags = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    const swallowed = [value].flat().find((each) => typeof each === 'string' && flags.has(each));
    if (swallowed === undefined) continue;
    throw new UserError(`${option.long} needs a value, and "${swallowed}" is an option.`, {
      hint: 'See what can be given with --help.',
      isUsage: true,
    });
  }
}

/** What is given and not asked for is a mistake; only the hook of the trace must never fail. */
function refuseMore(program: Command): void {
  for (const command of program.commands) {
    const isHook = command.name() === 'hook';
    command.allowExcessArguments(isHook);
    if (isHook) command.allowUnknownOption();
    refuseMore(command);
  }
}

/** In the order of the help. */
const GROUPS = [registerReading, registerStore, registerChat, registerEdits, registerKeeping, registerTrace];

function registerReading(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('serve')
    .description('open the app in a browser: find, read, search, measure and edit sessions; what unspool alone does')
    .option('--port <port>', 'serve on this port; any free one unless given')
    .option('--no-open', 'only print the link')
    .action(async (options) => done(await (await import('./serve/serve.js')).serve(options, io)));

  program
    .command('ls')
    .description('list sessions: title, project, when, turns, tokens, size')
    .option('-p, --project <project>', 'only this project: its name, its folder, or a folder above it')
    .option('-s, --since <time>', 'only sessions used since then: 2026-01-31, today, 12h, 3d, 2w')
    .option('--tag <tag>', 'only sessions with this tag')
    .option('--pinned', 'only pinned sessions')
    .option('--archived', 'what is in the archive, also when the client has deleted it')
    .option('--json', 'print JSON')
    .action(async (options) => done(await (await import('./ls/ls.js')).ls(options, io)));

  program
    .command('show')
    .description('show a session as turns: prompts, replies, tool calls, sub-agents')
    .argument('<session>', SESSION)
    .option('-t, --turn <number>', 'only this turn')
    .option('-f, --full', 'with tool inputs and outputs, diffs and thinking')
    .option('--json', 'print JSON')
    .action(async (session, options) => done((await import('./show/show.js')).show(session, options, io)));

  program
    .command('messages')
    .description('print the messages the client would send when it resumes a session')
    .argument('<session>', SESSION)
    .option('--prompt <text>', 'add the next prompt as the client would')
    .option('--json', 'print JSON: {"resumed", "reasons", "messages"}')
    .action(async (session, options) => done((await import('./messages/messages.js')).messages(session, options, io)));

  program
    .command('export')
    .description('write a session for others: one page that needs nothing else, Markdown, JSON, or its own lines')
    .argument('<session>', SESSION)
    .requiredOption('--to <format>', 'html, md, json or jsonl')
    .option('-o, --out <file>', 'write to this file instead of the output')
    .option('--turns <numbers>', 'only these turns: 3, 3..5, 1,4..6')
    .option('--redact', 'hide what looks like a secret; this is so unless --no-redact is given')
    .option('--no-redact', 'hide nothing')
    .action(async (session, options) =>
      done(await (await import('./export/export.js')).exportSession(session, options, io)),
    );

  program
    .command('check')
    .description('say whether sessions resume and what is odd about their files; exit code 1 if one does not resume')
    .argument('<session...>', SESSION)
    .option('--json', 'print JSON: an array, one object a file')
    .action(async (sessions, options) => done(await (await import('./check/check.js')).check(sessions, options, io)));
}

const WRITES_DATA = new Set([
  ...'index archive delete tag pin rename undo clone fork cut strip compress move unpack repair redact'.split(' '),
  ...'install backfill remove'.split(' '),
]);

/** Whether a command needs the data folder for more than to look: for undo, the archive, the index, labels, sinks. */
function writesData(command: Command): boolean {
  const { dryRun, list, status, verify } = command.opts();
  if (!WRITES_DATA.has(command.name()) || dryRun || list || status || verify) return false;
  return command.name() !== 'tag' || command.args.length > 1;
}

/** Whatever was written: there is no room for it. */
async function fullDisk(error: unknown): Promise<UserError | undefined> {
  return (await import('./not-writable.js')).fullDisk(error);
}

const SYSTEM_ERRORS = new Set([
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOSPC',
  'EISDIR',
  'ENOTDIR',
  'ELOOP',
  'EMFILE',
  'EROFS',
  'EIO',
]);

/** No permission, no room: nothing that a report to us could help with. */
function isOfTheSystem(error: unknown): boolean {
  return error instanceof Error && SYSTEM_ERRORS.has(String((error as NodeJS.ErrnoException).code));
}

/** By its name: the package that throws it is not loaded for every command. */
function isChangedFile(error: unknown): boolean {
  return error instanceof Error && error.name === 'ChangedFileError';
}

function unexpected(error: unknown, args: readonly string[], io: Io): number {
  const isDebug = args.includes('--debug') || io.env['UNSPOOL_DEBUG'];
  const message = error instanceof Error ? (isDebug && error.stack) || error.message : String(error);
  io.err(`${colours(io.hasColour).red('error:')} ${safe(message)}\n`);
  if (isChangedFile(error)) io.err('  Somebody is writing to it. Try again.\n');
  else if ((error as NodeJS.ErrnoException).code === 'EACCES')
    io.err('  Give yourself the right to it (chmod), or run this as the user it belongs to.\n');
  else if (!isDebug && !isOfTheSystem(error))
    io.err('  This should not happen. Run it again with --debug and report what it prints.\n');
  return 1;
}
