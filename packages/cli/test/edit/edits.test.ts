import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { LONG_AGO, type SampleHome, sampleHome, UPLOAD } from '../support/sample-home.js';

let home: string;
let project: string;
let unspool: SampleHome['unspool'];

beforeEach(() => {
  ({ home, project, unspool } = sampleHome());
});

describe('edits', () => {
  const original = () => readFileSync(join(project, `${UPLOAD}.jsonl`), 'utf8');

  it('make a new session and leave the old one', async () => {
    const before = original();
    const { exitCode, out } = await unspool('cut', UPLOAD, '--turns', '1', '--json');
    expect(exitCode).toBe(0);
    const { sessionId, command, resumes, messages } = JSON.parse(out);
    expect([resumes, command]).toEqual([true, `claude --resume ${sessionId}`]);
    expect(messages.after).toBeLessThan(messages.before);
    expect(original()).toBe(before);
    expect(existsSync(join(project, sessionId, 'subagents/agent-a5a3c001.jsonl'))).toBe(true);
    await unspool('undo');
    expect(existsSync(join(project, `${sessionId}.jsonl`))).toBe(false);
    expect(existsSync(join(project, sessionId))).toBe(false);
  });

  it('in place keep the original, and undo gives its bytes back', async () => {
    const before = original();
    expect((await unspool('strip', UPLOAD, '--tools', '--in-place')).exitCode).toBe(0);
    expect(original()).not.toBe(before);
    expect((await unspool('strip', UPLOAD, '--thinking', '--in-place')).exitCode).toBe(0);
    expect((await unspool('undo')).out).toContain('thinking');
    expect((await unspool('undo')).out).toContain('tool calls');
    expect(original()).toBe(before);
    expect((await unspool('undo')).exitCode).toBe(1);
  });

  it('dry runs write nothing', async () => {
    const before = readdirSync(project);
    const { exitCode, out, err } = await unspool('strip', UPLOAD, '--tools', '--dry-run');
    expect(exitCode).toBe(0);
    expect(out).toContain('✓ resumes');
    expect(err).toContain('dry run');
    expect(readdirSync(project)).toEqual(before);
    expect(existsSync(join(home, 'data'))).toBe(false);
  });

  it('leave a live session alone', async () => {
    const now = Date.UTC(2026, 5, 1) / 1000 - 5;
    utimesSync(join(project, `${UPLOAD}.jsonl`), now, now);
    const { exitCode, err } = await unspool('cut', UPLOAD, '--turns', '1');
    expect(exitCode).toBe(1);
    expect(err).toContain('live');
  });

  it('do not undo a session that was continued', async () => {
    await unspool('strip', UPLOAD, '--tools', '--in-place');
    writeFileSync(join(project, `${UPLOAD}.jsonl`), `${original()}{"type":"mode","mode":"normal"}\n`);
    utimesSync(join(project, `${UPLOAD}.jsonl`), LONG_AGO, LONG_AGO);
    const { exitCode, err } = await unspool('undo');
    expect(exitCode).toBe(1);
    expect(err).toContain('has changed since');
  });

  it('fork on any branch', async () => {
    const { out } = await unspool('fork', UPLOAD, '--at', '3', '--json');
    const { sessionId } = JSON.parse(out);
    const messages = (await unspool('messages', sessionId, '--json')).out;
    expect(messages).toContain('502');
    expect(messages).not.toContain('keep the 500');
  });
});
