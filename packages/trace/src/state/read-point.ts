import { createHash } from 'node:crypto';
import type { TurnPoint } from '@unspool/session/model';
import { readRange } from '@unspool/session/read';
import { isRecord, readJson, writeJsonLightly } from './json-file.js';

/** Where to continue reading a session, and hashes to check that it is the same file. */
interface KeptPoint {
  version: 1;
  marks: string;
  point: TurnPoint;
}

/** Undefined if there is none or the file was rewritten; then the whole file is read. */
export function readPoint(kept: string, file: string, size: number): TurnPoint | undefined {
  const found = readJson(kept, isKept);
  if (!found || found.point.byte >= size) return undefined;
  return marksAround(file, found.point.byte) === found.marks ? found.point : undefined;
}

/** A power cut may lose it; the next read of the whole file writes it again. */
export function writePoint(kept: string, file: string, point: TurnPoint): void {
  const value: KeptPoint = { version: 1, marks: marksAround(file, point.byte), point };
  writeJsonLightly(kept, value);
}

const MARK_BYTES = 1024;

/** Hashes of the file's first bytes and of those before the point. */
function marksAround(file: string, byte: number): string {
  const bytes = Math.min(MARK_BYTES, byte);
  return createHash('sha256')
    .update(readRange(file, 0, bytes))
    .update(readRange(file, byte - bytes, bytes))
    .digest('base64url');
}

function isKept(value: unknown): value is KeptPoint {
  if (!isRecord(value) || value['version'] !== 1 || typeof value['marks'] !== 'string') return false;
  const { point } = value;
  if (!isRecord(point) || typeof point['ids'] !== 'string' || !Array.isArray(point['queued'])) return false;
  return ['byte', 'lines', 'turns', 'depth', 'begin', 'time'].every((name) => typeof point[name] === 'number');
}
