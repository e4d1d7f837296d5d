import type { JsonObject } from '@unspool/session';
import { SessionWriter } from '@unspool/session/write';

/** The client whose shape our lines have. Readers choose by it what to expect. */
export const CLIENT_VERSION = '2.1.325';

/** What every line of a conversation says of where and when it was written. */
export interface ChainPlace {
  file: string;
  sessionId: string;
  /** Asked for each line: a command may have moved on, a branch may have been changed. */
  cwd(): string;
  gitBranch(): string | undefined;
  entrypoint: string;
  /** The session's readable name. */
  slug: string | undefined;
  /** Set in the file of a sub-agent. */
  agentId?: string;
  now(): number;
  newUuid(): string;
  /** The line that the first new one follows, when a conversation is continued. */
  after?: { uuid: string; time: number };
  /** Fail when the file is there already. */
  isNew?: boolean;
}

/**
 * Writes a conversation as one line of descent, which every client version reads, with the fields in the newest client's
 * order: each entry is the child of the one before it, with a fresh uuid and a later time.
 */
export class Chain {
  leafUuid: string | null;
  private time: number;
  private readonly writer: SessionWriter;

  constructor(private readonly place: ChainPlace) {
    this.leafUuid = place.after?.uuid ?? null;
    this.time = place.after?.time ?? 0;
    this.writer = new SessionWriter(place.file, { isNew: place.isNew === true });
  }

  /** `head` stands before the line's uuid, `tail` behind it. Gives back the line's uuid. */
  add(head: JsonObject, tail: JsonObject = {}, options: AddOptions = {}): string {
    const { place } = this;
    const uuid = options.uuid ?? place.newUuid();
    const time = Math.max(place.now(), this.time + 1);
    const timestamp = new Date(time).toISOString();
    const gitBranch = place.gitBranch();
    this.writer.append({
      parentUuid: options.startsOver ? null : this.leafUuid,
      ...(options.startsOver && { logicalParentUuid: this.leafUuid }),
      isSidechain: place.agentId !== undefined,
      ...head,
      ...(head['type'] === 'system' ? { timestamp, uuid } : { uuid, timestamp }),
      ...tail,
      userType: 'external',
      entrypoint: place.entrypoint,
      cwd: place.cwd(),
      sessionId: place.sessionId,
      version: CLIENT_VERSION,
      ...(gitBranch !== undefined && { gitBranch }),
      ...(place.slug !== undefined && { slug: place.slug }),
    });
    // Only now: after a failed write the next line must not name a parent that is not in the file.
    this.leafUuid = uuid;
    this.time = time;
    return uuid;
  }

  /** A line outside the graph: a title, a state. */
  addAside(entry: JsonObject): void {
    this.writer.append(entry);
  }

  timestamp(): string {
    return new Date(Math.max(this.place.now(), this.time)).toISOString();
  }

  close(): void {
    this.writer.close();
  }
}

export interface AddOptions {
  /** A new root, as a compaction makes one. */
  startsOver?: boolean;
  uuid?: string;
}
