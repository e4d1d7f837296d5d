import type { Command } from 'commander';
import type { Io } from '../io.js';
import { AGENT } from '../session/agent-names.js';

export function registerLs(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('ls')
    .description('list sessions')
    .option('-p, --project <project>', 'only this project: its name, its folder, or a folder above it')
    .option('-s, --since <time>', 'only sessions used since this time: 2026-01-31, today, 12h, 3d, 2w')
    .option('--agent <name>', `only sessions of this agent: ${AGENT}`)
    .option('--branch <name>', 'only sessions on this git branch')
    .option('-n, --limit <count>', 'show only this many rows, the last ones')
    .option('--sort <column>', 'time, title, project, turns, tokens or size', 'time')
    .option('--tag <tag>', 'only sessions with this tag')
    .option('--pinned', 'only pinned sessions')
    .option('--all', 'include empty sessions')
    .option('--archived', 'only archived sessions, including those that Claude Code has deleted')
    .option('--team', 'list what your team shares')
    .option('--json', 'print JSON')
    .action(async (options) => {
      if (options.team) return done(await (await import('../team/list-shared.js')).listShared(options, io));
      done(await (await import('./ls.js')).ls(options, io));
    });
}
