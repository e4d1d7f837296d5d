import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Copied, type CopyHelper, copySession } from '../../src/edit/copy-session.js';
import { copyTail } from '../../src/edit/copy-tail.js';
import { familyOf } from '../../src/locate/family.js';
import { inTurn, PlainFile } from '../../src/write/open-file.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-tail-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const key = randomUUID();
const sessionId = randomUUID();

/** Another thread that is not one; counts how often it could do it. */
class Helper implements CopyHelper {
  done = 0;

  async copyTail(order: Parameters<CopyHelper['copyTail']>[0]) {
    const tail = structuredClone(copyTail(order));
    if (tail) this.done++;
    return tail;
  }
}

async function copied(file: string, helper?: CopyHelper): Promise<{ copied: Copied | undefined; text: string }> {
  const draft = join(folder, `${randomUUID()}.tmp`);
  const order = { file, family: familyOf(file), draft, sessionId, newUuid: () => key, helper };
  const made = await inTurn(copySession(order, (fd) => new PlainFile(fd)));
  expect(existsSync(draft)).toBe(made !== undefined);
  const text = made ? readFileSync(draft, 'latin1') : '';
  rmSync(draft, { force: true });
  return { copied: made, text };
}

/** Whether the helper had a part in it. */
async function expectSame(file: string): Promise<boolean> {
  const helper = new Helper();
  const [alone, helped] = [await copied(file), await copied(file, helper)];
  expect(told(helped), file).toEqual(told(alone));
  expect(helped.text === alone.text, file).toBe(true);
  return helper.done > 0 && alone.copied !== undefined;
}

function told({ copied: made }: { copied: Copied | undefined }): object | undefined {
  return made && { ...made, ids: undefined };
}

interface Place {
  at: number;
  text: string;
  /** The id of another line. */
  other: string;
}

function placeIn(lines: readonly string[], line: number): Place {
  const at = line % Math.max(1, lines.length);
  const other = /"uuid":"([^"]*)"/.exec(lines[(at * 7 + 3) % Math.max(1, lines.length)] ?? '')?.[1] ?? 'x';
  return { at, text: lines[at] ?? '', other };
}

const HOW = ['drop', 'twice', 'last', 'first', 'request', 'orphan', 'leaf', 'names', 'boundary', 'torn'] as const;

const CHANGES: { [how in (typeof HOW)[number]]: (lines: string[], place: Place) => void } = {
  drop: (lines, { at }) => lines.splice(at, 1),
  twice: (lines, { text }) => lines.push(text),
  last: (lines, { at }) => lines.push(...lines.splice(at, 1)),
  first: (lines, { at }) => lines.unshift(...lines.splice(at, 1)),
  request: (lines, { at }) => lines.splice(at, 0, '{"type":"api-request","n":1}'),
  orphan: (lines, { at, text, other }) => {
    lines[at] = text.replace(/"parentUuid":"[^"]*"/, `"parentUuid":"${other}"`);
  },
  leaf: (lines, { other }) => lines.push(`{"type":"last-prompt","leafUuid":"${other}"}`),
  names: (lines, { at, text, other }) => {
    lines[at] = text.replace('"type":', `"x":"${other}","type":`);
  },
  boundary: (lines, { at, other }) => lines.splice(at, 0, boundary(other)),
  torn: (lines, { at, text }) => {
    lines[at] = text.slice(0, text.length >> 1);
  },
};

const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));

describe('a copy whose end another thread makes', () => {
  it('is the one that one thread makes, of every session', async () => {
    const outside = hasCorpus ? sessionFilesIn(corpusPath('corpus/files')) : [];
    const files = [...fixtures, ...outside].filter((file) => !basename(file).startsWith('agent-'));
    let helped = 0;
    for (const file of files) {
      const named = join(folder, `${randomUUID()}.jsonl`);
      writeFileSync(named, readFileSync(file));
      if (await expectSame(named)) helped++;
      rmSync(named);
    }
    expect(helped).toBeGreaterThan(files.length * 0.3);
  });

  const sessions = fixtures.slice(0, 120).map((file) => readFileSync(file, 'utf8').split('\n').slice(0, -1));
  const change = fc.record({
    line: fc.nat(),
    how: fc.constantFrom(...HOW),
  });

  it('holds when lines of both parts have to do with each other', async () => {
    const file = join(folder, `${sessionId}.jsonl`);
    await fc.assert(
      fc.asyncProperty(fc.nat(sessions.length - 1), fc.array(change, { maxLength: 4 }), async (session, changes) => {
        const lines = [...(sessions[session] ?? [])];
        for (const { line, how } of changes) CHANGES[how](lines, placeIn(lines, line));
        writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
        await expectSame(file);
      }),
      { numRuns: 300 },
    );
  });

  it('is made alone when the other thread fails, or lines are too long to be parted', async () => {
    const file = join(folder, `${randomUUID()}.jsonl`);
    const line = (uuid: string, size: number) =>
      `${JSON.stringify({ type: 'user', uuid, parentUuid: null, timestamp: '2026-01-01T00:00:00.000Z', message: { content: 'x'.repeat(size) } })}\n`;
    writeFileSync(file, line(randomUUID(), 10) + line(randomUUID(), 20));
    const failing = { copyTail: async () => undefined };
    const [alone, failed] = [await copied(file), await copied(file, failing)];
    expect(told(failed)).toEqual(told(alone));
    expect(failed.text).toBe(alone.text);
    writeFileSync(file, line(randomUUID(), 10) + line(randomUUID(), 4_000_000));
    expect(await expectSame(file)).toBe(false);
  });
});

function boundary(uuid: string): string {
  return JSON.stringify({
    type: 'system',
    subtype: 'compact_boundary',
    uuid: randomUUID(),
    parentUuid: null,
    logicalParentUuid: uuid,
    timestamp: '2026-01-01T00:00:00.000Z',
    compactMetadata: { trigger: 'auto', preservedSegment: { headUuid: uuid, tailUuid: uuid, anchorUuid: uuid } },
  });
}
