import { basename, dirname } from 'node:path';
import { isUser, listSessions, openSession, turnsOf, wordsOf } from '@unspool/session';
import { configFolderAt } from '@unspool/session/locate';
import type { Choice } from './picker.js';

const MAX_SESSIONS = 10;
const MAX_BYTES = 10_000_000;

/** Prompts of this chat and of the project's newest sessions, newest first, without duplicates. */
export function earlierPrompts(openFile: string, typed: readonly string[]): Choice<string>[] {
  const prompts = [...typed].reverse();
  for (const file of newestSessions(openFile)) prompts.push(...promptsIn(file).reverse());
  return [...new Set(prompts)].map((text) => ({ value: text, label: text.replace(/\s+/g, ' '), detail: '' }));
}

function newestSessions(openFile: string): string[] {
  const project = dirname(openFile);
  const config = configFolderAt(dirname(dirname(project)));
  if (!config) return [];
  return listSessions(config)
    .sessions.filter(({ slug, file, size }) => slug === basename(project) && file !== openFile && size <= MAX_BYTES)
    .sort((a, b) => b.mtimeMs - a.mtimeMs)
    .slice(0, MAX_SESSIONS)
    .map(({ file }) => file);
}

/** Returns none if the file has become unreadable. */
function promptsIn(file: string): string[] {
  try {
    const session = openSession(file);
    return turnsOf(session).turns.flatMap(({ start }) => {
      const entry = session.read(start);
      const words = isUser(entry) ? wordsOf(entry) : undefined;
      return words?.kind === 'prompt' && words.text.trim() !== '' ? [words.text.trim()] : [];
    });
  } catch {
    return [];
  }
}
