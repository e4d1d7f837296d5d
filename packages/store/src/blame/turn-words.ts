import { SEARCH_KINDS, type SearchKind } from '@unspool/session/facts';
import type { KeptFiles } from '../keep/kept-files.js';
import { textAt } from '../search/hit.js';
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
  const words = new WordsAt(database, writer.sessionId, kept);
  const before = 'path = ? AND byte <= ?';
  const isSame = `${before} AND turn = ?`;
  const here = [writer.file, writer.byte];
  const prompt = words.last('prompt', before, here);
  const turn = [...here, writer.turnInFile];
  const reply = words.last('reply', isSame, turn) ?? words.first('reply', 'path = ? AND byte > ? AND turn = ?', turn);
  if (writer.agentId === undefined) return { prompt, task: undefined, reply };
  const asked = words.last('prompt', 'session_id = ? AND agent IS NULL AND turn = ?', [writer.sessionId, writer.turn]);
  return { prompt: asked, task: prompt, reply };
}

class WordsAt {
  constructor(
    private readonly database: Database,
    private readonly sessionId: string,
    private readonly kept: KeptFiles | undefined,
  ) {}

  /** The last matching text of a kind. */
  last(kind: SearchKind, condition: string, values: readonly Value[]): string | undefined {
    return this.find(kind, condition, values, `${condition.includes('byte') ? 'byte' : 'time'} DESC`);
  }

  /** The first matching text of a kind. */
  first(kind: SearchKind, condition: string, values: readonly Value[]): string | undefined {
    return this.find(kind, condition, values, 'byte');
  }

  private find(kind: SearchKind, condition: string, values: readonly Value[], order: string): string | undefined {
    const row = this.database
      .prepare(
        `SELECT path, byte, part, turn FROM docs JOIN files ON files.id = docs.file
           JOIN sessions ON sessions.id = files.session
         WHERE kind = ? AND ${condition} ORDER BY ${order}, part LIMIT 1`,
      )
      .get(SEARCH_KINDS.indexOf(kind), ...values);
    return row && this.read(row);
  }

  private read(row: Row): string | undefined {
    const { sessionId } = this;
    const place = {
      sessionId,
      agentId: undefined,
      file: String(row['path']),
      turn: Number(row['turn']),
      byte: Number(row['byte']),
    };
    return textAt(place, Number(row['part']), this.kept ? { kept: this.kept } : {})?.text;
  }
}
