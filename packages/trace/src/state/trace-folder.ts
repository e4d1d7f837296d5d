import { hash } from 'node:crypto';
import paths, { dirname, join, type PlatformPath } from 'node:path';

/**
 * Where everything of tracing stands, below the data folder:
 *
 *     config.json             sinks with their keys; only its owner may read it
 *     state/<session>.*       what each sink has of a session
 *     packs/<sink>.*          the same, of many sessions that a backfill sent
 *     locks/, claims/         who is at a session, or sends to a sink
 *     traces/<sink>/          which session sent a trace, for copies of it in forks
 *     staging/<sink>/         spans whose session's state is not written yet
 *     queue/<sink>/           spans that wait to be sent
 *     listed/<sink>/          which spans each file of the queue must hold
 *     lost/<sink>/            spans that a queue lost: they count as not given
 *     sinks/<sink>.json       how sending went; when to try again
 *     sinks/<sink>.place      where it leads, hashed
 *     rejected/<sink>.jsonl   spans that a sink refused
 *     errors.jsonl            what went wrong in a hook
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

/** Those in which it is written down what sinks were given, each behind the one that it stands in. */
export function foldersOf(folder: TraceFolder, sinks: readonly { name: string }[]): string[] {
  const { root, state, claims, pack, sinkFile, rejected, traces, staging, queue, listed, lost } = folder;
  const ofSinks = sinks.flatMap(({ name }) => [
    ...[pack, sinkFile, rejected].map((file) => dirname(file(name))),
    ...[traces, staging, queue, listed, lost].flatMap((each) => [dirname(each(name)), each(name)]),
  ]);
  return [...new Set([root, state, claims, ...ofSinks])];
}

/** A session's name in our files: its id, and its place, as two config folders can hold the same session. */
export function sessionKey(file: string, { resolve, basename }: PlatformPath = paths): string {
  // On Windows C: and c: are one drive, and who starts a hook writes either.
  const place = resolve(file).replace(/^[a-z]:/, (drive) => drive.toUpperCase());
  const id = basename(place, '.jsonl')
    .replace(/[^A-Za-z0-9-]/g, '_')
    .slice(0, 64);
  return `${id}.${hash('sha256', place).slice(0, 8)}`;
}
