import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexedSessions } from '../../src/sessions/indexed-sessions.js';
import { jsonForSql } from '../../src/sqlite/json.js';
import { count, ledgerReport, newStore, prices, update } from '../support/store.js';

const HALF = '\\ud800';
const ID = '11111111-2222-4333-8444-555555555555';

/** A session with a lone surrogate in every text. */
function session(id: string): string {
  const common = `"sessionId":"${id}","cwd":"/a${HALF}","gitBranch":"b${HALF}","version":"v${HALF}","isSidechain":false`;
  const call = `{"type":"tool_use","id":"t${HALF}","name":"n${HALF}","input":{"file_path":"/f${HALF}"}}`;
  const message = `{"id":"m${HALF}","role":"assistant","model":"c${HALF}","content":[${call}],"usage":{"input_tokens":3,"output_tokens":4}}`;
  return [
    `{"type":"user","uuid":"u1","parentUuid":null,${common},"message":{"role":"user","content":"Words ${HALF}"}}`,
    `{"type":"assistant","uuid":"u2","parentUuid":"u1","requestId":"r${HALF}",${common},"message":${message}}`,
    `{"type":"custom-title","customTitle":"T${HALF}","sessionId":"${id}"}`,
    '',
  ].join('\n');
}

describe('lone surrogates', () => {
  it('are indexed, also if another file has the same reply, without a crash', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'unspool-halves-'));
    const database = await newStore();
    for (const [at, id] of [ID, ID.replaceAll('1', '2'), ID.replaceAll('1', '3')].entries()) {
      mkdirSync(join(folder, 'projects', `-p${at}`), { recursive: true });
      writeFileSync(join(folder, 'projects', `-p${at}`, `${id}.jsonl`), session(id));
      expect(update(database, folder)).toMatchObject({ changed: 1 });
    }
    expect(count(database, '(SELECT count(*) FROM replies)')).toBe(1);
    expect(ledgerReport(database).total.tokens).toMatchObject({ input: 3, output: 4 });
    expect(indexedSessions(database, prices).map(({ title }) => title)).toEqual(Array(3).fill('T\ufffd'));
    database.close();
  });

  it('are the only thing that is changed', async () => {
    const database = await newStore();
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('\ud800', '\udc00', '🎞', 'a', '\\', '\\ud800', '"', '\ud83c') }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        const rows = database
          .prepare('SELECT json_group_array(value) AS rows FROM json_each(?)')
          .get(jsonForSql(texts));
        const clean = texts.map((each) => each.replace(/\p{Surrogate}/gu, '\ufffd'));
        // SQLite ends a text at a NUL.
        expect(JSON.parse(String(rows?.['rows'])).map(upToNul)).toEqual(clean.map(upToNul));
      }),
    );
    database.close();
  });
});

function upToNul(text: string): string {
  return text.split('\0')[0] ?? '';
}
