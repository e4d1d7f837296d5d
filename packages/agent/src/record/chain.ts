import type { JsonObject } from '@unspool/session';
import { SessionWriter } from '@unspool/session/write';

/** The client version whose format we write. Readers use it to decide what to expect. */
export const CLIENT_VERSION = '2.1.325';

/** Where and when a line was written, as every line of a conversation says. */
export interface ChainPlace {
  file: string;
  sessionId: string;
  /** Read for each line: a command may have changed the folder, or the git branch. */
  cwd(): string;
  gitBranch(): string | undefined;
  entrypoint: string;
  /** The session's readable name. */
  slug: string | undefined;
  /** Set in the file of a sub-agent. */
  agentId?: string;
  now(): number;
  newUuid(): string;
  /** The line that the first new one follows, if a conversation is continued. */
  after?: { uuid: string; time: number };
  /** Fail if the file already exists. */
  isNew?: boolean;
}

/**
 * Writes a conversation as a single chain, which every client version reads, with the fields in the newest client's
 * order: each entry is a child of the one before it, with a new uuid and a later time.
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

  /** `head` comes before the line's uuid, `tail` after it. Returns the line's uuid. */
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
    // Only after a successful write: the next line must not name a parent that is not in the file.
    this.leafUuid = uuid;
    this.time = time;
    return uuid;
  }

  /** A line outside the graph: a title or a state. */
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
  /** A new root, as for a compaction. */
  startsOver?: boolean;
  uuid?: string;
}
