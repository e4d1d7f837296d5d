import type { Io } from '../../src/io.js';

/** The outside world in memory: what was printed can be asked for. */
export interface MemoryIo extends Io {
  stdout(): string;
  stderr(): string;
  /** What was printed since this was last asked. */
  taken(): { out: string; err: string };
}

export function memoryIo(fields: Partial<Io> = {}): MemoryIo {
  const out: string[] = [];
  const err: string[] = [];
  return {
    out: (text) => out.push(text),
    outBytes: (bytes) => out.push(Buffer.from(bytes).toString()),
    err: (text) => err.push(text),
    env: {},
    home: '/nowhere',
    platform: 'linux',
    cwd: '/',
    samples: '/nowhere',
    now: Date.UTC(2026, 5, 1),
    columns: undefined,
    hasColour: false,
    ...fields,
    stdout: () => out.join(''),
    stderr: () => err.join(''),
    taken: () => ({ out: out.splice(0).join(''), err: err.splice(0).join('') }),
  };
}
