import { blocksOf } from '../format/block.js';
import { isAssistant, isUser } from '../format/entry.js';
import { SYNTHETIC } from '../model/reply.js';
import type { Session } from '../model/session.js';
import { planResume } from '../resume/resume.js';
import { sizeOfBlock } from './shorten.js';

/** Turns characters of this conversation into tokens: the cost of any request, and of each character. */
export interface Calibration {
  base: number;
  perChar: number;
}

/** For ordinary English and code, when a session has too few replies to calibrate with. */
const USUAL: Calibration = { base: 0, perChar: 1 / 3.8 };
const MIN_PER_CHAR = 1 / 8;
const MAX_PER_CHAR = 1 / 1.5;
const MIN_POINTS = 3;

/** The characters that a resume sends, and at each reply how many tokens its usage says were sent. */
export interface ContextTrace {
  characters: number;
  points: { characters: number; tokens: number }[];
}

/** Reads the conversation once, line by line. */
export function traceContext(session: Session): ContextTrace {
  const { chain } = planResume(session);
  const trace: ContextTrace = { characters: 0, points: [] };
  let lastId: string | undefined;
  for (const { node } of chain?.lines ?? []) {
    const entry = session.read(node);
    if (isAssistant(entry) && entry.message.model !== SYNTHETIC && entry.message.id !== lastId) {
      lastId = entry.message.id;
      const tokens = node.reply?.tokens;
      const sent = tokens ? tokens.input + tokens.cacheRead + tokens.cacheWrite5m + tokens.cacheWrite1h : 0;
      if (sent > 0) trace.points.push({ characters: trace.characters, tokens: sent });
    }
    if (!isUser(entry) && !isAssistant(entry)) continue;
    for (const block of blocksOf(entry.message.content)) trace.characters += sizeOfBlock(block);
  }
  return trace;
}

/** Fits a straight line through the session's own figures. */
export function calibrate({ points }: ContextTrace): Calibration {
  if (points.length < MIN_POINTS) return USUAL;
  const mean = (pick: (point: { characters: number; tokens: number }) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const x = mean((point) => point.characters);
  const y = mean((point) => point.tokens);
  let together = 0;
  let spread = 0;
  for (const point of points) {
    together += (point.characters - x) * (point.tokens - y);
    spread += (point.characters - x) ** 2;
  }
  const slope = spread > 0 ? together / spread : USUAL.perChar;
  const perChar = Math.min(MAX_PER_CHAR, Math.max(MIN_PER_CHAR, slope));
  return { perChar, base: Math.max(0, y - perChar * x) };
}

export function estimateTokens(characters: number, { base, perChar }: Calibration): number {
  return Math.round(base + perChar * characters);
}
