import type { JsonObject } from '@unspool/session';

/** Returns a text member; empty if it is not text. */
export function textField(object: JsonObject, key: string): string {
  return typeof object[key] === 'string' ? object[key] : '';
}
