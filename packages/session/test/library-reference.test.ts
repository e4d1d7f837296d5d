import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Name {
  name: string;
  kind: string;
  sentence: string;
}

interface Door {
  name: string;
  specifier: string;
  summary: string;
  groups: { title: string; names: Name[] }[];
}

const root = join(import.meta.dirname, '../../..');
// A plain script outside the type-checked project.
const { doors, referencePage } = await import(join(root, 'scripts/library-reference.mjs'));
const all: Door[] = doors();
const page = readFileSync(join(root, 'docs/library-reference.md'), 'utf8');
const namesOf = (door: Door) => door.groups.flatMap((group) => group.names);

describe('the reference in docs/library-reference.md', () => {
  it('is up to date: node scripts/library-reference.mjs', () => {
    expect(page).toBe(referencePage());
  });

  it.each(all)('lists what $specifier exports', async (door) => {
    const names = namesOf(door);
    const atRuntime = names.filter(({ kind }) => kind !== 'type').map(({ name }) => name);
    expect(atRuntime.sort()).toEqual(Object.keys(await import(`../src/${door.name}.ts`)).sort());
    expect(names.filter(({ kind }) => kind === 'type').map(({ name }) => name)).toEqual(typesIn(door));
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  });

  it.each(all)('describes each name of $specifier in one sentence', (door) => {
    expect(door.summary).not.toBe('');
    expect(namesOf(door).filter(({ sentence }) => !/^[A-Z`].+\.$/.test(sentence))).toEqual([]);
  });

  it('has a main door of at most 60 names, grouped by subject', () => {
    const main = all.find(({ name }) => name === 'index');
    expect(main && namesOf(main).length).toBeLessThanOrEqual(60);
    expect(main?.groups.length).toBeGreaterThan(5);
    expect(main?.groups.every(({ title, names }) => title !== '' && names.length > 0)).toBe(true);
  });
});

/** The names that a module's source marks as types: `export type { A }`, `{ type B }`. */
function typesIn(door: Door): string[] {
  const text = readFileSync(join(root, `packages/session/src/${door.name}.ts`), 'utf8');
  return [...text.matchAll(/^export (type )?\{([^}]+)\}/gm)].flatMap(([, isType, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => isType || name.startsWith('type '))
      .map((name) => name.replace(/^type /, '').replace(/^.* as /, '')),
  );
}
