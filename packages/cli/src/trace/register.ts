import type { Command } from 'commander';
import type { Io } from '../io.js';
import { SESSION } from '../session/argument.js';

const SINK = 'langfuse[:URL], otlp[+protobuf]:URL or file:PATH; prefix it with NAME= to name it';

/** Turns as traces: in Langfuse, in any OpenTelemetry backend, in a file. */
export function registerTrace(program: Command, io: Io, done: (exitCode: number) => void): void {
  const trace = program.command('trace').description('send turns to Langfuse, any OpenTelemetry backend, or a file');

  trace
    .command('install')
    .description('add hooks to the settings of Claude Code, so that every turn is sent when it ends')
    .option('--scope <scope>', 'user (all your projects) or project (the one in this folder)', 'user')
    .option('--sink <sink...>', SINK)
    .option('--header <name=value...>', 'for an OTLP sink')
    .option('--content <mode>', 'full, redacted (default), or none: only names, times and tokens')
    .option('--user-id <id>', 'set this user id on every span')
    .option('--json', 'print JSON')
    .action(async (options) => done((await import('./install.js')).traceInstall(options, io)));

  trace
    .command('uninstall')
    .description('remove the hooks; spans that wait to be sent are kept')
    .option('--scope <scope>', 'user (all your projects) or project (the one in this folder)', 'user')
    .option('--json', 'print JSON')
    .action(async (options) => done((await import('./install.js')).traceUninstall(options, io)));

  trace
    .command('status')
    .description('show each sink, what was sent, what is queued, and recent errors')
    .option('--json', 'print JSON')
    .action(async (options) => done((await import('./status.js')).traceStatus(options, io)));

  trace
    .command('doctor')
    .description('check hooks, keys and connections')
    .option('--json', 'print JSON')
    .action(async (options) => done(await (await import('./doctor.js')).traceDoctor(options, io)));

  trace
    .command('show')
    .description('draw the spans of a session as they would be sent')
    .argument('<session>', SESSION)
    .option('-t, --turn <number>', 'only this turn')
    .option('--content <mode>', 'full, redacted or none (default: as configured)')
    .option('--json', 'print JSON')
    .action(async (session, options) => done((await import('./show/show.js')).traceShow(session, options, io)));

  trace
    .command('backfill')
    .description('send past sessions; nothing is sent twice')
    .option('-s, --since <time>', 'only sessions used since this time: 2026-01-31, today, 12h, 3d, 2w')
    .option('-p, --project <project>', 'only this project: its name, its folder, or a folder above it')
    .option('--sink <sink...>', `the name of a configured sink, or ${SINK}`)
    .option('--header <name=value...>', 'for an OTLP sink')
    .option('--content <mode>', 'full, redacted or none')
    .option('-n, --dry-run', 'count what would be sent; send nothing')
    .option('--json', 'print JSON')
    .action(async (options) => done(await (await import('./backfill.js')).traceBackfill(options, io)));

  trace
    .command('sink')
    .description('manage sinks')
    .command('remove')
    .description('remove a sink, its keys and its records')
    .argument('<name>', 'its name in trace status')
    .option('--force', 'remove it even if spans wait to be sent; they are deleted')
    .option('--json', 'print JSON')
    .action(async (name, options) => done((await import('./sink.js')).traceSinkRemove(name, options, io)));

  trace
    .command('hook', { hidden: true })
    .description('run by the client: reads an event from standard input, always exits with 0')
    .action(async () => done(await (await import('./hook.js')).traceHook(io)));
}
