import { rowsOf } from '../ledger/ledger-usage.js';
import type { Database } from '../sqlite/database.js';
import { jsonForSql, wellFormed } from '../sqlite/json.js';
import type { AgentFact } from './agent-types.js';
import type { Caused, Sizes } from './attribution.js';
import type { Causes } from './cause-report.js';
import { type Gathered, gather, newGathered } from './gather.js';

/** What a line says about a reply, and its place. */
export interface SeenCause extends Omit<Caused, 'record'> {
  place: number;
}

/** The part of a file that was read. */
export interface CausePart {
  file: number;
  session: number;
  /** The start of the part, and how often the file was read from its beginning. */
  expected: { offset: number; generation: number };
  causes: readonly SeenCause[];
  agentFacts: readonly AgentFact[];
}

/** As stored. Older versions wrote a third value, which is no longer used. */
export type StoredCauses = [inputSizes: Sizes, outputSizes: Sizes, skill?: string | null];

type CauseRow = [key: string, file: number, generation: number, until: number, parts: StoredCauses];

/**
 * Stores for each reply, per file, where its input came from and what its output consists of. As in the ledger, rows are never
 * deleted; a file that is read again rewrites its own.
 */
export class CauseLedger {
  constructor(private readonly database: Database) {}

  /** Call within a transaction. */
  add(parts: readonly CausePart[]): void {
    const seen = parts.flatMap((part) => part.causes.map((cause) => ({ part, cause, key: wellFormed(cause.key) })));
    if (seen.length > 0) this.write(seen);
    const facts = parts.flatMap(({ session, agentFacts }) => agentFacts.map(([name, value]) => [session, name, value]));
    if (facts.length === 0) return;
    this.database
      .prepare('INSERT OR REPLACE INTO agent_facts SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)')
      .run(jsonForSql(facts));
  }

  private write(seen: readonly { part: CausePart; cause: SeenCause; key: string }[]): void {
    const rows = new Map<string, { key: string; part: CausePart; gathered: Gathered }>();
    // For a file that is read from its beginning, earlier rows do not count.
    const known = this.known(seen.flatMap(({ key, part }) => (part.expected.offset > 0 ? [key] : [])));
    for (const { part, cause, key } of seen) {
      const id = idOf(key, part.file);
      let row = rows.get(id);
      if (!row) {
        row = { key, part, gathered: gatheredIn(known.get(id), part.expected.generation) };
        rows.set(id, row);
      }
      gather(row.gathered, cause, cause.place);
    }
    const list = [...rows.values()].map(({ key, part, gathered }): CauseRow => {
      const { until, inputSizes, outputSizes } = gathered;
      return [key, part.file, part.expected.generation, until, [inputSizes, outputSizes]];
    });
    this.database
      .prepare(
        `INSERT OR REPLACE INTO causes
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value -> 4 FROM json_each(?)`,
      )
      .run(jsonForSql(list));
  }

  private known(keys: readonly string[]): Map<string, CauseRow> {
    if (keys.length === 0) return new Map();
    const rows = rowsOf<CauseRow>(
      this.database,
      `SELECT json_group_array(json_array(key, file, generation, until, json(parts))) AS rows FROM causes
       WHERE key IN (SELECT value FROM json_each(?))`,
      jsonForSql([...new Set(keys)]),
    );
    return new Map(rows.map((row) => [idOf(row[0], row[1]), row]));
  }
}

const idOf = (key: string, file: number) => `${file} ${key}`;

/** Rows from before the file was read again do not count. */
function gatheredIn(row: CauseRow | undefined, generation: number): Gathered {
  if (!row || row[2] !== generation) return newGathered();
  return { ...storedCauses(row[4]), until: row[3] };
}

export function storedCauses([inputSizes, outputSizes]: StoredCauses): Causes {
  return { inputSizes, outputSizes };
}
