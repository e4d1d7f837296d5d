import type { Command } from 'commander';
import type { Io } from '../io.js';

export function registerUsage(program: Command, io: Io, done: (exitCode: number) => void): void {
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
    .action(async (report, options) => done(await (await import('./usage.js')).usage(report, options, io)));
}
