import { type Columns, columnsOf, definitionsIn, unquoted } from './columns.js';
import { DatabaseFile, SqliteDamage } from './database-file.js';
import { everyValueOf, type Payload, type Value, valuesOf } from './record.js';
import { indexCells, isDamage, type OnDamage, rowAt, tableCells } from './tree.js';

export type Row = { [column: string]: Value };

interface Table extends Columns {
  root: number;
}

interface Index {
  table: string;
  root: number;
  /** Its first column. */
  column: string;
}

const SCHEMA: Table = { root: 1, names: ['type', 'name', 'tbl_name', 'rootpage', 'sql'], rowid: undefined };

/**
 * Reads tables of an SQLite file and nothing else. Runs no SQL, takes no lock, creates no file, and survives damaged
 * files. Tables WITHOUT ROWID are not read.
 */
export class Database {
  private readonly tables = new Map<string, Table>();
  private readonly indexes: Index[] = [];
  private readonly file: DatabaseFile;
  private readonly before: string;

  constructor(
    file: string,
    private readonly onDamage: OnDamage,
  ) {
    this.file = new DatabaseFile(file);
    this.before = this.file.state();
    for (const row of this.rowsOf(SCHEMA, SCHEMA.names)) this.declare(row);
  }

  close(): void {
    this.file.close();
  }

  /** Whether pages were overwritten since the file was opened, so that what was read may be inconsistent. */
  hasChanged(): boolean {
    return this.file.state() !== this.before;
  }

  has(table: string, ...columns: readonly string[]): boolean {
    const names = this.tables.get(table)?.names;
    return names !== undefined && columns.every((column) => names.includes(column));
  }

  /** The rows of a table with these columns, or with all if none are named. */
  *rows(table: string, ...columns: readonly string[]): Generator<Row> {
    const known = this.tables.get(table);
    if (known) yield* this.rowsOf(known, columns.length > 0 ? columns : known.names);
  }

  /** One row by its rowid, with these columns; undefined if it is missing or unreadable. */
  row(table: string, rowid: number, ...columns: readonly string[]): Row | undefined {
    const known = this.tables.get(table);
    if (!known) return undefined;
    try {
      const payload = rowAt(this.file, known.root, rowid);
      return payload && this.rowOf(known, columns, { rowid, payload });
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.onDamage(`table ${table}: ${error.message}`);
      return undefined;
    }
  }

  /** The rowids of rows with a value in a column, from an index if there is one. */
  rowidsBy(table: string, column: string): Map<Value, number[]> {
    const found = new Map<Value, number[]>();
    for (const [value, rowid] of this.valuesWithRowids(table, column)) {
      const rowids = found.get(value);
      if (rowids) rowids.push(rowid);
      else found.set(value, [rowid]);
    }
    return found;
  }

  private *valuesWithRowids(table: string, column: string): Generator<[Value, number]> {
    const index = this.indexes.find((each) => each.table === table && each.column === column);
    const known = this.tables.get(table);
    if (index) {
      for (const payload of indexCells(this.file, index.root, this.onDamage)) {
        const entry = this.attempt(() => this.indexEntry(payload));
        if (entry) yield entry;
      }
    } else if (known) {
      for (const { rowid, payload } of tableCells(this.file, known.root, this.onDamage)) {
        const value = this.attempt(() => this.rowOf(known, [column], { rowid, payload })[column]);
        if (value !== undefined) yield [value, rowid];
      }
    }
  }

  /** The rowid is the last value of an index's entry. */
  private indexEntry(payload: Payload): [Value, number] {
    const values = everyValueOf(payload, this.file.encoding);
    const rowid = values.at(-1);
    if (typeof rowid !== 'number') throw new SqliteDamage('an index entry names no row');
    return [values[0] ?? null, rowid];
  }

  private *rowsOf(table: Table, columns: readonly string[]): Generator<Row> {
    for (const cell of tableCells(this.file, table.root, this.onDamage)) {
      const row = this.attempt(() => this.rowOf(table, columns, cell));
      if (row) yield row;
    }
  }

  private rowOf(table: Table, columns: readonly string[], cell: { rowid: number; payload: Payload }): Row {
    const places = columns.map((column) => table.names.indexOf(column));
    const values = valuesOf(cell.payload, places, this.file.encoding);
    const inRow = (column: string, at: number) => (column === table.rowid ? cell.rowid : (values[at] ?? null));
    return Object.fromEntries(columns.map((column, at) => [column, inRow(column, at)]));
  }

  private attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.onDamage(error.message);
      return undefined;
    }
  }

  private declare({ type, name, tbl_name: table, rootpage: root, sql }: Row): void {
    if (typeof name !== 'string' || typeof table !== 'string' || typeof root !== 'number' || typeof sql !== 'string') {
      return;
    }
    if (type === 'table' && root > 0 && !/without\s+rowid/i.test(sql)) {
      this.tables.set(name, { root, ...columnsOf(sql) });
    }
    const column = definitionsIn(sql)[0]?.[0];
    // A partial index lacks some rows.
    if (type === 'index' && column !== undefined && !/\)\s*where\b/i.test(sql)) {
      this.indexes.push({ table, root, column: unquoted(column) });
    }
  }
}
