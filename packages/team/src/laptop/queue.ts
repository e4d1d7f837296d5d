import { createHash, randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSessionId } from '@unspool/session/locate';
import { makeFolder, replaceFile } from '@unspool/session/write';
import type { Held, Visibility } from '../contract/model.js';

/** A file as it is shared: its redacted copy, and how much of it the service has. */
export interface QueuedFile {
  source: string;
  /** Size and time of the source when it was read. */
  stamp: string;
  sourceBytes: number;
  /** Of those bytes, to notice a source that was rewritten. */
  sourceSha256: string;
  generation: number;
  /** Of the redacted copy. */
  bytes: number;
  /** What the service has acknowledged. */
  sent: number;
  version: number;
  /** What another device has pushed and this one has taken in. */
  merged?: Held;
}

export interface QueuedSession {
  sessionId: string;
  visibility: Visibility;
  isUnredacted: boolean;
  main: string;
  files: { [name: string]: QueuedFile };
  /** What the service was told about the session. */
  described: string;
  /** To be withdrawn: its rule has become private. */
  isLeaving?: boolean;
  /** Somebody withdrew it; it is not pushed again until it is shared again. */
  isWithdrawn?: boolean;
  isAgain?: boolean;
  /** Why it cannot be queued. */
  problem?: string;
  /** Why the service did not take it the last time. */
  refused?: string;
  redacted: number;
  /** Files that cannot be searched for secrets and stay here. */
  left: string[];
}

/**
 * The queue on disk: a folder a session with the redacted copies and their state. The copies are also what makes a push
 * repeatable, so they stay.
 */
export class Queue {
  constructor(readonly folder: string) {}

  all(): QueuedSession[] {
    if (!existsSync(this.folder)) return [];
    return readdirSync(this.folder)
      .filter(isSessionId)
      .flatMap((id) => this.get(id) ?? []);
  }

  get(sessionId: string): QueuedSession | undefined {
    const file = join(this.folder, sessionId, 'state.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as QueuedSession) : undefined;
  }

  /** Writes only what has changed: hooks collect all sessions after each turn, and a durable write takes milliseconds. */
  put(session: QueuedSession): void {
    const file = join(this.folder, session.sessionId, 'state.json');
    const text = Buffer.from(`${JSON.stringify(session, null, 1)}\n`);
    if (existsSync(file) && readFileSync(file).equals(text)) return;
    makeFolder(dirname(file));
    replaceFile(file, (sink) => sink.write(text));
  }

  remove(sessionId: string): void {
    rmSync(join(this.folder, sessionId), { recursive: true, force: true });
  }

  /** Where the redacted copy of a file is. Its name on disk keeps the ending, which says how it is read. */
  copyOf(sessionId: string, name: string): string {
    const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
    return join(this.folder, sessionId, `${hash}${name.endsWith('.jsonl') ? '.jsonl' : '.part'}`);
  }
}

/** Bytes that wait to be sent. */
export function waitingBytes({ files }: QueuedSession): number {
  return Object.values(files).reduce((sum, file) => sum + (file.bytes - file.sent), 0);
}

/** Grows with time, and no two devices choose the same. */
export function newGeneration(now: number): number {
  return now * 1024 + randomInt(1024);
}
