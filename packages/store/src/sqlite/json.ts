/**
 * JSON that SQLite can take apart. It turns half of a surrogate pair into bytes that are no UTF-8, and the driver ends
 * the process when it reads those back: such halves go as U+FFFD.
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
