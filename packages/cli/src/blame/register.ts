import type { Command } from 'commander';
import type { Io } from '../io.js';

export function registerBlame(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('blame')
    .description('show which session and turn wrote each line of a file or commit')
    .argument('[target]', 'FILE, FILE:LINE, FILE:FROM-TO or a commit')
    .option('--changed', 'print one line that names the sessions behind your uncommitted changes')
    .option('--annotate', 'print an Agent Trace record of what the sessions wrote')
    .option('--notes', 'with --annotate: also write the record to the git notes of the commit (refs/notes/agent-trace)')
    .option('--json', 'print JSON')
    .action(async (target, options) => done(await (await import('./blame.js')).blameTarget(target, options, io)));

  program
    .command('why')
    .description('show the prompt and the reply that led to a line')
    .argument('<line>', 'FILE:LINE')
    .option('--json', 'print JSON')
    .action(async (line, options) => done(await (await import('./why.js')).why(line, options, io)));
}
