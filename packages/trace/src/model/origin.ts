import { basename } from 'node:path';
import type { JsonObject, Node, Session } from '@unspool/session';
import { isSessionId } from '@unspool/session/locate';
import { madeInOf } from '@unspool/session/model';
import type { Neighbours, Relative } from './neighbours.js';

/** A copy of a turn in some file. */
interface Copy {
  sessionId: string;
  /** Its line says so, or it is older than its file. */
  isCopied: boolean;
  /** The first time in its file. */
  begin: number;
}

/**
 * Finds the session in which a turn was made. A fork copies lines and writes its own session id on them, so the id on a
 * line is not enough:
 * - from 2.1.326, copied replies name the session that made them: trusted;
 * - `/branch` writes where a line came from, and clients up to 2.1.45 keep the old id: both are trusted;
 * - later forks write nothing. Then the other files in the folder decide: copies begin with a line of the same time, and
 *   the origin is the one that is not a copy, else the oldest.
 */
export class Origins {
  private readonly own: string;
  private readonly neighbours: Neighbours;
  private readonly begin: number;
  private known: readonly Relative[] | undefined;

  /** `begin`: the first time in the file, if the file was read only in part. */
  constructor(
    private readonly session: Session,
    private readonly file: string,
    { neighbours, begin }: { neighbours: Neighbours; begin: number | undefined },
  ) {
    this.own = ownId(session, file);
    this.neighbours = neighbours;
    this.begin = begin ?? firstTime(session.nodes);
  }

  get sessionId(): string {
    return this.own;
  }

  /** Whether this file shares lines with another. */
  get hasRelatives(): boolean {
    return this.relatives.length > 0;
  }

  /** `needle` is the id of a reply, which all copies of a turn share. */
  of(start: Node, needle: string | undefined): string {
    const named = needle === undefined ? undefined : this.namedByReply(start, needle);
    if (named !== undefined) return named;
    const made = madeInOf(this.session.read(start) as JsonObject);
    const said = made.sessionId ?? this.own;
    if (needle === undefined || this.relatives.length === 0) return said;
    const isCopied = made.isCopied || start.time < this.begin;
    const copies: Copy[] = [{ sessionId: said, isCopied, begin: this.begin }];
    for (const { file, sessionId, begin } of this.relatives) {
      const names = this.neighbours.replies.namesOrigin(file, needle);
      if (names !== undefined) copies.push({ sessionId, isCopied: names || start.time < begin, begin });
    }
    if (copies.length === 1) return said;
    const [best] = copies.sort(byOrigin);
    return best?.sessionId ?? said;
  }

  private namedByReply(start: Node, messageId: string): string | undefined {
    const { nodes } = this.session;
    const from = nodes.indexOf(start);
    const reply = nodes.find((node, at) => at >= from && node.reply?.messageId === messageId);
    const made = reply && madeInOf(this.session.read(reply) as JsonObject);
    return made?.isOrigin ? made.sessionId : undefined;
  }

  private get relatives(): readonly Relative[] {
    this.known ??= this.neighbours.relativesOf(this.file);
    return this.known;
  }
}

function byOrigin(a: Copy, b: Copy): number {
  if (a.isCopied !== b.isCopied) return a.isCopied ? 1 : -1;
  if (a.begin !== b.begin) return a.begin - b.begin;
  return a.sessionId < b.sessionId ? -1 : 1;
}

function ownId(session: Session, file: string): string {
  const name = basename(file, '.jsonl');
  if (isSessionId(name)) return name;
  for (const node of session.nodes.slice(0, 50)) {
    const { sessionId } = session.read(node) as JsonObject;
    if (typeof sessionId === 'string' && sessionId !== '') return sessionId;
  }
  return name;
}

function firstTime(nodes: readonly Node[]): number {
  return nodes.find((node) => !Number.isNaN(node.time))?.time ?? Number.NaN;
}
