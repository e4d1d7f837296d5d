import type { SessionKey } from '../contract/model.js';
import type { Parameters, Row } from './clickhouse.js';

/** A larger query would be slow to parse. */
const MAX_KEYS = 200;
const MAX_AT_ONCE = 2;

interface Batch {
  keys: Map<string, SessionKey>;
  rows: Promise<Map<string, Row[]>>;
  start: () => void;
}

/** Combines simultaneous requests for single sessions into one query. */
export class GroupRead {
  private batch: Batch | undefined;
  private running = 0;

  constructor(private readonly query: (where: string, parameters: Parameters) => Promise<Row[]>) {}

  /** The rows of a session, read after this call. */
  async of(key: SessionKey): Promise<Row[]> {
    const name = nameOf(key);
    const batch = this.batch ?? this.begin();
    batch.keys.set(name, key);
    if (batch.keys.size >= MAX_KEYS) this.startNext();
    return (await batch.rows).get(name) ?? [];
  }

  private begin(): Batch {
    const keys = new Map<string, SessionKey>();
    let start = () => {};
    const started = new Promise<void>((resolve) => {
      start = resolve;
    });
    const rows = started.then(() => this.read([...keys.values()]));
    this.batch = { keys, rows, start };
    if (this.running < MAX_AT_ONCE) setImmediate(() => this.startNext());
    return this.batch;
  }

  private startNext(): void {
    const next = this.batch;
    if (!next) return;
    this.batch = undefined;
    this.running++;
    next.start();
    const done = () => {
      this.running--;
      this.startNext();
    };
    next.rows.then(done, done);
  }

  private async read(keys: readonly SessionKey[]): Promise<Map<string, Row[]>> {
    const parameters: { [name: string]: string } = {};
    const tuples = keys.map(({ owner, session }, at) => {
      parameters[`o${at}`] = owner;
      parameters[`s${at}`] = session;
      return `({o${at}:String}, {s${at}:String})`;
    });
    const byKey = new Map<string, Row[]>();
    for (const row of await this.query(`(owner, session) IN (${tuples.join(', ')})`, parameters)) {
      const name = nameOf({ owner: String(row['owner']), session: String(row['session']) });
      const known = byKey.get(name);
      if (known) known.push(row);
      else byKey.set(name, [row]);
    }
    return byKey;
  }
}

function nameOf({ owner, session }: SessionKey): string {
  return `${owner}/${session}`;
}
