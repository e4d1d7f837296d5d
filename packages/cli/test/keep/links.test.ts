import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { leadsOut } from '@unspool/session/locate';
import { describe, expect, it } from 'vitest';
import { NOTES, newHome, UPLOAD } from './home.js';

describe.skipIf(process.platform === 'win32')('a transcript that is a link', () => {
  it('is neither archived nor packed when it leads out of the config folder', async () => {
    const home = newHome();
    const file = home.main[NOTES] ?? '';
    const secret = join(home.home, 'passwd');
    writeFileSync(secret, 'root:x:0:0\n');
    rmSync(file);
    symlinkSync(secret, file);
    utimesSync(secret, 1e9, 1e9);
    const archived = await home.unspool('archive', '--all', '--json');
    expect(archived.exitCode).toBe(1);
    const result = JSON.parse(archived.out);
    expect(result.archived.map((each: { sessionId: string }) => each.sessionId)).toContain(UPLOAD);
    expect(result.failed).toMatchObject([{ sessionId: NOTES, reason: expect.stringContaining('leads out') }]);
    const packed = await home.unspool('pack', file, '-o', join(home.home, 'a.tgz'));
    expect(packed.exitCode).toBe(1);
    expect(packed.err).toContain('outside the config folder');
  });

  it('is kept when it leads to another place of the config folder', async () => {
    const home = newHome();
    const file = home.main[NOTES] ?? '';
    const other = join(home.config, 'kept', `${NOTES}.jsonl`);
    mkdirSync(dirname(other));
    renameSync(file, other);
    symlinkSync(other, file);
    expect(leadsOut(file)).toBe(false);
    expect((await home.unspool('archive', NOTES)).exitCode).toBe(0);
    expect((await home.unspool('pack', file, '-o', join(home.home, 'a.tgz'))).exitCode).toBe(0);
  });

  it('of a sub-agent is left out of a pack, and reported', async () => {
    const home = newHome();
    const secret = join(home.home, 'passwd');
    writeFileSync(secret, 'root:x:0:0\n');
    const agents = join((home.main[NOTES] ?? '').replace('.jsonl', ''), 'subagents');
    mkdirSync(agents, { recursive: true });
    symlinkSync(secret, join(agents, 'agent-abcdef0.jsonl'));
    const { exitCode, out } = await home.unspool('pack', home.main[NOTES] ?? '', '-o', join(home.home, 'a.tgz'));
    expect(exitCode).toBe(0);
    expect(out).toContain('agent-abcdef0.jsonl');
    expect(out).toContain('left out');
    expect((await home.unspool('archive', NOTES)).err).toContain('agent-abcdef0.jsonl is left out: it is a link');
  });

  it('that leads nowhere is not followed', () => {
    const home = newHome();
    const file = join(home.config, 'projects', 'a.jsonl');
    symlinkSync(join(home.home, 'nothing'), file);
    expect(leadsOut(file)).toBe(true);
    expect(leadsOut(home.main[NOTES] ?? '')).toBe(false);
  });
});
