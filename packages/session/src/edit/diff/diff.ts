import type { Session } from '../../model/session.js';
import { turnsOf } from '../../model/turns.js';
import { alignTurns, type TurnPair } from './align.js';
import { type Part, type PartKind, partsOfTurn, type TurnParts } from './diff-parts.js';

/** How one piece of a turn differs between A and B. */
export interface PartDiff {
  state: 'only in A' | 'only in B' | 'changed';
  kind: PartKind;
  /** The tool's name, or empty. */
  name: string;
  /** Characters in A and in B. */
  sizes: { a: number; b: number };
}

/** How one turn differs between two sessions. */
export interface TurnDiff {
  state: 'same' | 'changed' | 'only in A' | 'only in B';
  /** The turn's number in either session. */
  a: number | undefined;
  b: number | undefined;
  words: string;
  sizes: { a: number; b: number };
  parts: PartDiff[];
}

/** How two sessions differ, turn by turn. */
export interface SessionDiff {
  turns: TurnDiff[];
  summary: { same: number; changed: number; onlyA: number; onlyB: number };
}

/** Compares two sessions turn by turn: prompts, replies, thinking, tool calls and results. */
export function diffSessions(a: Session, b: Session): SessionDiff {
  const parts = (session: Session) => turnsOf(session).turns.map((turn) => partsOfTurn(session, turn));
  const turns = alignTurns(parts(a), parts(b)).map(diffOf);
  const count = (state: TurnDiff['state']) => turns.filter((turn) => turn.state === state).length;
  const summary = {
    same: count('same'),
    changed: count('changed'),
    onlyA: count('only in A'),
    onlyB: count('only in B'),
  };
  return { turns, summary };
}

function diffOf(pair: TurnPair): TurnDiff {
  const a = 'a' in pair ? pair.a : undefined;
  const b = 'b' in pair ? pair.b : undefined;
  const parts = a && b ? diffParts(a.parts, b.parts) : [];
  return {
    state: a && b ? (parts.length > 0 ? 'changed' : 'same') : a ? 'only in A' : 'only in B',
    a: a?.turn.number,
    b: b?.turn.number,
    words: a?.words ?? b?.words ?? '',
    sizes: { a: sizeOf(a), b: sizeOf(b) },
    parts,
  };
}

function sizeOf(turn: TurnParts | undefined): number {
  return turn?.parts.reduce((sum, part) => sum + part.size, 0) ?? 0;
}

/** Matches calls and results by id, everything else by content, then in order. */
function diffParts(a: readonly Part[], b: readonly Part[]): PartDiff[] {
  const left = new Set(b);
  const rest: Part[] = [];
  const diffs: PartDiff[] = [];
  for (const part of a) {
    const same = find(left, (each) => isSamePlace(part, each) && (part.id !== undefined || part.hash === each.hash));
    if (!same) rest.push(part);
    else {
      left.delete(same);
      if (same.hash !== part.hash) diffs.push(partDiff('changed', part, same));
    }
  }
  for (const part of rest) {
    const other = part.id === undefined ? find(left, (each) => isSamePlace(part, each)) : undefined;
    if (other) left.delete(other);
    diffs.push(other ? partDiff('changed', part, other) : partDiff('only in A', part, undefined));
  }
  for (const part of left) diffs.push(partDiff('only in B', undefined, part));
  return diffs;
}

function isSamePlace(a: Part, b: Part): boolean {
  return a.kind === b.kind && a.id === b.id;
}

function find(parts: Iterable<Part>, is: (part: Part) => boolean): Part | undefined {
  for (const part of parts) if (is(part)) return part;
  return undefined;
}

function partDiff(state: PartDiff['state'], a: Part | undefined, b: Part | undefined): PartDiff {
  const part = a ?? b;
  return {
    state,
    kind: part?.kind ?? 'other',
    name: part?.name ?? '',
    sizes: { a: a?.size ?? 0, b: b?.size ?? 0 },
  };
}
