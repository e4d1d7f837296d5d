import type { Command } from 'commander';
import type { Io } from '../io.js';

/** The commands of the index. */
export function registerStore(program: Command, io: Io, done: (exitCode: number) => void): void {
  const search = program.command('search');
  // Both are one setting, and the last would win without a word.
  const agents = new Set<string>();
  for (const name of ['agents', 'no-agents']) search.on(`option:${name}`, () => agents.add(name));
  search
    .description('find words in all sessions: prompts, replies, thinking, tool input and output, file names')
    .argument('<words...>', 'words, "phrases", word*, OR, NOT, parentheses')
    .showHelpAfterError(
      '(to leave a word out, put all words in quotes: unspool search "test -error"; add --help for what can be given)',
    )
    .option('-e, --exact', 'exactly these signs, for code')
    .option('-r, --regex', 'a regular expression')
    .option('-p, --project <project>', 'only this project, its worktrees included')
    .option('--session <id>', 'only this session: an id or the start of one')
    .option('-s, --since <time>', 'from then on: 2026-01-31, today, 12h, 3d, 2w')
    .option('-u, --until <time>', 'up to then')
    .option(
      '-k, --kind <kinds>',
      'prompt, reply, thinking, input, output, summary, title, injected; or user, assistant, tool',
    )
    .option('--tool <name>', 'only input and output of this tool')
    .option('--errors', 'only failed calls')
    .option('--file <path>', 'only calls about a file whose path contains this')
    .option('-m, --model <model>', 'only replies of models whose name contains this')
    .option('--branch <name>', 'only lines written on this git branch')
    .option('--tag <tag>', 'only sessions with this tag')
    .option('--agents <only>', '"only": just sub-agents')
    .option('--no-agents', 'without sub-agents')
    .option('--sort <order>', 'rank or time', 'rank')
    .option('-n, --limit <count>', 'how many hits to show', '20')
    .option('--json', 'print JSON')
    .action(async (words, options) => {
      const flags = { ...options, isTwoMinds: agents.size > 1 };
      done(await (await import('./search.js')).search(words, flags, io));
    });

  program
    .command('index')
    .description('bring the index of all sessions up to date: it makes search ranked and usage instant')
    .option('--rebuild', 'read everything anew; the usage ledger, tags and pins are kept')
    .option('--watch', 'go on until interrupted')
    .option('--no-archive', 'do not archive what the client will delete')
    .option('--json', 'print JSON')
    .action(async (options) => done(await (await import('../index/index-sessions.js')).indexSessions(options, io)));

  program
    .command('usage')
    .description(
      'tokens and cost by day, week, month, session, project, model, tool, skill, sub-agent, or 5-hour block',
    )
    .argument(
      '[report]',
      'daily, weekly, monthly, sessions, projects, models, tools, skills, agents or blocks',
      'daily',
    )
    .option('-s, --since <time>', 'from then on: 2026-01-31, today, 12h, 3d, 2w')
    .option('-u, --until <time>', 'up to then, that day included')
    .option('-p, --project <project>', 'only this project: its name, its folder, or a folder above it')
    .option('-m, --model <model>', 'only models whose name contains this')
    .option('--timezone <zone>', 'days of this time zone, such as UTC or Europe/Berlin')
    .option('--own', 'without sub-agents')
    .option('--json', 'print JSON')
    .option('--csv', 'print CSV')
    .action(async (report, options) => done(await (await import('../usage/usage.js')).usage(report, options, io)));
}
