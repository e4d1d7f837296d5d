import type { SessionFile } from '@unspool/session';
import { cwdOf, type LocateProblem } from '@unspool/session/locate';
import {
  type Backfilled,
  backfill,
  isSinkMoved,
  placeMark,
  type SinkConfig,
  sinksOf,
  type TraceConfig,
} from '@unspool/trace';
import type { Io } from '../io.js';
import { clientSessions, type Found, noSessions } from '../session/find.js';
import { givenProject } from '../session/given-project.js';
import { givenTime } from '../terminal/given-time.js';
import { plural } from '../terminal/numbers.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';
import { type StopSign, stoppable } from '../terminal/stop-sign.js';
import { isOfProject } from '../usage/filters.js';
import { UserError } from '../user-error.js';
import { configOf, keptConfig } from './config-of.js';
import { contentOf } from './install.js';
import { traceFolderOf, workerWorld } from './machine.js';
import { requireFolders } from './require-folders.js';
import { refuseSameFile } from './same-file.js';
import { asIfNew, settled } from './settle-sinks.js';
import { hasName, headersOf, placeOf, refuseIdleHeaders, refuseNamesakes, sinkFrom } from './sink-spec.js';
import { warnUnread } from './warn-unread.js';

export interface BackfillOptions {
  since?: string;
  project?: string;
  sink?: string[];
  header?: string[];
  content?: string;
  dryRun?: boolean;
  json?: boolean;
}

/** Sends past sessions. What a sink already has is not sent again. */
export function traceBackfill(options: BackfillOptions, io: Io): Promise<number> {
  return stoppable(io, (stop) => send(options, io, stop));
}

/** Recording what was sent takes less than this. What is unanswered by then is sent again with the same ids. */
const STOP_MS = 1000;

async function send(options: BackfillOptions, io: Io, stop: StopSign): Promise<number> {
  const stored = options.dryRun ? configOf(io) : keptConfig(io);
  const config: TraceConfig = {
    ...stored,
    ...(options.content !== undefined && { content: contentOf(options.content) }),
  };
  const named = sinksFor(options, config, io);
  requireFolders(options.dryRun ? 'read' : 'write', named, io);
  const sinks = options.dryRun ? asIfNew(named, io) : settled(named, io);
  const { sessions, problems } = wanted(options, io);
  const progress = new Progress(options.dryRun ? 'Reading sessions' : 'Sending sessions', sessions.length, io);
  const world = workerWorld(io);
  const kept = () =>
    options.dryRun ? 'Nothing was sent.' : 'What was sent is kept. Run the command again to continue.';
  const sending = backfill(
    {
      sessions,
      sinks,
      config,
      isDry: options.dryRun === true,
      onSession: () => progress.step(),
    },
    // The user is waiting, so report soon if a sink does not answer.
    { ...world, retryPolicy: { ...world.retryPolicy, tries: 3 }, isStopped: () => stop.isGiven },
  );
  const given = await stop.waitFor(sending, STOP_MS, kept).finally(() => progress.clear());
  await stop.check(kept);
  const result = { ...given, skipped: [...notListed(problems), ...given.skipped] };
  for (const { path, message } of problems.filter(({ kind }) => kind !== 'unreadable'))
    io.err(`${safeLine(path)}: ${safeLine(message)}\n`);
  const failed = result.sinks.filter(({ isStopped, rejected }) => isStopped || rejected > 0);
  if (options.json) io.out(`${JSON.stringify(result, null, 2)}\n`);
  else report(result, options, io);
  return failed.length > 0 || result.skipped.length > 0 ? 1 : 0;
}

function report(result: Backfilled, options: BackfillOptions, io: Io): void {
  const what = `${plural(result.spans, 'span')} of ${plural(result.turns, 'turn')} in ${plural(result.sessions, 'session')}`;
  if (options.dryRun) io.out(`Would send ${what}.\n`);
  else io.out(result.spans === 0 ? 'Nothing new to send.\n' : `New: ${what}.\n`);
  if (result.open > 0) {
    io.out(`Not finished: a turn in ${plural(result.open, 'session')}. A later hook or backfill sends it.\n`);
  }
  for (const { name, sent, waited = 0, rejected, isStopped, reason } of result.sinks) {
    const over =
      waited > 0 ? `, ${waited === sent ? 'all' : waited.toLocaleString('en-US')} of them from the queue` : '';
    io.out(`${name}: sent ${plural(sent, 'span')}${over}\n`);
    if (rejected > 0) io.err(`${name}: ${plural(rejected, 'span')} refused; see: unspool trace status\n`);
    if (reason !== undefined) io.err(`${name}: ${safeLine(reason)}\n`);
    if (isStopped) io.err('  The rest waits in the queue.\n');
  }
  for (const { file, reason } of result.skipped) io.err(`${safeLine(file)}: ${safeLine(reason)}\n`);
  for (const { file, lines } of result.unread) warnUnread(file, lines, io);
}

/** Configured sinks by name, others by the specification that install accepts. */
function sinksFor({ sink: specs, header = [] }: BackfillOptions, config: TraceConfig, io: Io): SinkConfig[] {
  const configured = sinksOf(config, io.env);
  const made: SinkConfig[] = [];
  const make = (spec: string) => {
    made.push(unlikeOthers(spec, header, configured, io));
    return made.slice(-1);
  };
  const sinks = (specs ?? []).flatMap((spec) => configured.find((each) => each.name === spec) ?? make(spec));
  refuseNamesakes(sinks);
  refuseSameFile(sinks);
  // A configured sink keeps its own settings.
  refuseIdleHeaders(header, made);
  if (sinks.length > 0) return sinks;
  refuseSameFile(configured, 'Remove one of them: unspool trace sink remove NAME');
  if (configured.length > 0) return configured;
  throw new UserError('No sink is configured.', {
    hint: 'Name a sink: --sink langfuse, --sink otlp:http://localhost:4318 or --sink file:PATH',
    isUsage: true,
  });
}

/** A sink that is not configured. It must not share a cursor with another destination. */
function unlikeOthers(spec: string, header: string[], configured: readonly SinkConfig[], io: Io): SinkConfig {
  const sink = sinkFrom(spec, headersOf(header), io);
  const mark = placeMark(sink);
  const namesake = configured.find((each) => each.name === sink.name && placeMark(each) !== mark);
  if (hasName(spec)) {
    if (!namesake) return sink;
    const why = `${sink.name} is set up for ${placeOf(namesake)}.`;
    throw new UserError(`"${spec}" has a name that is already used.`, {
      why,
      hint: 'Choose another name.',
      isUsage: true,
    });
  }
  const isTaken = namesake !== undefined || isSinkMoved(traceFolderOf(io), sink);
  return isTaken ? { ...sink, name: `${sink.name}-${mark.slice(0, 6)}` } : sink;
}

/** It cannot be read, so it counts as not sent. */
function notListed(problems: readonly LocateProblem[]): Backfilled['skipped'] {
  return problems
    .filter(({ kind }) => kind === 'unreadable')
    .map(({ path, message }) => ({ file: path, reason: `not read: ${message}` }));
}

function wanted({ since: text, project: given }: BackfillOptions, io: Io): Found {
  const project = given === undefined ? undefined : givenProject(given, io);
  const since = text === undefined ? Number.NEGATIVE_INFINITY : givenTime(text, io.now);
  const { sessions, problems } = clientSessions(io);
  const whole = sessions.filter((session) => session.hasMain || session.agentFiles.length > 0);
  if (whole.length === 0) throw noSessions(io);
  const ofProject = whole.filter((session) => project === undefined || isOfProject(refOf(session), project));
  if (ofProject.length === 0) {
    throw new UserError(`There is no project "${safeLine(project ?? '')}".`, {
      hint: 'List sessions: unspool ls',
    });
  }
  return { sessions: ofProject.filter((session) => session.mtimeMs >= since), problems };
}

/** For some sessions only sub-agents remain. */
function refOf({ sessionId, slug, file, hasMain, agentFiles }: SessionFile) {
  return { sessionId, slug, cwd: () => cwdOf(hasMain ? file : (agentFiles[0]?.file ?? file)) };
}
