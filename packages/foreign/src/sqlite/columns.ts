/** The columns in a CREATE TABLE statement. */
export interface Columns {
  names: string[];
  /** The column that is an alias of the rowid. It is null in the record. */
  rowid: string | undefined;
}

const TOKEN = /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|[(),]|[^\s"'`[(),]+/g;
const CONSTRAINT = /^(constraint|primary|unique|check|foreign)$/i;

export function columnsOf(sql: string): Columns {
  const columns: Columns = { names: [], rowid: undefined };
  for (const [first, ...rest] of definitionsIn(sql)) {
    if (first === undefined || CONSTRAINT.test(first)) continue;
    const name = unquoted(first);
    columns.names.push(name);
    if (/^integer primary key\b/i.test(rest.join(' '))) columns.rowid = name;
  }
  return columns;
}

/** The words of each part in the outer parentheses: a table's columns and constraints, or an index's columns. */
export function definitionsIn(sql: string): string[][] {
  const definitions: string[][] = [[]];
  let depth = 0;
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    if (token === ')' && --depth === 0) break;
    if (token === ',' && depth === 1) definitions.push([]);
    else if (depth > 0) definitions.at(-1)?.push(token);
    if (token === '(') depth++;
  }
  return definitions;
}

export function unquoted(name: string): string {
  const [quote] = name;
  if (quote === '[') return name.slice(1, -1);
  if (quote !== '"' && quote !== '`' && quote !== "'") return name;
  return name.slice(1, -1).replaceAll(quote + quote, quote);
}
