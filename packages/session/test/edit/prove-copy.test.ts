import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkFile } from '../../src/check.js';
import { cloneFile, collectIds } from '../../src/edit/clone-file.js';
import { FreshIds } from '../../src/edit/fresh-ids.js';
import { proveCopy } from '../../src/edit/prove-copy.js';
import { openSession } from '../../src/graph/open-session.js';
import { writeNewFile } from '../../src/write/new-file.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../support/corpus.js';

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-prove-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function copyOf(file: string) {
  const sessionId = randomUUID();
  const ids = new FreshIds(randomUUID);
  collectIds(file, ids, sessionId);
  const copy = join(folder, `${sessionId}.jsonl`);
  writeNewFile(copy, (sink) => cloneFile(file, { ids, left: { requests: 0, thoughts: 0 } }, sink));
  return { file, session: openSession(file), copy, sessionId, ids };
}

function line(fields: object): string {
  return `${JSON.stringify({ sessionId: randomUUID(), timestamp: '2026-01-01T00:00:00.000Z', ...fields })}\n`;
}

function smallSession(): string {
  const file = join(folder, `${randomUUID()}.jsonl`);
  const [a, b] = [randomUUID(), randomUUID()];
  const user = { type: 'user', message: { role: 'user', content: `see ${b}` }, uuid: a, parentUuid: null };
  const reply = { type: 'assistant', message: { id: 'm', role: 'assistant', content: 'yes' }, uuid: b, parentUuid: a };
  writeFileSync(
    file,
    line(user) + line(reply) + line({ type: 'api-request', n: 1 }).replace(/^\{.*?"type"/, '{"type"'),
  );
  return file;
}

describe('the proof of a copy', () => {
  it('says of an exact copy that it resumes, and counts what is left out', () => {
    const made = copyOf(smallSession());
    expect(proveCopy(made)).toMatchObject({ resumes: true, roundTrip: true, lines: { total: 2 } });
  });

  it('is refused when a byte differs, one is missing or one is too many', () => {
    const damages: ((bytes: Buffer) => Buffer)[] = [
      (bytes) => Buffer.from(bytes.toString('utf8').replace('yes', 'yet')),
      (bytes) => bytes.subarray(0, -1),
      (bytes) => Buffer.concat([bytes, Buffer.from('\n')]),
    ];
    for (const damage of damages) {
      const made = copyOf(smallSession());
      writeFileSync(made.copy, damage(readFileSync(made.copy)));
      expect(proveCopy(made)).toBeUndefined();
    }
  });

  it('is refused when an id is not the one that was given, or was given twice', () => {
    const made = copyOf(smallSession());
    const [first = ''] = made.session.nodes.map((node) => node.uuid ?? '');
    const text = readFileSync(made.copy, 'utf8');
    writeFileSync(made.copy, text.replaceAll(made.ids.of(first) ?? '', first));
    expect(proveCopy(made)).toBeUndefined();
    writeFileSync(made.copy, text);
    made.ids.set(randomUUID(), made.ids.of(first) ?? '');
    expect(proveCopy(made)).toBeUndefined();
  });

  it('is refused when the source has grown since it was read', () => {
    const made = copyOf(smallSession());
    appendFileSync(made.file, line({ type: 'mode', mode: 'normal' }));
    expect(proveCopy(made)).toBeUndefined();
  });

  const fixtures = sessionFilesIn(join(import.meta.dirname, '../../fixtures'));
  const outside = hasCorpus ? sessionFilesIn(corpusPath('corpus/files')) : [];
  const files = [...fixtures, ...outside].filter((file) => !basename(file).startsWith('agent-'));

  it('says what reading the copy says, of every session', () => {
    let proven = 0;
    for (const file of files) {
      const made = copyOf(file);
      const proof = proveCopy(made);
      const { unknown: _, ...check } = checkFile(made.copy, { sessionId: made.sessionId });
      if (proof) {
        proven++;
        const { resumes, reasons, lines } = check;
        expect(proof, file).toMatchObject({ resumes, reasons: reasons.map(({ kind }) => ({ kind })), lines });
      }
      rmSync(made.copy);
    }
    expect(proven).toBeGreaterThan(files.length * 0.9);
  });
});
