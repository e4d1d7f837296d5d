import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PermissionUpdate } from '../../src/permissions/decide.js';
import { savePermission } from '../../src/permissions/save-permission.js';
import { permissionsOf } from '../../src/permissions/settings-permissions.js';
import { readSettings } from '../../src/settings/read-settings.js';
import { bench } from '../tools/support.js';

function place() {
  const { folder } = bench();
  const configDir = join(folder, 'config');
  const projectDir = join(folder, 'project');
  for (const path of [configDir, join(projectDir, '.claude')]) mkdirSync(path, { recursive: true });
  return { configDir, projectDir, local: join(projectDir, '.claude/settings.local.json') };
}

describe('settings', () => {
  it('give rules with their source, folders and a mode', () => {
    const { configDir, projectDir, local } = place();
    writeFileSync(
      join(configDir, 'settings.json'),
      JSON.stringify({ permissions: { deny: ['Read(.env)'], defaultMode: 'acceptEdits' } }),
    );
    writeFileSync(
      local,
      JSON.stringify({ permissions: { allow: ['Bash(ls:*)', 7], ask: 'no list', additionalDirectories: ['../lib'] } }),
    );
    const found = permissionsOf(
      readSettings({ configDir, projectDir }, () => undefined),
      projectDir,
    );
    expect(found).toEqual({
      rules: [
        { behavior: 'deny', rule: 'Read(.env)', source: 'userSettings' },
        { behavior: 'allow', rule: 'Bash(ls:*)', source: 'localSettings' },
        { behavior: 'ask', rule: 'no list', source: 'localSettings' },
      ],
      additionalDirectories: [join(projectDir, '../lib')],
      defaultMode: 'acceptEdits',
    });
  });

  it.each<[unknown, string[], string[]]>([
    [{ deny: 'Bash' }, ['deny Bash'], ['f: permissions.deny must be a list of rules; "Bash" is treated as one.']],
    [{ ask: 'Bash' }, ['ask Bash'], ['f: permissions.ask must be a list of rules; "Bash" is treated as one.']],
    [{ allow: 'Bash' }, [], ['f: permissions.allow must be a list of rules; the value is ignored.']],
    [{ deny: { Bash: true } }, [], ['f: permissions.deny must be a list of rules; the value is ignored.']],
    [
      { deny: ['Bash', 7] },
      ['deny Bash'],
      ['f: permissions.deny contains something that is not a rule; it is ignored.'],
    ],
    [
      { deny: ['Bash(rm'] },
      ['deny Bash(rm'],
      ['f: permissions.deny contains "Bash(rm", which has no closing bracket and is ignored.'],
    ],
    [
      { deny: ['bash(rm:*)'] },
      ['deny bash(rm:*)'],
      ['f: permissions.deny contains "bash(rm:*)", which has no effect: the tool is called Bash.'],
    ],
    ['Bash', [], ['f: ignoring permissions, which must be an object.']],
    [{ deny: ['Bash(rm:*)', 'Read'] }, ['deny Bash(rm:*)', 'deny Read'], []],
  ])('report what is wrong with %j', (permissions, rules, output) => {
    const warned: string[] = [];
    const settings = [{ source: 'userSettings' as const, file: 'f', value: { permissions } }];
    const found = permissionsOf(settings, '/p', (message) => warned.push(message));
    expect(found.rules.map(({ behavior, rule }) => `${behavior} ${rule}`)).toEqual(rules);
    expect(warned).toEqual(output);
  });

  it('that come with a folder cannot bypass permissions', () => {
    const value = { permissions: { defaultMode: 'bypassPermissions' } };
    expect(permissionsOf([{ source: 'projectSettings', file: '', value }], '/p').defaultMode).toBeUndefined();
    expect(permissionsOf([{ source: 'userSettings', file: '', value }], '/p').defaultMode).toBe('bypassPermissions');
  });

  it.each([[{}], [{ permissions: null }], [{ permissions: [] }], [{ permissions: { allow: {} } }]])(
    'may be %j',
    (value) => {
      expect(permissionsOf([{ source: 'userSettings', file: '', value }], '/p').rules).toEqual([]);
    },
  );
});

describe('a saved answer', () => {
  const update: Extract<PermissionUpdate, { type: 'addRules' }> = {
    type: 'addRules',
    rules: ['Bash(ls:*)'],
    behavior: 'allow',
    destination: 'localSettings',
  };

  it('creates the file, adds the rule once, and keeps everything else', () => {
    const folders = place();
    expect(savePermission(update, folders)).toBeUndefined();
    const before = JSON.parse(readFileSync(folders.local, 'utf8'));
    writeFileSync(folders.local, JSON.stringify({ other: 1, permissions: { ...before.permissions, deny: ['Read'] } }));
    savePermission({ ...update, rules: ['Bash(ls:*)', 'Edit'] }, folders);
    expect(JSON.parse(readFileSync(folders.local, 'utf8'))).toEqual({
      other: 1,
      permissions: { allow: ['Bash(ls:*)', 'Edit'], deny: ['Read'] },
    });
  });

  it('goes to the settings file that it names', () => {
    const folders = place();
    savePermission({ type: 'addDirectories', directories: ['/lib'], destination: 'userSettings' }, folders);
    const kept = JSON.parse(readFileSync(join(folders.configDir, 'settings.json'), 'utf8'));
    expect(kept).toEqual({ permissions: { additionalDirectories: ['/lib'] } });
    savePermission({ ...update, destination: 'session' }, folders);
    expect(existsSync(folders.local)).toBe(false);
  });

  it('does not touch a file that is not JSON', () => {
    const folders = place();
    writeFileSync(folders.local, '{ "a": 1, // mine\n}');
    expect(savePermission(update, folders)).toContain('Cannot save the rule in');
    expect(readFileSync(folders.local, 'utf8')).toBe('{ "a": 1, // mine\n}');
  });
});
