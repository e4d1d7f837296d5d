import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import type { KeptFiles } from '../keep/kept-files.js';
import { type ReadText, textAt } from '../search/hit.js';
import type { Database, Row, Value } from '../sqlite/database.js';
import type { Writer } from './find-writers.js';

/** The texts that led to a call. */
export interface LeadingWords {
  /** The user's prompt; for a sub-agent, that of its session. */
  prompt: string | undefined;
  /** The sub-agent's task. */
  task: string | undefined;
  /** The model's last text before the call; if it wrote without a word, the next one. */
  reply: string | undefined;
}

/** Reads the prompt and the reply that led to a call from its transcript. */
export function wordsBefore(database: Database, writer: Writer, kept?: KeptFiles): LeadingWords {
  const words = new WordsAt(database, writer, kept);
  const before = ['path = ? AND byte <= ?', [writer.file, writer.byte]] as const;
  const turn = [writer.file, writer.byte, writer.turnInFile];
  // A sub-agent's own transcript contains nothing else.
  const isSide = writer.agentId === undefined ? words.isSide() : undefined;
  const reply =
    words.find('reply', ['path = ? AND byte <= ? AND turn = ?', turn], { isSide, order: 'byte DESC' }) ??
    words.find('reply', ['path = ? AND byte > ? AND turn = ?', turn], { isSide, order: 'byte' });
  if (writer.agentId !== undefined) {
    const inSession = ['session_id = ? AND agent IS NULL AND turn = ?', [writer.sessionId, writer.turn]] as const;
    const prompt = words.find('prompt', inSession, { isSide: false, order: 'time DESC' });
    return { prompt, task: words.find('prompt', before, { isSide, order: 'byte DESC' }), reply };
  }
  const prompt = words.find('prompt', before, { isSide: false, order: 'byte DESC' });
  const task = isSide ? words.find('prompt', before, { isSide, order: 'byte DESC' }) : undefined;
  return { prompt, task, reply };
}

/** So many texts of sub-agents in the transcript of their session are passed over. */
const MAX_PASSED = 50;

class WordsAt {
  constructor(
    private readonly database: Database,
    private readonly writer: Writer,
    private readonly kept: KeptFiles | undefined,
  ) {}

  /** Whether a sub-agent made the call. */
  isSide(): boolean {
    const { file, byte, turnInFile: turn } = this.writer;
    const row = this.database
      .prepare('SELECT part FROM docs JOIN files ON files.id = docs.file WHERE path = ? AND byte = ? LIMIT 1')
      .get(file, byte);
    return row !== undefined && this.read({ path: file, byte, turn, part: Number(row['part']) })?.isSide === true;
  }

  /** The first matching text of a kind; of a sub-agent, of the session, or (`isSide` is undefined) of either. */
  find(
    kind: SearchKind,
    [condition, values]: readonly [string, readonly Value[]],
    { isSide, order }: { isSide: boolean | undefined; order: string },
  ): string | undefined {
    const search = this.database.prepare(
      `SELECT path, byte, part, turn FROM docs JOIN files ON files.id = docs.file
         JOIN sessions ON sessions.id = files.session
       WHERE kind = ? AND ${condition} ORDER BY ${order}, part LIMIT ?`,
    );
    // Nearly always the first one is right.
    for (const most of [1, MAX_PASSED]) {
      for (const row of search.all(SEARCH_KINDS.indexOf(kind), ...values, most)) {
        const read = this.read(row);
        if (read && (isSide === undefined || read.isSide === isSide)) return read.text;
      }
    }
    return undefined;
  }

  private read(row: Row): ReadText | undefined {
    const place = {
      sessionId: this.writer.sessionId,
      agentId: undefined,
      file: String(row['path']),
      turn: Number(row['turn']),
      byte: Number(row['byte']),
    };
    return textAt(place, Number(row['part']), this.kept ? { kept: this.kept } : {});
  }
}
