import type { Block } from '../format/block.js';
import type { Entry } from '../format/entry.js';
import type { AssistantEntry, AssistantMessage, GraphEntry, UserEntry } from '../format/schema.js';
import { SessionWriter, type WriterOptions } from './session-writer.js';

/** Where and when a conversation was written, as repeated on each of its lines. */
export interface ChainOptions extends Pick<WriterOptions, 'sync'> {
  sessionId: string;
  cwd: string;
  version: string;
  gitBranch?: string;
  entrypoint?: string;
  /** Set in the file of a sub-agent. */
  agentId?: string;
  /** Milliseconds, as `Date.now`. */
  now: () => number;
  newUuid: () => string;
  /** The line that the first new one follows, if a conversation is continued. */
  after?: { uuid: string; time: number };
}

/** An entry without the members that the writer sets. `parentUuid: null` starts over, as a compact_boundary does. */
export type NewEntry<E extends GraphEntry> = Omit<E, 'uuid' | 'parentUuid' | 'timestamp' | 'sessionId'> & {
  parentUuid?: null;
};

type Fields<E extends GraphEntry> = Partial<Omit<NewEntry<E>, 'type' | 'message'>>;

/**
 * Writes a conversation as one line of descent, which every client version reads: each entry is the child of the
 * previous one, with a fresh uuid and a later time.
 */
export class ChainWriter {
  readonly file: string;
  readonly sessionId: string;
  /** The line that the next one will follow. */
  leafUuid: string | null;
  private readonly options: ChainOptions;
  private readonly writer: SessionWriter;
  private time: number;

  constructor(file: string, options: ChainOptions & Pick<WriterOptions, 'isNew'>) {
    this.file = file;
    this.sessionId = options.sessionId;
    this.leafUuid = options.after?.uuid ?? null;
    this.time = options.after?.time ?? 0;
    this.options = options;
    this.writer = new SessionWriter(file, options);
  }

  addUser(content: string | Block[], fields: Fields<UserEntry> = {}): UserEntry {
    const blocks: Block[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return this.add<UserEntry>({ ...fields, type: 'user', message: { role: 'user', content: blocks } });
  }

  /** Adds one block of a reply, or all of it. Lines of one reply share `message.id`; no two replies do. */
  addAssistant(message: AssistantMessage, fields: Fields<AssistantEntry> = {}): AssistantEntry {
    return this.add<AssistantEntry>({ ...fields, type: 'assistant', message });
  }

  /** Adds any line that takes part in the graph. Returns it as written. */
  add<E extends GraphEntry>(entry: NewEntry<E>): E {
    const { cwd, version, gitBranch, entrypoint, agentId, now, newUuid } = this.options;
    const time = Math.max(now(), this.time + 1);
    const written = {
      parentUuid: this.leafUuid,
      isSidechain: agentId !== undefined,
      userType: 'external',
      ...(entrypoint !== undefined && { entrypoint }),
      cwd,
      sessionId: this.sessionId,
      version,
      ...(gitBranch !== undefined && { gitBranch }),
      ...(agentId !== undefined && { agentId }),
      ...entry,
      uuid: newUuid(),
      timestamp: new Date(time).toISOString(),
    };
    this.writer.append(written);
    // Set only now: after a failed write the next line must not name a parent that is not in the file.
    this.leafUuid = written.uuid;
    this.time = time;
    return written as unknown as E;
  }

  /** Adds a line outside the graph: a title, a state. */
  addAside(entry: Entry): void {
    this.writer.append(entry);
  }

  close(): void {
    this.writer.close();
  }
}
