import { mkdirSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { ConfigFolder, SessionFile } from '@unspool/session';
import { configFolderAt, sessionsAndRemains } from '@unspool/session/locate';

export const SESSION_ID = '11111111-2222-4333-8444-555555555555';
export const SLUG = '-home-dev-app';
export const NOW = Date.UTC(2026, 5, 1);
export const OLD = Date.UTC(2026, 4, 10) / 1000;

export function newConfig(): ConfigFolder {
  const folder = join(mkdtempSync(join(tmpdir(), 'unspool-keep-')), '.claude');
  mkdirSync(join(folder, 'projects'), { recursive: true });
  return configAt(folder);
}

export function configAt(folder: string): ConfigFolder {
  const config = configFolderAt(folder);
  if (!config) throw new Error(`${folder} holds no projects`);
  return config;
}

export function newArchiveFolder(): string {
  return join(mkdtempSync(join(tmpdir(), 'unspool-keep-data-')), 'archive');
}

/** A line as a client writes it. */
export function line(text: string, fields: object = {}): string {
  const message = { role: 'user', content: text };
  const common = { type: 'user', uuid: `u-${text}`, parentUuid: null, isSidechain: false, sessionId: SESSION_ID };
  return `${JSON.stringify({ ...common, cwd: '/home/dev/app', timestamp: '2026-05-01T10:00:00.000Z', message, ...fields })}\n`;
}

/** A family with a file in every place that clients use. Names are relative to the config folder. */
export function wholeFamily(): { [name: string]: string } {
  const own = `projects/${SLUG}/${SESSION_ID}`;
  return {
    [`${own}.jsonl`]: line('the main words'),
    [`projects/${SLUG}/agent-0a1b2c3d.jsonl`]: line('beside', { isSidechain: true, agentId: '0a1b2c3d' }),
    [`${own}/subagents/agent-a1.jsonl`]: line('nested', { isSidechain: true, agentId: 'a1' }),
    [`${own}/subagents/agent-a1.meta.json`]: '{"agentType":"Explore"}',
    [`${own}/subagents/workflows/wf_1/agent-a2.jsonl`]: line('workflow', { isSidechain: true, agentId: 'a2' }),
    [`${own}/tool-results/toolu_1.txt`]: 'a long output\n'.repeat(1000),
    [`${own}/tool-results/empty.txt`]: '',
    [`${own}/custom-title.json`]: '{"customTitle":"Mine"}',
    [`${own}/memory/notes.md`]: '# notes',
    [`${own}/something-new/of/a-later-client.bin`]: '\u0000\u0001\u0002',
    [`file-history/${SESSION_ID}/abc@v1`]: 'old text of a file',
    [`session-env/${SESSION_ID}/hook.sh`]: 'export A=1',
    [`todos/${SESSION_ID}-agent-${SESSION_ID}.json`]: '[]',
  };
}

export function lay(config: ConfigFolder, files: { [name: string]: string | Uint8Array }): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(config.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    utimesSync(path, OLD, OLD);
  }
}

export function sessionsOf(config: ConfigFolder): SessionFile[] {
  return sessionsAndRemains(config);
}

export function theSession(config: ConfigFolder, sessionId = SESSION_ID): SessionFile {
  const session = sessionsOf(config).find((each) => each.sessionId === sessionId);
  if (!session) throw new Error(`${sessionId} is not listed`);
  return session;
}

/** Every file below a folder: its bytes by name. */
export function bytesIn(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path, 'latin1')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
