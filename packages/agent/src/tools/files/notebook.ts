import type { JsonObject } from '@unspool/session';

/** A notebook, and what is needed to write it back in the same form. */
export interface Notebook {
  value: JsonObject;
  cells: JsonObject[];
  language: string;
  indent: number | string;
  /** The text after the last bracket. */
  end: string;
  /** Since format 4.5 cells have ids of their own. In older notebooks we call them `cell-0`, `cell-1`, … */
  hasIds: boolean;
  indexOf(cellId: string): number;
}

export function parseNotebook(text: string): Notebook | undefined {
  const value = parse(text);
  const cells = value?.['cells'];
  if (!value || !Array.isArray(cells) || !cells.every(isObject)) return undefined;
  const metadata = (value['metadata'] ?? {}) as {
    language_info?: { name?: string };
    kernelspec?: { language?: string };
  };
  const [major, minor] = [Number(value['nbformat']), Number(value['nbformat_minor'])];
  return {
    value,
    cells,
    language: metadata.language_info?.name ?? metadata.kernelspec?.language ?? 'python',
    indent: /^\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? 0,
    end: /\}(\s*)$/.exec(text)?.[1] ?? '',
    hasIds: major > 4 || (major === 4 && minor >= 5),
    indexOf: (id) => indexOf(cells, id),
  };
}

function indexOf(cells: JsonObject[], id: string): number {
  const own = cells.findIndex((cell) => cell['id'] === id);
  if (own !== -1) return own;
  const number = Number(/^cell-(\d+)$/.exec(id)?.[1] ?? -1);
  return number < cells.length ? number : -1;
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    // Not JSON, so not a notebook; the caller reports it.
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
