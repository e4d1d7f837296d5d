import type { JsonObject } from '@unspool/session';

export function lineOf(object: JsonObject): string {
  return `${JSON.stringify(object)}\n`;
}

export function isoTime(time: number): string {
  return new Date(time).toISOString();
}
