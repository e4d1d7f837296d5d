import type { Command } from 'commander';
import type { Io } from '../io.js';
import { AGENT } from '../session/agent-names.js';

export function registerUsage(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('usage')
    .description('show tokens and cost by day, project, model, tool and more')
    .argument(
      '[report]',
      'daily, weekly, monthly, sessions, projects, models, agents, tools, skills, sub-agents or blocks',
      'daily',
    )
    .option('-s, --since <time>', 'only from this time on: 2026-01-31, today, 12h, 3d, 2w')
    .option('-u, --until <time>', 'only up to this time; a day counts in full')
    .option('-p, --project <project>', 'only this project: its name, its folder, or a folder above it')
    .option('--agent <name>', `only sessions of this agent: ${AGENT}`)
    .option('-m, --model <model>', 'only models whose name contains this')
    .option('--timezone <zone>', 'count days in this time zone, such as UTC or Europe/Berlin')
    .option('--no-sub-agents', 'leave out sub-agents')
    .option('--team', 'measure what your team shares; has a report "people", too')
    .option('--json', 'print JSON')
    .option('--csv', 'print CSV')
    .action(async (report, options) => {
      if (options.team) return done(await (await import('../team/usage-shared.js')).usageShared(report, options, io));
      done(await (await import('./usage.js')).usage(report, options, io));
    });
}
