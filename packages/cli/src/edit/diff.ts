import { openSession } from '@unspool/session';
import { diffSessions, type PartDiff, type SessionDiff, type TurnDiff } from '@unspool/session/edit';
import type { Io } from '../io.js';
import { findSession } from '../session/find.js';
import { judgedId } from '../session/judged-id.js';
import { type Colours, colours } from '../terminal/colour.js';
import { plural, shortNumber } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';

export interface DiffOptions {
  json?: boolean;
}

/** Compares two sessions turn by turn. Exits with 1 when they differ, as `diff` does. */
export function diff(a: string, b: string, options: DiffOptions, io: Io): number {
  const files = [findSession(a, io), findSession(b, io)] as const;
  const [left, right] = files.map((file) => openSession(file, { sessionId: judgedId(file) }));
  if (!left || !right) return 2;
  const result = diffSessions(left, right);
  if (options.json) io.out(`${JSON.stringify({ a: files[0], b: files[1], ...result }, null, 2)}\n`);
  else print(result, io);
  const { changed, onlyA, onlyB } = result.summary;
  return changed + onlyA + onlyB === 0 ? 0 : 1;
}

function print({ turns, summary }: SessionDiff, io: Io): void {
  const paint = colours(io.hasColour);
  for (const turn of turns) if (turn.state !== 'same') printTurn(turn, paint, io);
  const { same, changed, onlyA, onlyB } = summary;
  const counts = [`${changed} changed`, `${onlyA} only in A`, `${onlyB} only in B`].join(', ');
  io.out(paint.dim(`${plural(same, 'turn')} the same, ${counts}\n`));
}

const SIGNS = { 'only in A': '−', 'only in B': '+', changed: '~' } as const;

function printTurn(turn: TurnDiff, paint: Colours, io: Io): void {
  if (turn.state === 'same') return;
  const colour = paintOf(turn.state, paint);
  const number = turn.a === undefined ? `B ${turn.b}` : turn.b === undefined ? `A ${turn.a}` : numbers(turn.a, turn.b);
  const words = safeLine(turn.words) || '(untitled)';
  const width = Math.max(20, (io.columns ?? 100) - 30);
  const shown = words.length > width ? `${words.slice(0, width)}…` : words;
  io.out(`${colour(SIGNS[turn.state])} turn ${number}  ${shown}  ${paint.dim(sizes(turn.sizes))}\n`);
  for (const line of grouped(turn.parts)) io.out(`    ${line}\n`);
}

function numbers(a: number, b: number): string {
  return a === b ? String(a) : `${a} → ${b}`;
}

/** Parts of one kind on one line: a stripped turn can have hundreds. */
function grouped(parts: readonly PartDiff[]): string[] {
  const groups = new Map<string, PartDiff[]>();
  for (const part of parts) {
    const key = `${SIGNS[part.state]} ${[part.kind, safeLine(part.name)].filter(Boolean).join(' ')}`;
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  return [...groups].map(([key, group]) => {
    const total = { a: 0, b: 0 };
    for (const part of group) {
      total.a += part.sizes.a;
      total.b += part.sizes.b;
    }
    return `${key}${group.length > 1 ? ` ×${group.length}` : ''}  ${sizes(total)}`;
  });
}

function sizes({ a, b }: { a: number; b: number }): string {
  if (a === 0 || b === 0) return `${shortNumber(a + b)} characters`;
  return a === b ? `${shortNumber(a)} characters` : `${shortNumber(a)} → ${shortNumber(b)} characters`;
}

function paintOf(state: 'only in A' | 'only in B' | 'changed', paint: Colours): (text: string) => string {
  if (state === 'changed') return paint.yellow;
  return state === 'only in A' ? paint.red : paint.green;
}
