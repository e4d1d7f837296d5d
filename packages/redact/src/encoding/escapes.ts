/** Deeper than JSON is really nested in strings. Each level doubles the backslashes. */
const MAX_LEVELS = 6;

/** Removes all levels of escaping, so that a secret gets the same token however it is escaped. */
export function unescaped(value: string): string {
  let current = value;
  for (let level = 0; level < MAX_LEVELS && current.includes('\\'); level++) {
    const plain = current.replace(/\\(u[0-9a-fA-F]{4}|["\\/bfnrt])/g, (_, escaped: string) => character(escaped));
    if (plain === current) break;
    current = plain;
  }
  return current;
}

function character(escaped: string): string {
  if (escaped.length > 1) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return CONTROL[escaped] ?? escaped;
}

const CONTROL: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
