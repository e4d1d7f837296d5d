import { hash } from 'node:crypto';
import paths, { dirname, join, type PlatformPath } from 'node:path';

/**
 * Everything that tracing stores, in the data folder:
 *
 *     config.json             sinks with their keys; only its owner may read it
 *     state/<session>.*       what each sink has of a session
 *     packs/<sink>.*          the same for many sessions that a backfill sent
 *     locks/, claims/         which process exports a session or sends to a sink
 *     traces/<sink>/          which session sent a trace, for copies of it in forks
 *     staging/<sink>/         spans of sessions whose state is not written yet
 *     queue/<sink>/           spans waiting to be sent
 *     listed/<sink>/          which spans each queue file must hold
 *     lost/<sink>/            spans that a queue lost, to be sent again
 *     sinks/<sink>.json       results of sending, and when to try again
 *     sinks/<sink>.place      a hash of the sink's address
 *     rejected/<sink>.jsonl   spans that a sink refused
 *     errors.jsonl            errors in hooks
 */
export interface TraceFolder {
  root: string;
  config: string;
  state: string;
  errors: string;
  claims: string;
  pack(sink: string): string;
  traces(sink: string): string;
  staging(sink: string): string;
  queue(sink: string): string;
  listed(sink: string): string;
  lost(sink: string): string;
  sinkFile(sink: string): string;
  place(sink: string): string;
  rejected(sink: string): string;
}

export function traceFolderIn(dataFolder: string): TraceFolder {
  const root = join(dataFolder, 'trace');
  return {
    root,
    config: join(root, 'config.json'),
    state: join(root, 'state'),
    errors: join(root, 'errors.jsonl'),
    claims: join(root, 'claims'),
    pack: (sink) => join(root, 'packs', sink),
    traces: (sink) => join(root, 'traces', sink),
    staging: (sink) => join(root, 'staging', sink),
    queue: (sink) => join(root, 'queue', sink),
    listed: (sink) => join(root, 'listed', sink),
    lost: (sink) => join(root, 'lost', sink),
    sinkFile: (sink) => join(root, 'sinks', `${sink}.json`),
    place: (sink) => join(root, 'sinks', `${sink}.place`),
    rejected: (sink) => join(root, 'rejected', `${sink}.jsonl`),
  };
}

/** The folders for what sinks have; each comes after its parent. */
export function foldersOf(folder: TraceFolder, sinks: readonly { name: string }[]): string[] {
  const { root, state, claims, pack, sinkFile, rejected, traces, staging, queue, listed, lost } = folder;
  const ofSinks = sinks.flatMap(({ name }) => [
    ...[pack, sinkFile, rejected].map((file) => dirname(file(name))),
    ...[traces, staging, queue, listed, lost].flatMap((each) => [dirname(each(name)), each(name)]),
  ]);
  return [...new Set([root, state, claims, ...ofSinks])];
}

/** A session's name in our files: its id and a hash of its folder, since two config folders can hold the same session. */
export function sessionKey(file: string, { resolve, basename }: PlatformPath = paths): string {
  // On Windows C: and c: are the same drive, and clients write either.
  const place = resolve(file).replace(/^[a-z]:/, (drive) => drive.toUpperCase());
  const id = basename(place, '.jsonl')
    .replace(/[^A-Za-z0-9-]/g, '_')
    .slice(0, 64);
  return `${id}.${hash('sha256', place).slice(0, 8)}`;
}
