/** What the client passes, member by member. Each may be missing or have an unexpected type. */
export type Json = { [key: string]: unknown };

export function objectIn(object: Json, key: string): Json {
  const value = object[key];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

export function numberIn(object: Json, key: string): number | undefined {
  const value = object[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function textIn(object: Json, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
