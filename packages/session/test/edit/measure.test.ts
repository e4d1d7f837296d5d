import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { measurePlan } from '../../src/edit/measure.js';
import { draftPlan } from '../../src/edit.js';
import { openSession, turnsOf } from '../../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'unspool-measure-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (uuid: string, parentUuid: string | null, content: string) =>
  JSON.stringify({ type: 'user', uuid, parentUuid, message: { role: 'user', content } });

describe('the effect of a plan on turns', () => {
  it('counts the bytes of a line once, however many objects are on it', () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()];
    const file = join(folder, `${randomUUID()}.jsonl`);
    writeFileSync(file, `${line(a, null, 'one')}${line(b, a, 'two')}\n${line(c, b, 'three')}\n`);
    const session = openSession(file);
    expect(session.nodes).toHaveLength(3);
    const plan = draftPlan('all');
    for (const { index } of session.nodes) plan.drops.add(index);
    const effects = measurePlan(session, turnsOf(session), { plan, lengths: new Map() });
    expect(effects.reduce((sum, { bytesBefore }) => sum + bytesBefore, 0)).toBe(statSync(file).size);
    expect(effects.reduce((sum, { bytesAfter }) => sum + bytesAfter, 0)).toBe(0);
    const [first, second] = effects;
    expect(Math.abs((first?.bytesBefore ?? 0) - (second?.bytesBefore ?? 0))).toBeLessThanOrEqual(1);
  });
});
