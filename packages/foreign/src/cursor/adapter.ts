import type { Adapter, Head } from '../contract/adapter.js';
import type { Output } from '../contract/output.js';
import { objectIn } from '../read/values.js';
import { isDatabase, isDatabaseWith, withDatabase } from '../sqlite/with-database.js';
import { locate } from './locate.js';
import { isStore, readStore } from './store.js';
import { readTranscript } from './transcript.js';

/** Cursor sessions: transcripts of its agents, and the more complete stores of its command line. */
export const cursor: Adapter = { name: 'cursor', version: 1, locate, detect, translate };

const ROLES = new Set(['user', 'assistant']);

function detect({ file, text, objects }: Head): boolean {
  if (isDatabaseWith(file, text, isStore)) return true;
  return objects.some(
    (line) =>
      ROLES.has(String(line.role)) &&
      Array.isArray(objectIn(line, 'message')?.content) &&
      !('type' in line) &&
      !('uuid' in line),
  );
}

function translate({ file }: { file: string }, output: Output): void {
  if (isDatabase(file)) withDatabase(file, output, (database) => readStore(file, database, output));
  else readTranscript(file, output);
}
