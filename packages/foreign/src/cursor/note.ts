import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';
import { parseJson } from '../read/parse-json.js';
import { textOf } from '../read/text-of.js';

export const NOTE = 'meta.json';

/** Cursor's metadata next to a session's store: title, folder, times. */
export function noteIn(folder: string): JsonObject {
  try {
    const note: unknown = parseJson(textOf(join(folder, NOTE)) ?? '');
    return isObject(note) ? note : {};
  } catch {
    return {};
  }
}

/** The metadata of a session in any project. */
export function noteOf(chats: string, session: string): JsonObject {
  try {
    for (const project of readdirSync(chats)) {
      const note = noteIn(join(chats, project, session));
      if (Object.keys(note).length > 0) return note;
    }
  } catch {
    // There are no chats.
  }
  return {};
}
