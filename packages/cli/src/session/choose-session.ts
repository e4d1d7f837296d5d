import { isUser, openSession, type SessionFile, scanList, turnsOf, wordsOf } from '@unspool/session';
import { projectName } from '@unspool/session/locate';
import { shortId, typedText } from '@unspool/session/show';
import type { Io } from '../io.js';
import { plural } from '../terminal/numbers.js';
import { Progress } from '../terminal/progress.js';
import { when } from '../terminal/times.js';
import { allSessions, noSessions } from './find.js';

const MAX = 100;
/** The title of a larger file would take too long to find. */
const MAX_BYTES = 50_000_000;
const PREVIEWED_TURNS = 4;

/** Lets the user choose one of the newest sessions. Returns its file, or undefined if none was chosen. */
export async function chooseSession(io: Io): Promise<string | undefined> {
  const sessions = allSessions(io).sessions.filter(({ hasMain }) => hasMain);
  if (sessions.length === 0) throw noSessions(io);
  const newest = sessions.sort((a, b) => b.mtimeMs - a.mtimeMs).slice(0, MAX);
  const progress = new Progress('Reading sessions', newest.length, io);
  const choices = newest.flatMap((session) => {
    progress.step();
    return choiceOf(session, io) ?? [];
  });
  progress.clear();
  return io.choose?.({ title: 'Choose a session', choices, preview: lastPrompts });
}

/** Undefined for an empty session and for one that cannot be read. */
function choiceOf({ file, size, sessionId, mtimeMs }: SessionFile, io: Io) {
  const id = shortId(sessionId);
  if (size > MAX_BYTES) return { value: file, label: id, detail: when(mtimeMs, io.now) };
  try {
    const { title, turns, cwd, endedAt } = scanList({ main: file, agents: [] });
    if (turns === 0) return undefined;
    const time = Number.isNaN(endedAt) ? mtimeMs : endedAt;
    const project = cwd === undefined ? [] : [projectName(cwd)];
    const detail = [...project, when(time, io.now), plural(turns, 'turn'), id].join(' · ');
    return { value: file, label: title.text || id, detail };
  } catch {
    return undefined;
  }
}

/** The last prompts of a session, a line each. */
function lastPrompts(file: string): string[] {
  try {
    const session = openSession(file);
    const { turns } = turnsOf(session);
    return turns.slice(-PREVIEWED_TURNS).map(({ number, start }) => {
      const entry = session.read(start);
      const [line = ''] = isUser(entry) ? typedText(wordsOf(entry)).trim().split('\n', 1) : [];
      return `${number}  ${line}`;
    });
  } catch {
    return [];
  }
}
