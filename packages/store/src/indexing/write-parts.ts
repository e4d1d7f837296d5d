import type { SeenWrite } from '../blame/write-cursor.js';
import { addWrites, removeWrites } from '../blame/write-table.js';
import type { AgentFact } from '../causes/agent-types.js';
import { CauseLedger, type SeenCause } from '../causes/cause-ledger.js';
import { Ledger } from '../ledger/ledger.js';
import { Names } from '../schema/names.js';
import type { Database, Statement, Value } from '../sqlite/database.js';
import { jsonForSql } from '../sqlite/json.js';
import type { Prices } from '../usage/prices.js';
import type { Doc, FileState, LateCall, SeenUsage, SessionFacts } from './file-facts.js';
import { repositoryOf } from './repository.js';

/** What was read of a file from an offset on, and where it ends. */
export interface FilePart {
  file: number;
  session: number;
  agent: string | null;
  /** The state of the index when reading began. If it has changed, another process was faster. */
  expected: { offset: number; generation: number };
  offset: number;
  size: number;
  mtime: number;
  inode: string;
  head: string;
  state: FileState;
  docs: Doc[];
  lateCalls: LateCall[];
  usages: SeenUsage[];
  causes: SeenCause[];
  agentFacts: AgentFact[];
  writes: SeenWrite[];
}

const TEXTS_AT_ONCE = 24;

/** Writes what was read into the store: a part with its end offset, or nothing. */
export class PartWriter {
  private readonly names: Names;
  private readonly ledger: Ledger;
  private readonly causes: CauseLedger;
  private readonly insertTexts: Statement;
  private readonly insertText: Statement;

  constructor(
    private readonly database: Database,
    prices: Prices,
  ) {
    this.names = new Names(database);
    this.ledger = new Ledger(database, this.names, prices);
    this.causes = new CauseLedger(database);
    const rows = (count: number) => Array.from({ length: count }, () => '(?, ?)').join(', ');
    this.insertTexts = database.prepare(`INSERT INTO texts (rowid, text) VALUES ${rows(TEXTS_AT_ONCE)}`);
    this.insertText = database.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
  }

  /** Returns how many parts were still needed. Call within a transaction. */
  write(parts: readonly FilePart[]): number {
    const wanted = parts.filter((part) => this.writeFile(part));
    const docs = wanted.flatMap((part) => part.docs.map((doc) => ({ file: part.file, doc })));
    this.writeDocs(docs);
    for (const { file, lateCalls } of wanted) for (const call of lateCalls) this.nameOutput(file, call);
    this.ledger.add(
      wanted.flatMap(({ file, session, agent, usages }) =>
        usages.map(({ key, record }) => ({
          key,
          record,
          file,
          session,
          isAgent: agent !== null || record.isSidechain,
        })),
      ),
    );
    this.causes.add(wanted);
    for (const part of wanted) addWrites(this.database, this.names, part);
    return wanted.length;
  }

  /** Call after a rollback, which also undid the numbers assigned in it. */
  forget(): void {
    this.names.forget();
  }

  /** Removes the texts of a rewritten or deleted file from the index. The ledger is kept. */
  reset(file: number, expected: FilePart['expected'], isGone: boolean): void {
    this.database.transaction(() => {
      if (!this.isAsExpected(file, expected)) return;
      this.removeDocs(file, 0);
      this.ledger.forgetFile(file);
      this.database
        .prepare(
          `UPDATE files SET offset = 0, generation = generation + 1, state = '{}', size = 0, mtime = 0, head = '',
             is_gone = ? WHERE id = ?`,
        )
        .run(isGone ? 1 : 0, file);
      this.database
        .prepare(
          `UPDATE sessions SET is_gone = NOT EXISTS (SELECT 1 FROM files WHERE session = sessions.id AND is_gone = 0)
           WHERE id = (SELECT session FROM files WHERE id = ?)`,
        )
        .run(file);
    });
  }

  private isAsExpected(file: number, { offset, generation }: FilePart['expected']): boolean {
    const row = this.database.prepare('SELECT offset, generation FROM files WHERE id = ?').get(file);
    return row?.['offset'] === offset && row['generation'] === generation;
  }

  private writeFile(part: FilePart): boolean {
    if (!this.isAsExpected(part.file, part.expected)) return false;
    // The last line was incomplete when it was read, so it is read again.
    if (part.expected.offset > 0 || part.offset < part.size) this.removeDocs(part.file, part.expected.offset);
    this.database
      .prepare(
        'UPDATE files SET offset = ?, size = ?, mtime = ?, inode = ?, head = ?, state = ?, is_gone = 0 WHERE id = ?',
      )
      .run(part.offset, part.size, part.mtime, part.inode, part.head, JSON.stringify(part.state), part.file);
    const { facts, turns } = part.state;
    if (facts) this.writeSession(part, facts, turns?.count ?? 0);
    return true;
  }

  private writeSession({ session, agent }: FilePart, facts: SessionFacts, turns: number): void {
    if (agent !== null) {
      const repo = facts.cwd === undefined ? null : repositoryOf(facts.cwd);
      this.database
        .prepare('UPDATE sessions SET cwd = ifnull(cwd, ?), repo = ifnull(repo, ?), is_gone = 0 WHERE id = ?')
        .run(facts.cwd ?? null, repo, session);
      return;
    }
    const { cwd, title } = facts;
    const values: Value[] = [
      cwd ?? null,
      cwd === undefined ? null : repositoryOf(cwd),
      title?.text || null,
      title?.source ?? 'none',
      facts.branch ?? null,
      facts.version ?? null,
      turns,
      facts.started ?? null,
      facts.ended ?? null,
      session,
    ];
    this.database
      .prepare(
        `UPDATE sessions SET cwd = ?, repo = ?, title = ?, title_source = ?, branch = ?, version = ?, turns = ?,
           started = ?, ended = ?, is_gone = 0 WHERE id = ?`,
      )
      .run(...values);
  }

  private removeDocs(file: number, byte: number): void {
    this.database
      .prepare('DELETE FROM texts WHERE rowid IN (SELECT id FROM docs WHERE file = ? AND byte >= ?)')
      .run(file, byte);
    this.database.prepare('DELETE FROM docs WHERE file = ? AND byte >= ?').run(file, byte);
    removeWrites(this.database, file, byte);
  }

  private nameOutput(file: number, { byte, part, tool, touched }: LateCall): void {
    this.database
      .prepare('UPDATE docs SET tool = ?, touched = ? WHERE file = ? AND byte = ? AND part = ?')
      .run(this.nameOf(tool), this.nameOf(touched), file, byte, part);
  }

  private nameOf(text: string | undefined): number | null {
    return text === undefined ? null : this.names.id(text);
  }

  private writeDocs(docs: readonly { file: number; doc: Doc }[]): void {
    if (docs.length === 0) return;
    const last = Number(this.database.prepare('SELECT max(id) AS id FROM docs').get()?.['id'] ?? 0);
    const name = (text: string | undefined) => this.nameOf(text);
    const rows = docs.map(({ file, doc }, at) => [
      last + 1 + at,
      file,
      doc.byte,
      doc.part,
      doc.kind,
      doc.turn.number,
      doc.time,
      name(doc.tool),
      name(doc.touched),
      name(doc.model),
      name(doc.branch),
      doc.isError === true ? 1 : null,
    ]);
    const columns = Array.from({ length: 12 }, (_, at) => `value ->> ${at}`).join(', ');
    this.database.prepare(`INSERT INTO docs SELECT ${columns} FROM json_each(?)`).run(jsonForSql(rows));
    let at = 0;
    for (; at + TEXTS_AT_ONCE <= docs.length; at += TEXTS_AT_ONCE) {
      const values: Value[] = [];
      for (let row = at; row < at + TEXTS_AT_ONCE; row++) values.push(last + 1 + row, docs[row]?.doc.text ?? '');
      this.insertTexts.run(...values);
    }
    for (; at < docs.length; at++) this.insertText.run(last + 1 + at, docs[at]?.doc.text ?? '');
  }
}
