import { readChunks } from '@unspool/session/read';
import { Decompress } from 'fzstd';

/** Whether a file's name says that it is packed with zstd. */
export function isPacked(file: string): boolean {
  return file.endsWith('.zst');
}

/** The content of a packed file, in order. Damage ends it; `onDamage` gets the reason. */
export function* unpackedChunks(file: string, onDamage: (message: string) => void): Generator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const unpacker = new Decompress((chunk) => ready.push(chunk));
  try {
    for (const chunk of readChunks(file, PACKED_CHUNK)) {
      // The unpacker keeps what it has not used; the reader uses its memory again.
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

/** Unpacked, it is some five to ten times as much. */
const PACKED_CHUNK = 64 * 1024;
