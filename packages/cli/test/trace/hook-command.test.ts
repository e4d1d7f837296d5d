import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookCommand, hookFileIn } from '../../src/trace/hook-command.js';

describe('the command of the hook', () => {
  it.skipIf(process.platform === 'win32').each(['plain', 'with spaces', '$HOME `id` "quoted" back\\slash \'n'])(
    'is run by a shell from a folder named %j',
    (name) => {
      const folder = join(mkdtempSync(join(tmpdir(), 'unspool-hook-command-')), name);
      mkdirSync(folder);
      const file = join(folder, 'trace-hook.cjs');
      writeFileSync(file, 'process.stdout.write(JSON.stringify(process.argv.slice(1)))');
      const command = hookCommand({ node: process.execPath, file, home: folder, platform: process.platform });
      expect(execFileSync('/bin/sh', ['-c', command], { encoding: 'utf8' })).toBe(JSON.stringify([file, folder]));
      expect(hookFileIn(command)).toBe(file);
    },
  );

  it('begins with no quote and has no backslash on Windows', () => {
    const file = 'C:\\Users\\Jo Doe\\unspool\\trace-hook.cjs';
    expect(hookCommand({ node: 'C:\\node\\node.exe', file, platform: 'win32' })).toBe(
      'C:/node/node.exe "C:/Users/Jo Doe/unspool/trace-hook.cjs"',
    );
    expect(hookCommand({ node: 'C:\\Program Files\\nodejs\\node.exe', file, platform: 'win32' })).toBe(
      'node "C:/Users/Jo Doe/unspool/trace-hook.cjs"',
    );
    expect(hookFileIn(hookCommand({ node: 'node', file, home: 'D:\\data', platform: 'win32' }))).toBe(
      'C:/Users/Jo Doe/unspool/trace-hook.cjs',
    );
  });

  it('of an older version is understood', () => {
    expect(hookFileIn('"C:\\node.exe" "C:\\Users\\me\\trace-hook.cjs"')).toBe('C:\\Users\\me\\trace-hook.cjs');
    expect(hookFileIn('say done')).toBeUndefined();
  });
});
