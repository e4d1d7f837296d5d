import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

export function registerExport(program: Command, io: Io, done: (exitCode: number) => void): void {
  program
    .command('export')
    .description('export a session as a page, Markdown, JSON, JSONL or an ATIF trajectory')
    .argument('<session>', SESSION)
    .option('--format <format>', 'html, md, json, jsonl or atif (default: by the ending of --out)')
    .option('-o, --out <file>', 'write to this file instead of stdout')
    .option('--force', 'overwrite the file if it exists')
    .option('--turns <numbers>', 'export only these turns: 3, 3..5, 1,4..6')
    .option('--redact', 'hide secrets (default)')
    .option('--no-redact', 'include secrets')
    .action(async (session, options) => done(await (await import('./export.js')).exportSession(session, options, io)));
}
