import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ledgerTokens, newStore, update } from '../support/store.js';

const ID = '00000000-0000-4000-8000-000000000001';

function folderWith(counts: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-odd-'));
  const project = join(folder, 'projects', '-work-app');
  mkdirSync(project, { recursive: true });
  const lines = counts.map(
    (count, at) =>
      `{"type":"assistant","uuid":"u${at}","parentUuid":null,"sessionId":"${ID}","isSidechain":false,"timestamp":"2026-01-01T10:00:01.000Z","message":{"id":"m${at}","role":"assistant","model":"claude-opus-5","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":${count},"output_tokens":1}}}\n`,
  );
  writeFileSync(join(project, `${ID}.jsonl`), lines.join(''));
  return folder;
}

it('counts whole tokens only, and none where the number cannot be one', async () => {
  const database = await newStore();
  update(database, folderWith(['1.5', '1e16', '-3', '1e400', '10']));
  expect(ledgerTokens(database)).toMatchObject({ input: 11, output: 5 });
  database.close();
});

it('reports what an older ledger holds', async () => {
  const database = await newStore();
  update(database, folderWith(['7']));
  database.exec('UPDATE slots SET input = 1.5');
  expect(ledgerTokens(database).output).toBe(1);
  database.close();
});
