import type { JsonObject } from '@unspool/session';
import { isObject } from '@unspool/session/read';

/** A member that is a non-empty string. */
export function textIn(object: JsonObject | undefined, name: string): string | undefined {
  const value = object?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A member that is a finite number. */
export function numberIn(object: JsonObject | undefined, name: string): number | undefined {
  const value = object?.[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A count of tokens: 0 when it is missing, and never negative. */
export function countIn(object: JsonObject | undefined, name: string): number {
  return Math.max(0, numberIn(object, name) ?? 0);
}

/** A member that is an object. */
export function objectIn(object: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = object?.[name];
  return isObject(value) ? value : undefined;
}

/** The objects of a member that is a list. */
export function objectsIn(object: JsonObject | undefined, name: string): JsonObject[] {
  const value = object?.[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A member that is an ISO time or a number of milliseconds. */
export function timeIn(object: JsonObject | undefined, name: string): string | number | undefined {
  return textIn(object, name) ?? numberIn(object, name);
}
