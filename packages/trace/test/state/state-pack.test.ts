import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { newState } from '../../src/state/session-state.js';
import { packFiles, readPacked, StatePack } from '../../src/state/state-pack.js';
import { sessionKey } from '../../src/state/trace-folder.js';

const home = mkdtempSync(join(tmpdir(), 'unspool-pack-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
let path = '';
let count = 0;
beforeEach(() => {
  path = join(home, `packs-${count++}`, 'sink');
});

const packed = (name: string) => ({
  state: { ...newState(`/p/${name}.jsonl`), size: name.length, agents: { 'ä.jsonl': 1 } },
  ledger: new Map([[`${name}00000000`.slice(0, 16).padEnd(16, '0'), 'm'.repeat(22)]]),
});
const keyOf = (name: string) => sessionKey(`/p/${name}.jsonl`);
const NAMES = ['one', 'two', 'three'];

function add(...names: string[]): void {
  const pack = new StatePack(path);
  for (const name of names) pack.add(keyOf(name), packed(name));
  pack.close();
}

/** Reads as a hook does, and as a backfill does. */
function found(): string[] {
  const pack = new StatePack(path);
  return NAMES.filter((name) => {
    const one = readPacked(path, keyOf(name));
    expect(pack.read(keyOf(name))).toEqual(one);
    if (one) expect(one).toEqual(packed(name));
    return one !== undefined;
  });
}

describe('a pack of states', () => {
  it('returns what was added by this process and by others', () => {
    expect(found()).toEqual([]);
    const pack = new StatePack(path);
    pack.add(keyOf('one'), packed('one'));
    expect(pack.read(keyOf('one'))).toEqual(packed('one'));
    expect(found()).toEqual(['one']);
    pack.close();
    add('two', 'three');
    expect(found()).toEqual(NAMES);
    expect(new StatePack(path).readAll()).toEqual(NAMES.map(packed));
    for (const file of packFiles(path)) if (process.platform !== 'win32') expect(statSync(file).mode & 0o77).toBe(0);
  });

  it('uses the last of two entries of a session', () => {
    add('one', 'two');
    const later = { ...packed('one'), ledger: new Map() };
    const pack = new StatePack(path);
    pack.add(keyOf('one'), later);
    pack.close();
    expect(readPacked(path, keyOf('one'))).toEqual(later);
    expect(new StatePack(path).read(keyOf('one'))).toEqual(later);
  });

  it('cut off at any byte still has the complete entries, and those added later', () => {
    const [index = '', data = ''] = packFiles(path);
    add('one', 'two');
    const whole = readFileSync(index);
    const ends = [whole.indexOf('\n'), whole.length - 1];
    for (let size = 0; size < whole.length; size++) {
      writeFileSync(index, whole.subarray(0, size));
      expect(found()).toEqual(['one', 'two'].filter((_, at) => size > (ends[at] ?? 0)));
      add('three');
      // A line that lacks only its line break gets one.
      expect(found()).toEqual([...['one', 'two'].filter((_, at) => size >= (ends[at] ?? 0)), 'three']);
    }
    writeFileSync(index, whole);
    // Only the state of the first is left, followed by something else.
    truncateSync(data, Buffer.byteLength(JSON.stringify(packed('one').state)));
    expect(found()).toEqual([]);
    add('three');
    expect(found()).toEqual(['three']);
  });

  it('ignores an index line with a wrong place', () => {
    const [index = ''] = packFiles(path);
    add('one');
    const line = readFileSync(index, 'utf8');
    appendFileSync(index, line.replace(keyOf('one'), keyOf('two')));
    appendFileSync(index, `${keyOf('three')} 5 10 40 ${'a'.repeat(43)}\n`);
    expect(found()).toEqual(['one']);
  });
});
