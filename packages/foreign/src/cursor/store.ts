import { statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import type { Output } from '../contract/output.js';
import { parseJson } from '../read/parse-json.js';
import { numberIn, textIn } from '../read/values.js';
import type { Database } from '../sqlite/database.js';
import { messageIdsIn } from './message-ids.js';
import { noteIn } from './note.js';
import { StoreReader } from './store-reader.js';

/** Whether these are the tables in which Cursor's command line keeps a session. */
export function isStore(database: Database): boolean {
  return database.has('blobs', 'id', 'data') && database.has('meta', 'key', 'value');
}

/** Reads the messages listed in a store's newest root, in order. */
export function readStore(file: string, database: Database, output: Output): void {
  if (!isStore(database)) throw new Error('Cannot read the database: none of its tables is a known session table.');
  const note = noteIn(dirname(file));
  const meta = metaOf(database);
  const rowids = database.rowidsBy('blobs', 'id');
  const blobOf = (id: string): Buffer | undefined => {
    const data = database.row('blobs', rowids.get(id)?.[0] ?? 0, 'data')?.data;
    return data instanceof Uint8Array || typeof data === 'string' ? Buffer.from(data as Uint8Array) : undefined;
  };
  const root = blobOf(textIn(meta, 'latestRootBlobId') ?? '');
  if (!root) {
    output.damaged('the store', 'it has no root');
    return;
  }
  const reader = new StoreReader(output, {
    id: textIn(meta, 'agentId') ?? basename(dirname(file)),
    cwd: textIn(note, 'cwd'),
    title: textIn(note, 'title') ?? textIn(meta, 'name'),
    model: textIn(meta, 'lastUsedModel'),
    time: numberIn(note, 'updatedAtMs') ?? statSync(file).mtimeMs,
  });
  for (const id of messageIdsIn(root)) {
    const message = jsonOf(blobOf(id));
    if (message) reader.read(message, id);
    else output.damaged(`blob ${id}`, 'it is not there, or no message');
  }
}

/** One row. Its value is JSON encoded as hexadecimal digits. */
function metaOf(database: Database): JsonObject {
  for (const { value } of database.rows('meta')) {
    const text = value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value);
    const meta = jsonOf(/^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text));
    if (meta) return meta;
  }
  return {};
}

function jsonOf(bytes: Buffer | undefined): JsonObject | undefined {
  if (!bytes) return undefined;
  try {
    const object: unknown = parseJson(bytes.toString('utf8'));
    return isObject(object) ? object : undefined;
  } catch {
    return undefined;
  }
}
