import { createHash, randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isSessionId } from '@unspool/session/locate';
import { makeFolder, replaceFile } from '@unspool/session/write';
import type { Held, Visibility } from '../contract/model.js';

/** A shared file: its redacted copy, and how much of it the service has. */
export interface QueuedFile {
  source: string;
  /** Size and time of the source when it was read. */
  stamp: string;
  sourceBytes: number;
  /** Hash of those bytes, to notice if the source was rewritten. */
  sourceSha256: string;
  generation: number;
  /** The size of the redacted copy. */
  bytes: number;
  /** How much the service has acknowledged. */
  sent: number;
  version: number;
  /** What another device pushed and this one merged. */
  merged?: Held;
}

export interface QueuedSession {
  sessionId: string;
  visibility: Visibility;
  isUnredacted: boolean;
  main: string;
  files: { [name: string]: QueuedFile };
  /** The last description that was sent to the service. */
  described: string;
  /** It is private now and will be withdrawn. */
  isLeaving?: boolean;
  /** Somebody withdrew it. It is not pushed until its owner shares it again. */
  isWithdrawn?: boolean;
  isAgain?: boolean;
  /** Why it cannot be queued. */
  problem?: string;
  /** Why the service refused it last time. */
  refused?: string;
  redacted: number;
  /** Files that are not shared because they cannot be searched for secrets. */
  left: string[];
}

/**
 * The queue on disk: a folder per session, with the redacted copies and their state. The copies are kept after a push,
 * since they make it repeatable.
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

  /** Writes only if something changed: hooks collect all sessions after each turn, and a durable write takes milliseconds. */
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

  /** The path of the redacted copy of a file. It keeps the extension, which decides how the copy is read. */
  copyOf(sessionId: string, name: string): string {
    const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
    return join(this.folder, sessionId, `${hash}${name.endsWith('.jsonl') ? '.jsonl' : '.part'}`);
  }
}

/** The number of bytes still to be sent. */
export function waitingBytes({ files }: QueuedSession): number {
  return Object.values(files).reduce((sum, file) => sum + (file.bytes - file.sent), 0);
}

/** Increases with time, and is different on every device. Later than the one before, whatever the clock says. */
export function newGeneration(now: number, before = 0): number {
  return Math.max(now * 1024, before) + 1 + randomInt(1023);
}
