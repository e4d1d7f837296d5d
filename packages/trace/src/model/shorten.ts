/** Marks what is missing, so that nobody takes a part for the whole. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = isHighSurrogate(text, limit - 1) ? limit - 1 : limit;
  return `${text.slice(0, Math.max(0, end))}…[unspool: ${text.length - Math.max(0, end)} of ${text.length} characters left out]`;
}

/**
 * A value as text of about `limit` characters at most: the marker comes on top. JSON stays JSON as long as shortening
 * the texts inside is enough.
 */
export function shorten(value: unknown, limit: number): string {
  if (typeof value === 'string') return cutText(value, limit);
  const whole = JSON.stringify(value) ?? '';
  if (whole.length <= limit) return whole;
  // Each text gets less until all of it fits; few rounds, since what is that long is mostly one text.
  for (let share = limit / 2; share >= SHORTEST; share /= 4) {
    const part = JSON.stringify(withShortTexts(value, Math.floor(share), 0));
    if (part.length <= limit) return part;
  }
  return cutText(whole, limit);
}

const SHORTEST = 64;
/** What is nested deeper than this is not made by any tool we know. */
const MAX_DEPTH = 64;

function withShortTexts(value: unknown, limit: number, depth: number): unknown {
  if (typeof value === 'string') return cutText(value, limit);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…[unspool: nested too deep]';
  if (Array.isArray(value)) return value.map((item) => withShortTexts(item, limit, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [cutText(key, limit), withShortTexts(inner, limit, depth + 1)]),
  );
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00;
}
