import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Journal } from '@unspool/session/edit';
import { expect, it } from 'vitest';
import { deleteFiles } from '../../src/keep/delete-session.js';

it('refuses a session that another process has deleted since it was listed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'delete-twice-'));
  const file = join(folder, 'session.jsonl');
  writeFileSync(file, '{}\n');
  const journal = new Journal(join(folder, 'journal'));
  const order = { sessionId: 'a', title: 'a', file, files: [file], folders: [], journal, now: 1 };
  deleteFiles(order);
  expect(() => deleteFiles(order)).toThrow('was removed in the meantime');
  const [deleted, ...more] = journal.list();
  expect(more).toEqual([]);
  expect(deleted && journal.undo(deleted).kind).toBe('undone');
  expect(existsSync(file)).toBe(true);
  rmSync(folder, { recursive: true });
});
