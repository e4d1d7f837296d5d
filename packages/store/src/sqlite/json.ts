/**
 * JSON that SQLite can parse safely. SQLite turns a lone surrogate into invalid UTF-8, and the driver aborts the process
 * when it reads that back, so lone surrogates become U+FFFD.
 */
export function jsonForSql(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes('\\ud') ? JSON.stringify(value, (_, each) => wellFormed(each)) : text;
}

export function wellFormed<Value>(value: Value): Value {
  return typeof value === 'string' && LONE.test(value) ? (value.replace(ALL, '\ufffd') as Value) : value;
}

const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const ALL = new RegExp(LONE, 'g');
