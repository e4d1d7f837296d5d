import { LineSplitter, readRange } from '@unspool/session/read';
import type { Adapter, Head } from './contract/adapter.js';
import { isPacked, unpackedChunks } from './read/zstd.js';

/** Large enough for a whole system prompt in the first lines. */
const HEAD = 256 * 1024;

/** The adapter for a file, judged by its content; undefined if there is none. */
export function detectAgent(file: string, adapters: readonly Adapter[]): Adapter | undefined {
  const head = headOf(file);
  return adapters.find((adapter) => adapter.detect(head));
}

export function headOf(file: string): Head {
  const bytes = isPacked(file) ? firstUnpacked(file) : readRange(file, 0, HEAD);
  const lines = [...new LineSplitter().push(bytes)];
  const objects = lines.flatMap((line) => line.objects);
  return { file, text: Buffer.from(bytes).toString('utf8'), objects };
}

function firstUnpacked(file: string): Uint8Array {
  for (const chunk of unpackedChunks(file, () => {})) if (chunk.length > 0) return chunk.subarray(0, HEAD);
  return new Uint8Array(0);
}
