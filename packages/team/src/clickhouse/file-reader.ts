import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { TeamFailure } from '../contract/failure.js';
import type { FileMark } from '../contract/model.js';
import { bytesOf } from './binary-json.js';
import type { Parameters, Row } from './clickhouse.js';
import type { ServerGroup } from './server-group.js';

type Ask = (sql: string, parameters: Parameters) => Promise<Row[]>;

/** How often, and at what interval, a read is retried while replicas catch up. */
const ROUNDS = 8;
const ROUND_MS = 500;
const WINDOW = 8 * 1024 * 1024;
/** Smaller files are kept in memory after they were checked, until they are sent. */
const KEPT = 32 * 1024 * 1024;

/** Reads files from one server at a time. Their bytes are checked against their marks, since a replica may lag behind. */
export class FileReader {
  constructor(
    private readonly servers: ServerGroup,
    private readonly isCluster: boolean,
  ) {}

  async *read(mark: FileMark, epoch: number): AsyncIterable<Uint8Array> {
    let failure: unknown = damaged(mark);
    for (const ask of this.sources()) {
      try {
        const kept = await this.checked(mark, epoch, ask);
        yield* kept ?? this.windows(mark, epoch, ask);
        return;
      } catch (error) {
        if (!(error instanceof TeamFailure)) throw error;
        failure = error;
      }
      if (ask === this.merged) await wait(ROUND_MS);
    }
    throw failure;
  }

  /**
   * Where to read a file's lines: from each server alone, then from all together, since after a crash each replica may
   * lack rows that the other has. This is repeated, since replicas may still be catching up.
   */
  private sources(): Ask[] {
    const alone = this.servers.inTurn().map(
      (server): Ask =>
        (sql, parameters) =>
          server.query(sql, parameters),
    );
    return this.isCluster ? [...alone, ...Array.from({ length: ROUNDS }, () => this.merged)] : alone;
  }

  private readonly merged: Ask = async (sql, parameters) => {
    const rows = await this.servers.queryAll(sql, parameters);
    const byOffset = new Map(rows.map((row) => [Number(row['offset']), row]));
    return [...byOffset].sort(([a], [b]) => a - b).map(([, row]) => row);
  };

  /** Checks a file against its mark. Returns its bytes if it is small. */
  private async checked(mark: FileMark, epoch: number, ask: Ask): Promise<Uint8Array[] | undefined> {
    const hash = createHash('sha256');
    const kept: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of this.windows(mark, epoch, ask)) {
      hash.update(part);
      bytes += part.length;
      if (mark.bytes <= KEPT) kept.push(part);
    }
    if (bytes !== mark.bytes || hash.digest('hex') !== mark.sha256) throw damaged(mark);
    return mark.bytes <= KEPT ? kept : undefined;
  }

  private async *windows(mark: FileMark, epoch: number, ask: Ask): AsyncGenerator<Uint8Array> {
    const { owner, session, file, generation, bytes } = mark;
    for (let from = 0; from < bytes; from += WINDOW) {
      const to = Math.min(bytes, from + WINDOW);
      const parameters = { owner, session, epoch, file, generation, from, to };
      const rows = await ask(
        `SELECT offset, raw FROM ${this.isCluster ? 'lines_local' : 'lines'} WHERE owner = {owner:String} AND session = {session:String}
           AND epoch = {epoch:UInt64} AND file = {file:String} AND generation = {generation:UInt64}
           AND offset >= {from:UInt64} AND offset < {to:UInt64}
         ORDER BY offset, version DESC LIMIT 1 BY offset`,
        parameters,
      );
      for (const row of rows) yield bytesOf(String(row['raw']));
    }
  }
}

export function damaged({ file }: FileMark): TeamFailure {
  return new TeamFailure('store_unavailable', `No server of the store has a complete copy of ${file}.`, {
    hint: 'A replica may be catching up. Try again.',
  });
}
