import type { JsonObject } from './line.js';

/** The value of a JSON text; undefined, which no JSON text means, when it is not JSON. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Bad JSON is an expected state of a line, not a failure of ours.
    return undefined;
  }
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
