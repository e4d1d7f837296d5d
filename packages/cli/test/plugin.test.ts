import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const scripts = new URL('../../../plugin/scripts/', import.meta.url).pathname;
const { findCommand } = createRequire(import.meta.url)(`${scripts}find-command.cjs`);

describe.skipIf(process.platform === 'win32')('the plugin finds the command', () => {
  it('behind folders that do not exist', () => {
    const { folder, script } = placed();
    symlinkSync('loop', join(folder, 'loop'));
    const odd = [script, join(folder, 'loop'), join(folder, 'x'.repeat(300)), join(folder, 'none'), ''];
    expect(findCommand({ PATH: odd.join(delimiter) })).toBeUndefined();
    expect(findCommand({ PATH: [...odd, join(folder, 'bin')].join(delimiter) })).toBe(script);
    expect(findCommand({ UNSPOOL_COMMAND: 'x'.repeat(5000) })).toBeUndefined();
  });

  it('not in the folder of a project', () => {
    const { folder } = placed();
    const found = spawnSync(process.execPath, [join(scripts, 'unspool.cjs')], {
      cwd: join(folder, 'bin'),
      env: { PATH: '.::bin' },
      encoding: 'utf8',
    });
    expect([found.status, found.stderr]).toEqual([1, expect.stringContaining('was not found')]);
  });

  it('that a package manager put behind a program, and below the home folder', () => {
    const { folder, script } = placed();
    const shim = join(folder, 'shim dir', 'unspool');
    mkdirSync(join(folder, 'shim dir'));
    writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
    chmodSync(shim, 0o755);
    for (const env of [{ PATH: join(folder, 'shim dir') }, { HOME: folder, UNSPOOL_COMMAND: '~/shim dir/unspool' }]) {
      const ran = spawnSync(process.execPath, [join(scripts, 'unspool.cjs'), 'a b'], {
        env,
        encoding: 'utf8',
        input: 'in',
      });
      expect([ran.stdout, ran.status]).toEqual(['a b in', 7]);
    }
  });
});

/** A command that prints its argument and its input, and ends with 7. */
function placed() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-plugin-')));
  const script = join(folder, 'unspool.js');
  writeFileSync(
    script,
    'process.stdout.write(process.argv[2] + " " + require("fs").readFileSync(0)); process.exitCode = 7;',
  );
  mkdirSync(join(folder, 'bin'));
  symlinkSync(script, join(folder, 'bin/unspool'));
  return { folder, script };
}
