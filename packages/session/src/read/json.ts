import type { JsonObject } from './line.js';

/** Parses a JSON text. Returns undefined, which no JSON text produces, if it is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Bad JSON on a line is expected, not a failure.
    return undefined;
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
