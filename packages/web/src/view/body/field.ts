import type { JsonObject } from '@unspool/session';

/** A field that holds text; empty when it does not. */
export function textField(object: JsonObject, key: string): string {
  return typeof object[key] === 'string' ? object[key] : '';
}
