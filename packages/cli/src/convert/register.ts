import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

/** Sessions handed over to another agent. */
export function registerConvert(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('convert')
    .description('turn a session into one of another agent, and continue it there')
    .argument('<session>', SESSION)
    .requiredOption('--to <agent>', 'claude, codex, gemini, opencode, copilot, pi or qwen')
    .option('--cwd <folder>', 'where the new session continues (default: where the old one was)')
    .option('--redact', 'replace secrets with tokens, since the session goes to another provider')
    .option('-n, --dry-run', 'show what is carried over and what is not; write nothing')
    .option('--json', 'print JSON')
    .action(async (session, options) => done(await (await import('./convert.js')).convert(session, options, io)));
}
