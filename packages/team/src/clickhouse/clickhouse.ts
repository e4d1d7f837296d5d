/** Values for `{name:Type}` in a query. */
export type Parameters = { readonly [name: string]: string | number };

/** Columns by name. Strings hold one byte per character: see binary-json.ts. */
export type Row = { [column: string]: string | number };

/** One server, as the store uses it. */
export interface ClickHouse {
  readonly name: string;
  query(sql: string, parameters?: Parameters): Promise<Row[]>;
  /** Strings in rows hold bytes, too. Repeated rows are stored on this server even if another server has them. */
  insert(table: string, rows: readonly Row[], options?: { isRepeated?: boolean }): Promise<void>;
  command(sql: string, parameters?: Parameters): Promise<void>;
  close(): Promise<void>;
}

/** `{name:Type}` replaced with escaped literals, for engines without query parameters. */
export function withLiterals(sql: string, parameters: Parameters): string {
  return sql.replace(/\{(\w+):(\w+)\}/g, (_, name: string, type: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`the query has no value for ${name}`);
    if (type === 'String') return quoted(String(value));
    if (!Number.isSafeInteger(Number(value))) throw new Error(`${name} is not a whole number`);
    return String(Number(value));
  });
}

function quoted(text: string): string {
  return `'${escaped(text).replace(/'/g, "\\'")}'`;
}

/** Escapes a string for queries and parameters. */
export function escaped(text: string): string {
  return text.replace(/[\\\0\n\r\t\b\f]/g, (sign) => ESCAPES[sign] ?? sign);
}

const ESCAPES: { readonly [sign: string]: string } = {
  '\\': '\\\\',
  '\0': '\\0',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
};
