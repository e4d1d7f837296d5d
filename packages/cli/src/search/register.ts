import type { Command } from 'commander';
import type { Io } from '../io.js';
import { AGENT } from '../session/agent-names.js';
import { SESSION } from '../session/argument.js';

export function registerSearch(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('search')
    .description('search all sessions: prompts, replies, thinking, tools, file names')
    .argument('<words...>', 'words, "phrases", word*, OR, NOT, parentheses')
    .option('-e, --exact', 'match literally')
    .option('-r, --regex', 'match a regular expression')
    .option('-p, --project <project>', 'only this project: its name, its folder, or a folder above it')
    .option('--session <id>', `only this session: ${SESSION}`)
    .option('-s, --since <time>', 'only from this time on: 2026-01-31, today, 12h, 3d, 2w')
    .option('-u, --until <time>', 'only up to this time; a day counts in full')
    .option(
      '-k, --kind <kinds>',
      'prompt, reply, thinking, input, output, summary, title, injected; or user, assistant, tool',
    )
    .option('--tool <name>', 'only input and output of this tool')
    .option('--errors', 'only failed calls')
    .option('--file <path>', 'only calls on a file whose path contains this')
    .option('-m, --model <model>', 'only replies of models whose name contains this')
    .option('--branch <name>', 'only lines written on this git branch')
    .option('--tag <tag>', 'only sessions with this tag')
    .option('--person <person>', 'with --team: only sessions of this person')
    .option('--agent <name>', `only sessions of this agent: ${AGENT}`)
    .option('--no-sub-agents', 'leave out sub-agents')
    .option('--only-sub-agents', 'search nothing but sub-agents')
    .option('--sort <order>', 'rank or time', 'rank')
    .option('-n, --limit <count>', 'how many hits to print', '20')
    .option('--team', 'search what your team shares')
    .option('--json', 'print JSON')
    .action(async (words, options) => {
      if (options.team) return done(await (await import('../team/search-shared.js')).searchShared(words, options, io));
      done(await (await import('./search.js')).search(words, options, io));
    });
}
