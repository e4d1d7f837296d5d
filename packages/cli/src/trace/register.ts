import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

const SINK = 'where to: langfuse[:URL], otlp[+protobuf]:URL or file:PATH; NAME= before it gives it a name';

/** Turns as traces: in Langfuse, in any OpenTelemetry backend, in a file. */
export function registerTrace(program: Command, io: Io, done: (exitCode: number) => void): void {
  const trace = program.command('trace').description('send turns to Langfuse, any OpenTelemetry backend, or a file');

  trace
    .command('install')
    .description("write hooks into the client's settings, so that every turn is sent when it ends")
    .option('--user', 'for all your projects (when nothing else is said)')
    .option('--project', 'for the project in this folder')
    .option('--sink <sink...>', SINK)
    .option('--header <name=value...>', 'for an OTLP sink')
    .option('--content <mode>', 'full, redacted (when nothing else is said) or none: names, times and tokens only')
    .option('--user-id <id>', 'stands on every span')
    .option('--json', 'print JSON')
    .action(async (options) => done((await import('./install.js')).traceInstall(options, io)));

  trace
    .command('uninstall')
    .description('remove the hooks; what waits to be sent stays')
    .option('--user', 'from your own settings (when nothing else is said)')
    .option('--project', 'from the project in this folder')
    .option('--json', 'print JSON')
    .action(async (options) => done((await import('./install.js')).traceUninstall(options, io)));

  trace
    .command('status')
    .description('sinks, how far each is, what waits, the last errors')
    .option('--json', 'print JSON')
    .action(async (options) => done((await import('./status.js')).traceStatus(options, io)));

  trace
    .command('doctor')
    .description('check hooks, keys and connections; exit code 1 if something is wrong')
    .option('--json', 'print JSON')
    .action(async (options) => done(await (await import('./doctor.js')).traceDoctor(options, io)));

  trace
    .command('show')
    .description('draw the traces of a session as they would be sent: spans, durations, tokens, cost')
    .argument('<session>', SESSION)
    .option('-t, --turn <number>', 'only this turn')
    .option('--content <mode>', 'full, redacted or none; as configured when nothing is said')
    .option('--json', 'print JSON')
    .action(async (session, options) => done((await import('./show/show.js')).traceShow(session, options, io)));

  trace
    .command('backfill')
    .description('send past sessions; what a sink has already is not sent again')
    .option('-s, --since <time>', 'only sessions used since then: 2026-01-31, today, 12h, 3d, 2w')
    .option('-p, --project <project>', 'only this project: its name, its folder, or a folder above it')
    .option('--sink <sink...>', `a configured sink by its name, or ${SINK}`)
    .option('--header <name=value...>', 'for an OTLP sink')
    .option('--content <mode>', 'full, redacted or none')
    .option('-n, --dry-run', 'count what would be sent')
    .option('--json', 'print JSON')
    .action(async (options) => done(await (await import('./backfill.js')).traceBackfill(options, io)));

  trace
    .command('sink')
    .description('sinks that are set up; see: status')
    .command('remove')
    .description('remove a sink with its keys and all that is known of what it was sent')
    .argument('<name>', 'as status shows it')
    .option('--force', 'also when spans wait to be sent: they are deleted')
    .option('--json', 'print JSON')
    .action(async (name, options) => done((await import('./sink.js')).traceSinkRemove(name, options, io)));

  trace
    .command('hook')
    .description('what the client runs: reads an event on stdin, always ends with 0')
    .action(async () => done(await (await import('./hook.js')).traceHook(io)));
}
