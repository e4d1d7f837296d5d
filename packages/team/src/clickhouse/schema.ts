export type Dialect = 'modern' | 'core';

interface Table {
  columns: string;
  order: string;
  partition?: string;
  settings?: string;
  /** How rows are distributed over shards. Tables without it are stored in full on every server. */
  spread?: string;
}

/** One definition, rendered for both dialects. `core` has no codecs, no LowCardinality and no word index. */
function tablesIn(dialect: Dialect): { [name: string]: Table } {
  const isModern = dialect === 'modern';
  const zstd = isModern ? ' CODEC(ZSTD(3))' : '';
  const delta = isModern ? ' CODEC(Delta, ZSTD(1))' : '';
  const name = isModern ? 'LowCardinality(String)' : 'String';
  const words = isModern
    ? ", INDEX words text TYPE text(tokenizer = 'splitByNonAlpha', preprocessor = lowerUTF8(text))"
    : '';
  const place = `day Date, owner ${name}, session String${zstd}, epoch UInt64${delta}, file String${zstd}, generation UInt64${delta}, offset UInt64${delta}`;
  return {
    meta: { columns: 'key String, value String, version UInt64', order: 'key' },
    devices: { columns: 'id String, json String, version UInt64', order: 'id' },
    sessions: {
      // `shown` is the visibility, and empty if the session was withdrawn.
      columns:
        'owner String, session String, epoch UInt64, shown String, ended UInt64, project String, json String, version UInt64',
      order: '(owner, session)',
    },
    marks: {
      columns:
        'owner String, session String, epoch UInt64, file String, generation UInt64, bytes UInt64, sha256 String, whole UInt8, version UInt64',
      order: '(owner, session, epoch, file, generation, bytes, whole)',
    },
    reads: {
      columns: 'owner String, at UInt64, reader String, session String, verb String, gone UInt8, version UInt64',
      order: '(owner, at, reader, session, verb)',
    },
    lines: {
      columns: `${place}, version UInt64${delta}, raw String${zstd}`,
      order: '(owner, session, epoch, file, generation, offset)',
      partition: 'toYYYYMM(day)',
      settings: 'index_granularity = 256',
      spread: 'cityHash64(owner, session)',
    },
    texts: {
      columns: `${place}, part UInt32${delta}, kind UInt8, tool ${name}, time UInt64${delta}, version UInt64${delta}, text String${zstd}${words}`,
      order: '(owner, session, epoch, file, generation, offset, part)',
      partition: 'toYYYYMM(day)',
      settings: 'index_granularity = 1024',
      spread: 'cityHash64(owner, session)',
    },
    replies: {
      columns: `day Date, key String${zstd}, owner ${name}, session String${zstd}, epoch UInt64${delta}, person ${name}, project ${name}, model ${name}, time UInt32${delta}, copy UInt8, fast UInt8, us UInt8, over UInt8, agent UInt8, input UInt64, output UInt64, cache_read UInt64, cache_write_5m UInt64, cache_write_1h UInt64, web_searches UInt32, version UInt64${delta}`,
      order: '(key, owner, session, epoch, output)',
      // A push of old sessions contains replies of many months, and each partition costs a separate insert.
      partition: 'toYear(day)',
      spread: 'cityHash64(key)',
    },
  };
}

export interface SchemaOptions {
  dialect: Dialect;
  database: string;
  /** The cluster in the servers' configuration; undefined for a single server. */
  cluster: string | undefined;
}

/** The statements that create the tables. They are sent to every server, since in old versions ON CLUSTER can block for minutes. */
export function schemaOf({ dialect, database, cluster }: SchemaOptions): string[] {
  return Object.entries(tablesIn(dialect)).flatMap(([name, table]) => {
    const isSpread = cluster !== undefined && table.spread !== undefined;
    const local = isSpread ? `${name}_local` : name;
    // The path does not include the shard, so every server replicates the whole table.
    const path = `/clickhouse/unspool/${database}/${isSpread ? '{shard}' : 'all'}/${name}`;
    const replica = isSpread ? '{replica}' : '{shard}-{replica}';
    const engine =
      cluster === undefined
        ? 'ReplacingMergeTree(version)'
        : `ReplicatedReplacingMergeTree('${path}', '${replica}', version)`;
    const partition = table.partition ? ` PARTITION BY ${table.partition}` : '';
    const settings = table.settings ? ` SETTINGS ${table.settings}` : '';
    const create = `CREATE TABLE IF NOT EXISTS ${local} (${table.columns}) ENGINE = ${engine}${partition} ORDER BY ${table.order}${settings}`;
    if (!isSpread) return [create];
    return [
      create,
      `CREATE TABLE IF NOT EXISTS ${name} AS ${local} ENGINE = Distributed(${cluster}, ${database}, ${local}, ${table.spread})`,
    ];
  });
}
