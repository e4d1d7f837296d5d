import type { JsonObject } from '@unspool/session';
import { notedFilesOf, otherCallsOf, type TurnRef, writeCallsOf, writeResultsOf } from '@unspool/session/facts';
import { madeInOf } from '@unspool/session/model';
import { packHashes } from './line-hash.js';

/** Lines that a session wrote to a file. */
export interface SeenWrite {
  toolUseId: string;
  tool: string;
  path: string;
  /** The offsets of the call's line and its result's line. */
  byte: number;
  resultByte: number;
  turn: TurnRef;
  time: number | null;
  /** Whether the line was written in this session rather than copied from another. */
  isOwn: boolean;
  /** The lines are the whole file; the client did not note which of them are new. */
  isWhole: boolean;
  hashes: Uint8Array;
}

type OpenCall = Omit<SeenWrite, 'toolUseId' | 'resultByte'>;
type OpenCallState = [
  tool: string,
  path: string,
  byte: number,
  turn: number,
  time: number | null,
  own: 0 | 1,
  whole: 0 | 1,
  hashes: string,
];

/** Calls without a result so far, as JSON. */
export type WriteState = { [toolUseId: string]: OpenCallState };

/** The place of a line. */
export interface SeenAt {
  byte: number;
  turn: TurnRef;
  time: number | null;
}

const MAX_OPEN = 200;

/** Pairs calls that write files with their results, line by line. Calls that failed or have no result wrote nothing. */
export class WriteCursor {
  private readonly open: Map<string, OpenCall>;

  constructor(
    private readonly path: string,
    state: WriteState = {},
  ) {
    this.open = new Map(Object.entries(state).map(([id, call]) => [id, openCall(call)]));
  }

  see(object: JsonObject, at: SeenAt): SeenWrite[] {
    for (const { toolUseId, tool, path, lines, isWhole } of writeCallsOf(object)) {
      const isOwn = this.isOwn(object);
      this.open.set(toolUseId, { ...at, tool, path, isOwn, isWhole, hashes: packHashes(lines) });
      this.dropOldest();
    }
    for (const { toolUseId, tool } of otherCallsOf(object)) {
      this.open.set(toolUseId, { ...at, tool, path: OTHER, isOwn: this.isOwn(object), isWhole: false, hashes: NONE });
      this.dropOldest();
    }
    if (this.open.size === 0) return [];
    return writeResultsOf(object, (id) => this.open.has(id)).flatMap(({ toolUseId, isFailed, lines }) => {
      const call = this.open.get(toolUseId);
      this.open.delete(toolUseId);
      if (isFailed || !call) return [];
      if (call.path === OTHER) return notedWrites(object, { ...call, toolUseId, resultByte: at.byte });
      const hashes = lines ? packHashes(lines) : call.hashes;
      if (hashes.length === 0) return [];
      const isWhole = call.isWhole && !lines;
      return [{ ...call, toolUseId, resultByte: at.byte, time: at.time ?? call.time, isWhole, hashes }];
    });
  }

  private dropOldest(): void {
    const [oldest] = this.open.keys();
    if (this.open.size > MAX_OPEN && oldest !== undefined) this.open.delete(oldest);
  }

  state(): WriteState {
    return Object.fromEntries([...this.open].map(([id, call]) => [id, stateOf(call)]));
  }

  /** Early clients put sub-agents next to their sessions; their session is then unknown, and time decides among copies. */
  private isOwn(object: JsonObject): boolean {
    const { sessionId, isCopied } = madeInOf(object);
    return !isCopied && sessionId !== undefined && this.path.includes(sessionId);
  }
}

/** What the result of a call of an unknown tool says that it wrote. */
function notedWrites(object: JsonObject, call: SeenWrite): SeenWrite[] {
  return notedFilesOf(object).flatMap(({ path, lines, isWhole }) =>
    lines.length === 0 ? [] : [{ ...call, path, isWhole, hashes: packHashes(lines) }],
  );
}

/** The path of a call of an unknown tool: its result names the files. */
const OTHER = '';
const NONE = new Uint8Array();

function stateOf({ tool, path, byte, turn, time, isOwn, isWhole, hashes }: OpenCall): OpenCallState {
  return [tool, path, byte, turn.number, time, isOwn ? 1 : 0, isWhole ? 1 : 0, Buffer.from(hashes).toString('base64')];
}

function openCall([tool, path, byte, turn, time, own, whole, hashes]: OpenCallState): OpenCall {
  const call = { tool, path, byte, turn: { number: turn }, time };
  return { ...call, isOwn: own === 1, isWhole: whole === 1, hashes: Buffer.from(hashes, 'base64') };
}
