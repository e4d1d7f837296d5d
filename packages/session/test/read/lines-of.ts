import type { Line, LineProblem } from '../../src/read/line.js';
import { type SplitOptions, splitBytes } from '../../src/read/split.js';

export const bytesOf = (...parts: (string | number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

export function linesOf(bytes: string | Uint8Array, options?: SplitOptions): Line[] {
  return [...splitBytes(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, options)];
}

/** Problems without their wording. */
export function faultsOf(lines: Line[]): [LineProblem['kind'], number, number][] {
  return lines.flatMap((line) =>
    line.problems.map((problem): [LineProblem['kind'], number, number] => [problem.kind, problem.line, problem.byte]),
  );
}

/** The bytes of all lines, concatenated. */
export function joined(lines: Line[]): Buffer {
  return Buffer.concat(lines.map((line) => line.bytes ?? Buffer.alloc(0)));
}

/** A line as a permanent value, without its view into a reused buffer. */
export function kept(line: Line): object {
  return { ...line, bytes: line.bytes && Buffer.from(line.bytes).toString('latin1') };
}
