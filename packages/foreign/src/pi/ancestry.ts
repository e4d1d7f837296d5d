import { dirname, join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { readLines } from '@unspool/session';
import { stampOf } from '../read/stamp.js';
import { textIn } from '../read/values.js';

/** A session with the time of its first own entry. */
export interface Ancestor {
  id: string;
  start: number;
}

/** A fork's ancestors, nearest first, as far as their files are in the same place. */
export function ancestorsOf(header: JsonObject, own: string): Ancestor[] {
  const ancestors: Ancestor[] = [];
  const read = new Set<string>();
  let file = parentFile(header);
  while (file !== undefined && !read.has(file)) {
    read.add(file);
    const near = nearby(own, file);
    const parent = near === undefined ? undefined : headerOf(near);
    const id = (parent && textIn(parent, 'id')) ?? idInName(file);
    if (id === undefined) break;
    ancestors.push({ id, start: parent ? startOf(parent) : Number.NEGATIVE_INFINITY });
    file = parent && parentFile(parent);
  }
  return ancestors;
}

/** The session that made a copied entry: the last one that began before it. */
export function makerOf(ancestors: readonly Ancestor[], time: number): string | undefined {
  return (ancestors.find(({ start }) => start <= time) ?? ancestors.at(-1))?.id;
}

export function startOf(header: JsonObject): number {
  return Date.parse(textIn(header, 'timestamp') ?? '');
}

function parentFile(header: JsonObject): string | undefined {
  return textIn(header, 'parentSession') ?? textIn(header, 'branchedFrom');
}

/**
 * The file of that name in the same folder or in a neighbouring project's folder. Paths from transcripts are never
 * opened.
 */
function nearby(own: string, named: string): string | undefined {
  const [project = '', name = ''] = named.split(/[\\/]/).slice(-2);
  const folder = dirname(own);
  const places = [join(folder, name), ...(project.startsWith('--') ? [join(dirname(folder), project, name)] : [])];
  return name.endsWith('.jsonl') ? places.find((place) => stampOf(place) !== undefined) : undefined;
}

function headerOf(file: string): JsonObject | undefined {
  try {
    for (const { objects } of readLines(file)) return objects[0]?.type === 'session' ? objects[0] : undefined;
  } catch {
    // Deleted, or on another machine.
  }
  return undefined;
}

/** `2026-11-18T10-35-35-095Z_<id>.jsonl` */
function idInName(file: string): string | undefined {
  return /_([^_/\\]+)\.jsonl$/.exec(file)?.[1];
}
