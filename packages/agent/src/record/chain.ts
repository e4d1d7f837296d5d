import type { JsonObject } from '@unspool/session';
import { SessionWriter } from '@unspool/session/write';

/** The client version whose format we write. Readers use it to choose their rules. */
export const CLIENT_VERSION = '2.1.325';

/** The fields of a line that say where it was written. */
export interface ChainPlace {
  file: string;
  sessionId: string;
  /** Read for each line: a command may have changed the folder or the git branch. */
  cwd(): string;
  gitBranch(): string | undefined;
  entrypoint: string;
  /** The session's human-readable name. */
  slug: string | undefined;
  /** Set in the file of a sub-agent. */
  agentId?: string;
  now(): number;
  newUuid(): string;
  /** The parent of the first new line, if a conversation is continued. */
  after?: { uuid: string; time: number };
  /** Whether to fail if the file already exists. */
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

  /** Writes a line with `head` before its uuid and `tail` after it. Returns the uuid. */
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

  /** Writes a line outside the graph, such as a title. */
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
  /** Makes the next line a new root, as after a compaction. */
  startsOver?: boolean;
  uuid?: string;
}
