import { jsonText } from '@unspool/session/show';
/** The most characters of one text without --full. */
export const MAX_TEXT = 2000;
/** The most characters of one value's JSON. */
const MAX_JSON = 20_000;

/**
 * A value with its long texts cut; `truncated` records the original lengths by path. A value with very many parts becomes
 * the start of its JSON.
 */
export function cutValue(value: unknown, path: string, truncated: { [path: string]: number }): unknown {
  const own: { [path: string]: number } = {};
  const kept = cutTexts(value, path, own);
  const json = jsonText(kept);
  if (json.length <= MAX_JSON) {
    Object.assign(truncated, own);
    return kept;
  }
  truncated[path] = jsonText(value).length;
  return json.slice(0, MAX_TEXT);
}

function cutTexts(value: unknown, path: string, truncated: { [path: string]: number }): unknown {
  if (typeof value === 'string') {
    if (value.length <= MAX_TEXT) return value;
    truncated[path] = value.length;
    return value.slice(0, MAX_TEXT);
  }
  if (Array.isArray(value)) return value.map((part, at) => cutTexts(part, `${path}[${at}]`, truncated));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, cutTexts(part, `${path}.${key}`, truncated)]),
  );
}
