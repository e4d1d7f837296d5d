import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingsOf, sourcesOf } from '../../src/chat/settings.js';
import { memoryIo } from '../support/memory-io.js';

function folders(user: unknown, project: unknown) {
  const root = mkdtempSync(join(tmpdir(), 'unspool-settings-'));
  const [configDir, projectDir] = [join(root, 'config'), join(root, 'project')];
  mkdirSync(configDir);
  mkdirSync(join(projectDir, '.claude'), { recursive: true });
  writeFileSync(join(configDir, 'settings.json'), JSON.stringify(user));
  writeFileSync(join(projectDir, '.claude', 'settings.json'), JSON.stringify(project));
  return { configDir, projectDir };
}

describe('permissions of settings files', () => {
  const user = { permissions: { allow: ['Bash(ls)'], defaultMode: 'acceptEdits' } };
  const project = {
    permissions: { allow: ['Bash(rm:*)'], deny: ['Read(.env)'], defaultMode: 'plan', additionalDirectories: ['..'] },
  };

  it('count all of them in a folder that is trusted', () => {
    const { rules, defaultMode, additionalDirectories } = settingsOf(folders(user, project), true, memoryIo());
    expect(rules.map(({ behavior, rule }) => `${behavior} ${rule}`)).toEqual([
      'allow Bash(ls)',
      'allow Bash(rm:*)',
      'deny Read(.env)',
    ]);
    expect(defaultMode).toBe('plan');
    expect(additionalDirectories).toHaveLength(1);
  });

  it('count only those that were named', () => {
    const rulesOf = (given: string) =>
      settingsOf({ ...folders(user, project), sources: sourcesOf(given) }, true, memoryIo()).rules.map(
        ({ rule }) => rule,
      );
    expect(rulesOf('user')).toEqual(['Bash(ls)']);
    expect(rulesOf('project, local')).toEqual(['Bash(rm:*)', 'Read(.env)']);
    expect(rulesOf('')).toEqual([]);
    expect(sourcesOf(undefined)).toBeUndefined();
    expect(() => sourcesOf('theirs')).toThrow('theirs');
  });

  it('let an untrusted folder deny, but not allow', () => {
    const { rules, defaultMode, additionalDirectories } = settingsOf(folders(user, project), false, memoryIo());
    expect(rules.map(({ behavior, rule }) => `${behavior} ${rule}`)).toEqual(['allow Bash(ls)', 'deny Read(.env)']);
    expect(defaultMode).toBe('acceptEdits');
    expect(additionalDirectories).toEqual([]);
  });

  it.each([true, false])('say which hooks have no pattern (trusted: %s)', (isTrusted) => {
    const hooks = (matcher: string) => ({ PreToolUse: [{ matcher, hooks: [{ type: 'command', command: 'exit 2' }] }] });
    const io = memoryIo();
    settingsOf(folders({ hooks: hooks('[(') }, { hooks: hooks('(?') }), isTrusted, io);
    expect(io.stderr()).toContain('settings.json: the matcher "[(" of a PreToolUse hook is not a valid pattern');
    // Those of a folder that nobody trusts do not run.
    expect(io.stderr().includes('"(?"')).toBe(isTrusted);
    const fine = memoryIo();
    settingsOf(folders({ hooks: hooks('Write|Edit') }, { hooks: hooks('mcp__.*') }), true, fine);
    expect(fine.stderr()).toBe('');
  });

  it('say what cannot be read', () => {
    const places = folders({}, {});
    writeFileSync(join(places.configDir, 'settings.json'), '{');
    const io = memoryIo();
    expect(settingsOf(places, true, io).rules).toEqual([]);
    expect(io.stderr()).toContain('not valid JSON');
  });
});
