import { join } from 'node:path';
import { slugOf } from '@unspool/session/locate';
import type { AgentName } from '../contract/agent-name.js';
import type { Extent, Output, SessionHead, SubAgentHead } from '../contract/output.js';
import type { Thread } from '../contract/thread.js';
import { Draft } from '../write/draft.js';
import { ThreadWriter } from '../write/thread-writer.js';
import type { CopiedSession, Report } from './record.js';
import { safeName } from './safe-name.js';

/** A session or sub-agent that is being written. */
export interface Drafted<Head> {
  head: Head;
  /** The project folder's name. */
  slug: string;
  draft: Draft;
  thread: ThreadWriter;
}

export interface OutputOptions {
  agent: AgentName;
  extent: Extent;
  /** A private folder for drafts. */
  drafts: string;
  /** The copies made from an earlier state of the source. */
  before: readonly CopiedSession[];
}

/** Keeps the sessions of one source as drafts until the whole source is read. */
export class CopyOutput implements Output {
  readonly sessions: Drafted<SessionHead>[] = [];
  readonly subAgents: Drafted<SubAgentHead>[] = [];
  /** Ids of sessions whose copies are kept. */
  readonly kept = new Set<string>();
  /** The stamps of sessions, if the adapter provides them. */
  readonly stamps = new Map<string, string>();
  private drafts = 0;
  readonly report: Report = { damaged: 0, examples: [], unknown: {} };

  constructor(private readonly options: OutputOptions) {}

  get extent(): Extent {
    return this.options.extent;
  }

  session(given: SessionHead): Thread {
    const head = { ...given, id: safeName(given.id) };
    const drafted = this.drafted(head, { sessionId: head.id, isSubAgent: false });
    this.sessions.push(drafted);
    return drafted.thread;
  }

  subAgent(given: SubAgentHead): Thread {
    const head = { ...given, id: safeName(given.id), parent: safeName(given.parent) };
    const drafted = this.drafted(head, { sessionId: head.parent, isSubAgent: true });
    this.subAgents.push(drafted);
    return drafted.thread;
  }

  keep(given: string, stamp: string): boolean {
    const id = safeName(given);
    this.stamps.set(id, stamp);
    const isSame = this.options.before.some((session) => session.id === id && session.stamp === stamp);
    if (isSame) this.kept.add(id);
    return isSame;
  }

  damaged(where: string, message: string): void {
    this.report.damaged++;
    if (this.report.examples.length < EXAMPLES) this.report.examples.push({ where, message });
  }

  unknown(kind: string): void {
    const { unknown } = this.report;
    const known = Object.hasOwn(unknown, kind) || Object.keys(unknown).length < MAX_KINDS ? kind : 'others';
    unknown[known] = (unknown[known] ?? 0) + 1;
  }

  newDraft(): Draft {
    return new Draft(join(this.options.drafts, `${this.drafts++}`));
  }

  /** Whether nothing was read. */
  get isEmpty(): boolean {
    return this.kept.size === 0 && [...this.sessions, ...this.subAgents].every(({ thread }) => thread.entries === 0);
  }

  /** Removes all drafts. */
  drop(): void {
    for (const { draft } of [...this.sessions, ...this.subAgents]) draft.drop();
  }

  private drafted<Head extends SessionHead>(
    head: Head,
    { sessionId, isSubAgent }: { sessionId: string; isSubAgent: boolean },
  ): Drafted<Head> {
    const { agent, extent } = this.options;
    const { id, cwd } = head;
    const draft = this.newDraft();
    const thread = new ThreadWriter(draft, { agent, extent, id, sessionId, isSubAgent, cwd });
    return { head, slug: cwd === undefined ? NO_PROJECT : slugOf(cwd), draft, thread };
  }
}

/** The folder for sessions without a working folder. */
const NO_PROJECT = 'no-folder';
const EXAMPLES = 20;
/** Keeps a damaged file from filling the record. */
const MAX_KINDS = 200;
