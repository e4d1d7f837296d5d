import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import {
  queuedFiles,
  readErrors,
  readSinkRecord,
  readStates,
  type SinkConfig,
  shownPlace,
  sinksOf,
  sinksOnDisk,
  type TraceConfig,
  type TraceFolder,
} from '@unspool/trace';
import type { Io } from '../io.js';
import { plural, shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { when } from '../terminal/times.js';
import { UserError } from '../user-error.js';
import { takeFormerHook } from './change-settings.js';
import { configOf } from './config-of.js';
import { FORMER_EVENT, installedEvents } from './hook-settings.js';
import { traceFolderOf } from './machine.js';
import { whyNoFolder } from './require-folders.js';
import { lookAtSettings, settingsFileOf } from './settings-file.js';
import { placeOf } from './sink-spec.js';

/** Prints what is configured, the progress of each sink, what is waiting and what failed. */
export function traceStatus(options: { json?: boolean }, io: Io): number {
  const folder = traceFolderOf(io);
  const config = configOf(io);
  const hooks = (['user', 'project'] as const).map((scope) => {
    const file = settingsFileOf(scope, io);
    withoutFormerHook(file, io);
    const { settings, problem } = lookAtSettings(file);
    return { file, events: installedEvents(settings), ...(problem !== undefined && { problem }) };
  });
  const sinks = shownSinks(config, folder, io).map((sink) => sinkStatus(sink, folder));
  const errors = readErrors(folder.errors).slice(-20);
  const status = { content: config.content, data: dataStatus(config, io), hooks, sinks, errors };
  io.out(options.json ? `${JSON.stringify(status, null, 2)}\n` : onScreen(status, io));
  return 0;
}

/** Updates the hook, since people run status after an update. */
function withoutFormerHook(file: string, io: Io): void {
  try {
    const change = takeFormerHook(file, { folder: traceFolderOf(io), now: io.now });
    if (!change.isChanged) return;
    const copy = change.write();
    io.err(
      `Removed the hook for ${FORMER_EVENT} from ${file}: it is no longer needed. The previous version is in: ${copy}\n`,
    );
  } catch (error) {
    // Unreadable settings are reported with the hooks.
    if (!(error instanceof UserError)) io.err(`${safeLine((error as Error).message)}\n`);
  }
}

/** If nothing can be written, a hook cannot record that either. */
function dataStatus(config: TraceConfig, io: Io): { folder: string; problem: string | null } {
  return { folder: traceFolderOf(io).root, problem: whyNoFolder(sinksOf(config, io.env), io) ?? null };
}

/** Configured sinks, and those given to a backfill. */
function shownSinks(config: TraceConfig, folder: TraceFolder, io: Io): ShownSink[] {
  const configured = sinksOf(config, io.env);
  const names = new Set(configured.map(({ name }) => name));
  const others = sinksOnDisk(folder).filter((name) => !names.has(name));
  return [
    ...configured.map((sink) => ({ name: sink.name, type: sink.type, to: placeOf(sink), isSetUp: true })),
    ...others.map((name) => ({ name, type: null, to: shownPlace(folder, name) ?? '', isSetUp: false })),
  ];
}

interface ShownSink {
  name: string;
  type: SinkConfig['type'] | null;
  to: string;
  isSetUp: boolean;
}

type SinkStatus = ReturnType<typeof sinkStatus>;

function sinkStatus(sink: ShownSink, folder: TraceFolder) {
  const { sent, rejected, lastSentAt, lastError, retryAt } = readSinkRecord(folder.sinkFile(sink.name));
  const queue = queuedFiles(folder.queue(sink.name));
  const bytes = queue.reduce((sum, { path }) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
  const sessions = readStates(folder, sink.name)
    .map((state) => ({
      sessionId: basename(state.file, '.jsonl'),
      file: state.file,
      offset: state.offset,
      size: state.size,
      turns: Object.keys(state.turns).length,
      openTurn: state.openTurn?.number ?? null,
      isEnded: state.isEnded,
    }))
    .sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1));
  return {
    ...sink,
    sent,
    rejected,
    rejectedFile: existsSync(folder.rejected(sink.name)) ? folder.rejected(sink.name) : null,
    lastSentAt: lastSentAt === undefined ? null : new Date(lastSentAt).toISOString(),
    lastError: lastError ? { at: new Date(lastError.at).toISOString(), message: lastError.message } : null,
    retryAt: retryAt === undefined ? null : new Date(retryAt).toISOString(),
    queue: { files: queue.length, bytes },
    sessions,
  };
}

function onScreen(
  status: {
    content: string;
    data: { problem: string | null };
    hooks: { file: string; events: string[]; problem?: string }[];
    sinks: SinkStatus[];
    errors: ReturnType<typeof readErrors>;
  },
  io: Io,
): string {
  const lines: string[] = [];
  for (const { file, events, problem } of status.hooks) {
    if (problem !== undefined) lines.push(`hooks     ${safeLine(problem)}`);
    if (events.length > 0) lines.push(`hooks     ${file}: ${events.join(', ')}`);
  }
  if (lines.length === 0) lines.push('hooks     none; add them with: unspool trace install --sink …');
  lines.push(`content   ${status.content}`);
  const { problem } = status.data;
  if (problem !== null) lines.push(`data      ${safeLine(problem)}`, UNTIL_THEN);
  if (status.sinks.length === 0) lines.push('sinks     none');
  for (const sink of status.sinks) lines.push('', ...sinkLines(sink, io));
  if (status.errors.length > 0) lines.push('', 'last errors');
  for (const { at, where, message } of status.errors.slice(-5)) {
    lines.push(`  ${when(Date.parse(at), io.now)}  ${safeLine(where)}: ${safeLine(message)}`);
  }
  return `${lines.join('\n')}\n`;
}

const UNTIL_THEN = '          Until then hooks may not be able to send; a later hook or backfill makes up for it.';

function sinkLines(sink: SinkStatus, io: Io): string[] {
  const ago = (time: string) => when(Date.parse(time), io.now);
  const turns = sink.sessions.reduce((sum, session) => sum + session.turns, 0);
  const open = sink.sessions.filter((session) => session.openTurn !== null && !session.isEnded).length;
  const lines = [
    `${sink.name}  ${safeLine(sink.to)}${sink.isSetUp ? '' : '  (not set up: only a backfill sends there)'}`,
    `  sent      ${plural(sink.sent, 'span')}${sink.lastSentAt === null ? '' : `, last ${ago(sink.lastSentAt)}`}`,
    `  cursors   ${plural(turns, 'turn')} of ${plural(sink.sessions.length, 'session')}, ${open} still open`,
    `  queue     ${sink.queue.files === 0 ? 'empty' : `${plural(sink.queue.files, 'file')}, ${shortSize(sink.queue.bytes)}`}`,
  ];
  const kept = sink.rejectedFile === null ? '' : `, kept in ${sink.rejectedFile}`;
  if (sink.rejected > 0) lines.push(`  refused   ${plural(sink.rejected, 'span')}${kept}`);
  if (sink.lastError) lines.push(`  error     ${ago(sink.lastError.at)}: ${safeLine(sink.lastError.message)}`);
  if (sink.retryAt !== null && Date.parse(sink.retryAt) > io.now) lines.push(`  next try  ${sink.retryAt}`);
  return lines;
}
