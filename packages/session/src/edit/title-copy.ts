import { appendFileSync, statSync } from 'node:fs';
import { scanList } from '../facts/scan-list.js';
import type { Title } from '../model/title-notes.js';
import { isObject, parse } from '../read/json.js';
import { readRange } from '../read/read-lines.js';
import { namingFile } from '../write/name-failure.js';
import { changedBytes } from './family-change.js';
import type { NewSessionRequest } from './new-session-request.js';
import { lineOf } from './patch-line.js';
import { cleanTitle } from './rename.js';
import { titleLine } from './title-line.js';

/** A prompt that serves as title is longer than any list shows. */
const MAX_PROMPT = 60;

type Copy = Pick<NewSessionRequest, 'family' | 'change' | 'mark' | 'sessionId'>;

/**
 * Gives a copy a title that says what it is, with the line that the client's own /rename writes, and returns the title.
 * It is made of what the copy itself holds: a secret that the edit removed does not come back in it.
 */
export function titleCopy(file: string, copy: Copy): string | undefined {
  if (copy.mark === undefined) return undefined;
  const title = cleanTitle(marked(shortTitle(titleOfCopy(file, copy)), copy.mark));
  if (title === undefined) return undefined;
  const size = statSync(file).size;
  const line = lineOf(titleLine(title, copy.sessionId), readRange(file, Math.max(0, size - 2), 2));
  namingFile(file, () => appendFileSync(file, line));
  return title;
}

function titleOfCopy(file: string, { family, change }: Copy): Title {
  const noted = family.customTitleFile && parse(changedBytes(family.customTitleFile, change).toString('utf8'));
  const text = isObject(noted) ? noted['customTitle'] : undefined;
  if (typeof text === 'string' && text.trim() !== '') return { text, source: 'custom' };
  return scanList({ main: file, agents: [] }).title;
}

function shortTitle({ text, source }: Title): string {
  const characters = [...text];
  if (source !== 'prompt' || characters.length <= MAX_PROMPT) return text;
  return `${characters.slice(0, MAX_PROMPT).join('').trimEnd()}…`;
}

/** "Fix upload (cut)", and for a cut of that "Fix upload (cut 2)". Empty for a session without a title. */
function marked(title: string, mark: string): string {
  if (title === '') return '';
  const own = /^(.*) \((\D+?)(?: (\d+))?\)$/.exec(title);
  if (own?.[2] !== mark) return `${title} (${mark})`;
  return `${own[1]} (${mark} ${Number(own[3] ?? 1) + 1})`;
}
