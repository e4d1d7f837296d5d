import { join } from 'node:path';
import { expect } from 'vitest';
import { configFolders, listSessions } from '../../src/index.js';
import { resolveToolResult } from '../../src/locate/tool-result.js';
import { configPaths, cwdOf, slugOf } from '../../src/locate.js';
import { script } from '../support/lines.js';
import type { Proofs } from './proofs.js';
import { tree } from './tree.js';

const ID = '00000000-0000-4000-8000-000000000001';

export const files: Proofs = {
  'The config folder is `CLAUDE_CONFIG_DIR` (several, comma separated) or `~/.claude`.': () => {
    const home = tree({ '.claude/projects/-a/x.jsonl': '', 'b/projects/-b/y.jsonl': '', 'c/projects/-c/z.jsonl': '' });
    expect(configPaths({}, '/home/me')).toEqual([join('/home/me', '.claude')]);
    expect(configFolders({}, home)).toHaveLength(1);
    expect(configFolders({ CLAUDE_CONFIG_DIR: `${home}/b,${home}/c` }, home)).toHaveLength(2);
  },
  'A project’s folder is its path with every UTF-16 unit outside A–Z, a–z, 0–9 replaced by a dash.': () => {
    expect(slugOf('/home/dev/my_app.v2')).toBe('-home-dev-my-app-v2');
    expect(slugOf('E:\\work\\x')).toBe('E--work-x');
    expect(slugOf('/a/😀')).toBe('-a---');
  },
  'A project path over 200 units long is cut to 200 and gets a hash of the whole path.': () => {
    const long = `/${'a'.repeat(250)}`;
    expect(slugOf(long)).toMatch(/^-a{199}-[0-9a-z]+$/);
    expect(slugOf(long)).not.toBe(slugOf(`${long}b`));
  },
  'The folder’s name does not determine the project’s path; the `cwd` on the lines does.': () => {
    expect(slugOf('/a/b-c')).toBe(slugOf('/a/b/c'));
    const home = tree({ 'x.jsonl': script().user('hi', { cwd: 'E:\\work\\x' }).text() });
    expect(cwdOf(join(home, 'x.jsonl'))).toBe('E:\\work\\x');
  },
  'A sub-agent’s file is beside the session (2.0), in the session’s `subagents/` folder (2.1), or below `workflows/` there.':
    () => {
      const agent = script().user('look', { isSidechain: true, sessionId: ID }).text();
      const home = tree({
        [`.claude/projects/-a/${ID}.jsonl`]: script().user('go').text(),
        '.claude/projects/-a/agent-1234567.jsonl': agent,
        [`.claude/projects/-a/${ID}/subagents/agent-b.jsonl`]: agent,
        [`.claude/projects/-a/${ID}/subagents/workflows/wf_1/agent-c.jsonl`]: agent,
      });
      const [config] = configFolders({}, home);
      const [session] = config ? listSessions(config).sessions : [];
      expect(session?.agentFiles.map((file) => file.layout).sort()).toEqual(['beside', 'nested', 'workflow']);
    },
  'Output too long for a line is in the session’s `tool-results/` folder, and is never read from anywhere else.':
    () => {
      const home = tree({ [`p/${ID}.jsonl`]: '', [`p/${ID}/tool-results/a.txt`]: 'long', 'secret.txt': 'no' });
      const main = join(home, `p/${ID}.jsonl`);
      const at = (path: string) => resolveToolResult(main, { path } as Parameters<typeof resolveToolResult>[1]);
      expect(at('/elsewhere/a.txt').kind).toBe('found');
      expect(at(join(home, 'secret.txt')).kind).not.toBe('found');
      expect(at('../../../secret.txt').kind).not.toBe('found');
    },
};
