import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Entry } from '../format/entry.js';
import { makeFolder } from '../write/make-folder.js';
import { namingFile } from '../write/name-failure.js';

/** The line that the client's own /rename writes. */
export function titleLine(title: string, sessionId: string): Entry {
  return { type: 'custom-title', customTitle: title, sessionId } as Entry;
}

/** Writes `custom-title.json`, in which the newest clients also keep the title. */
export function writeTitleFile(path: string, title: string): void {
  makeFolder(dirname(path));
  namingFile(path, () => writeFileSync(path, JSON.stringify({ customTitle: title }), { mode: 0o600, flush: true }));
}
