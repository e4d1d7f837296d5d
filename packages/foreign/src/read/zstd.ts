import { readChunks } from '@unspool/session/read';
import { Decompress } from 'fzstd';

/** Whether a file is zstd-compressed, judged by its name. */
export function isPacked(file: string): boolean {
  return file.endsWith('.zst');
}

/** The content of a compressed file, in order. Ends at damage and passes the reason to `onDamage`. */
export function* unpackedChunks(file: string, onDamage: (message: string) => void): Generator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const unpacker = new Decompress((chunk) => ready.push(chunk));
  try {
    for (const chunk of readChunks(file, PACKED_CHUNK)) {
      // Copy: the decompressor keeps unused input, but the reader reuses its buffer.
      unpacker.push(chunk.slice());
      yield* ready;
      ready = [];
    }
    unpacker.push(new Uint8Array(0), true);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    onDamage(error instanceof Error ? error.message : String(error));
  }
  yield* ready;
}

/** Decompressed, this is about five to ten times as much. */
const PACKED_CHUNK = 64 * 1024;
