import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sandboxSettings } from '../../src/chat/sandbox.js';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';

const root = mkdtempSync(join(tmpdir(), 'unspool-sandbox-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function place(user: unknown, project: unknown = {}) {
  const [configDir, projectDir] = [join(root, 'config'), join(root, 'project')];
  mkdirSync(configDir, { recursive: true });
  mkdirSync(join(projectDir, '.claude'), { recursive: true });
  writeFileSync(join(configDir, 'settings.json'), JSON.stringify({ sandbox: user }));
  writeFileSync(join(projectDir, '.claude/settings.json'), JSON.stringify({ sandbox: project }));
  return { configDir, projectDir };
}

/** No program is found here, so there is no sandbox. */
const nowhere = () => memoryIo({ env: { PATH: '/nowhere', ANTHROPIC_API_KEY: 'k' }, platform: 'linux' });

describe('the sandbox', () => {
  it('says why there is none when it is asked for', async () => {
    const io = nowhere();
    expect(await run(['chat', '-p', 'hi', '--sandbox'], io)).toBe(1);
    expect(io.stderr()).toContain('bubblewrap (bwrap) is not installed');
  });

  it('warns when only the settings ask for it, and fails when they say so', () => {
    const io = nowhere();
    expect(sandboxSettings({}, { ...place({ enabled: true }), isTrusted: true }, io).scope).toBe('all');
    expect(io.stderr()).toContain('do not run in a sandbox');
    const strict = { ...place({ enabled: true, failIfUnavailable: true }), isTrusted: true };
    expect(() => sandboxSettings({}, strict, io)).toThrow('cannot run in a sandbox');
    expect(sandboxSettings({ sandbox: false }, strict, io).scope).toBe('off');
  });

  it('is not allowed by an untrusted folder', () => {
    const project = { enabled: false, excludedCommands: ['sh'], filesystem: { allowWrite: ['//'] } };
    const folders = place({ filesystem: { denyRead: ['~/.ssh', 'keys', '//etc/shadow'] } }, project);
    const own = sandboxSettings({}, { ...folders, isTrusted: false }, nowhere());
    expect(own).toMatchObject({ scope: 'unasked', excludedCommands: [], allowWrite: [] });
    expect(own.denyRead.slice(1)).toEqual([join(folders.projectDir, 'keys'), '/etc/shadow']);
    const trusted = sandboxSettings({}, { ...folders, isTrusted: true }, nowhere());
    expect(trusted).toMatchObject({ scope: 'off', excludedCommands: ['sh'], allowWrite: ['/'] });
  });

  it('reports domains that it cannot allow by themselves', () => {
    const io = nowhere();
    const some = { ...place({ network: { allowedDomains: ['example.org'] } }), isTrusted: true };
    expect(sandboxSettings({}, some, io).hasNetwork).toBe(false);
    expect(io.stderr()).toContain('not single domains');
    const all = { ...place({ network: { allowedDomains: ['*'] } }), isTrusted: true };
    expect(sandboxSettings({}, all, io).hasNetwork).toBe(true);
  });
});
