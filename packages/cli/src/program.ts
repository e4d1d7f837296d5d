import { Command, CommanderError, Option } from 'commander';
import { registerBlame } from './blame/register.js';
import { registerChat } from './chat/register.js';
import { registerCheck } from './check/register.js';
import { applySettings, hasColour } from './config/apply-settings.js';
import { registerConfig } from './config/register.js';
import { type Settings, settingsOnce } from './config/settings.js';
import { registerConvert } from './convert/register.js';
import { registerEdits } from './edit/register.js';
import { registerExport } from './export/register.js';
import { examplesOf, pathOf } from './help/examples.js';
import { LAYOUT } from './help/layout.js';
import { registerHelp } from './help/register.js';
import { registerIndex } from './index/register.js';
import type { Io } from './io.js';
import { isTimeToArchive } from './keep/archive-time.js';
import { registerKeeping } from './keep/register.js';
import { registerLs } from './ls/register.js';
import { registerMcp } from './mcp/register.js';
import { registerMessages } from './messages/register.js';
import { printError } from './print-error.js';
import { registerSearch } from './search/register.js';
import { registerServe } from './serve/register.js';
import { registerShow } from './show/register.js';
import { registerStatusline } from './statusline/register.js';
import { registerTeam } from './team/register.js';
import { safeJson } from './terminal/safe.js';
import { registerTrace } from './trace/register.js';
import { requireDataFolder } from './usable-data-folder.js';
import { registerUsage } from './usage/register.js';
import { useOwnRules } from './use-own-rules.js';
import { UserError } from './user-error.js';
import { version } from './version.js';

/** Runs the command line and returns its exit code. The code of a command is loaded when it is called. */
export async function run(given: readonly string[], world: Io): Promise<number> {
  // The options of the default command.
  const args = /^--(port|no-open)\b/.test(given[0] ?? '') ? ['serve', ...given] : given;
  const isJsonOnScreen = args.includes('--json') && world.columns !== undefined;
  const out = isJsonOnScreen ? (text: string) => world.out(safeJson(text)) : world.out;
  const readSettings = settingsOnce(world);
  const io = { ...world, out, hasColour: hasColour(world, readSettings) };
  let exitCode = 0;
  useOwnRules(io);
  const program = programOf(io, readSettings, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) return printError(error, args, io);
    return error.exitCode === 0 ? 0 : refuseUsage(error, { args, program, world, io });
  }
}

interface Refused {
  args: readonly string[];
  program: Command;
  world: Io;
  io: Io;
}

/** A session left out on a terminal is chosen from a list; everything else is an error. */
async function refuseUsage(error: CommanderError, { args, program, world, io }: Refused): Promise<number> {
  const { commandIn, usageError } = await import('./help/usage-error.js');
  const command = commandIn(args, program);
  const isSession = error.code === 'commander.missingArgument' && SESSION_ARGUMENT.test(error.message);
  try {
    if (!isSession || !io.choose || args.includes('--json')) throw usageError(error, command);
    const { chooseSession } = await import('./session/choose-session.js');
    const file = await chooseSession(io);
    if (file === undefined) return 130;
    return await run(args.includes('--') ? [...args, file] : [...args, '--', file], world);
  } catch (failure) {
    return printError(failure, args, io);
  }
}

const SESSION_ARGUMENT = /'(session|a|b)'$/;

function programOf(io: Io, readSettings: () => Settings, done: (exitCode: number) => void): Command {
  const program = new Command('unspool')
    .description('Read, search, measure, edit, trace, share and continue Claude Code sessions.')
    .version(version, '-v, --version', 'print the version')
    .addOption(new Option('-V').hideHelp())
    .on('option:V', () => {
      io.out(`${version}\n`);
      throw new CommanderError(0, 'commander.version', version);
    })
    .option('--debug', 'print the stack of an error')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureHelp(LAYOUT)
    .addHelpText('afterAll', ({ command }) => examplesOf(command))
    .exitOverride()
    // Errors are printed by refuseUsage.
    .configureOutput({ writeOut: io.out, writeErr: io.err, outputError: () => undefined })
    .allowExcessArguments(true)
    .action(async (_options, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) {
        const { refuseCommand } = await import('./help/refuse-command.js');
        throw refuseCommand(unknown, program);
      }
      done(await (await import('./serve/serve.js')).serve({}, io));
    });

  program.hook('preAction', async (_program, command) => {
    refuseSwallowed(command);
    // The trace hook must never fail. It writes to its own log.
    if (command.name() !== 'hook') requireDataFolder(writesData(command) ? 'write' : 'read', io);
    applySettings(command, readSettings);
    const { inPlace, dryRun } = command.opts();
    const takesLines = command.name() === 'delete' || inPlace === true;
    if (takesLines && !dryRun) await (await import('./keep/before-loss.js')).noteUsage(io);
  });
  program.hook('postAction', async (_program, command) => {
    const hasAnswered = command.name() === 'usage' || command.name() === 'search';
    if (hasAnswered && isTimeToArchive(io)) (await import('./keep/automatic.js')).archiveSome(io);
  });

  for (const [heading, families] of GROUPS) {
    program.commandsGroup(heading);
    for (const register of families) register(program, io, done);
  }
  refuseMore(program);
  return program;
}

/** An option without its value takes the next option as its value: `-o --dry-run` would not be a dry run. */
function refuseSwallowed(command: Command): void {
  const flags = new Set(command.options.flatMap(({ long, short }) => [long, short]));
  for (const option of command.options) {
    const value: unknown = command.getOptionValue(option.attributeName());
    const swallowed = [value].flat().find((each) => typeof each === 'string' && flags.has(each));
    if (swallowed === undefined) continue;
    throw new UserError(`${option.long} needs a value, and "${swallowed}" is an option.`, {
      hint: `See: unspool ${pathOf(command)} --help`,
      isUsage: true,
    });
  }
}

/** Extra arguments are a mistake, except for the trace hook, which must never fail. */
function refuseMore(program: Command): void {
  for (const command of program.commands) {
    if (command.commands.length > 0) command.helpCommand('help [command]', 'print the help of a command');
    const isHook = command.name() === 'hook';
    command.allowExcessArguments(isHook);
    if (isHook) command.allowUnknownOption();
    refuseMore(command);
  }
}

type Register = (program: Command, io: Io, done: (exitCode: number) => void) => void;

/** In the order of --help and the README. */
const GROUPS: readonly (readonly [heading: string, families: readonly Register[]])[] = [
  ['Browse:', [registerServe]],
  ['Find:', [registerLs, registerSearch, registerIndex, registerBlame]],
  ['Read:', [registerShow, registerExport]],
  ['Measure:', [registerUsage]],
  ['Check:', [registerCheck, registerMessages]],
  ['Edit:', [registerEdits]],
  ['Keep:', [registerKeeping]],
  ['Continue:', [registerConvert, registerChat]],
  ['Share:', [registerTeam]],
  ['Inside Claude Code:', [registerMcp, registerStatusline]],
  ['Trace:', [registerTrace]],
  ['Help:', [registerConfig, registerHelp]],
];

const WRITES_DATA = new Set([
  'serve',
  'open',
  ...'index archive delete tag pin rename undo convert clone fork cut strip compress uncompact move unpack repair redact'.split(
    ' ',
  ),
  ...'install backfill remove'.split(' '),
  ...'join leave share push pull sync'.split(' '),
]);

/** Whether a command writes to the data folder: undo, archive, index, labels, sinks. */
function writesData(command: Command): boolean {
  const { dryRun, list, status, verify } = command.opts();
  if (!WRITES_DATA.has(command.name()) || dryRun || list || status || verify) return false;
  return command.name() !== 'tag' || command.args.length > 1;
}
