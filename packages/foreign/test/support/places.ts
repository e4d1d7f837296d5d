import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listSessions } from '@unspool/session';
import { ADAPTERS, refresh } from '../../src/index.js';
import { type Story, storyOf } from './story.js';

export const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));

export function fixture(name: string): string {
  return join(FIXTURES, name);
}

/** A home folder with fixtures in place and small extra files. */
export function homeOf(copies: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}): string {
  const home = mkdtempSync(join(tmpdir(), 'unspool-home-'));
  for (const [to, from] of Object.entries(copies)) cpSync(fixture(from), join(home, to), { recursive: true });
  for (const [to, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, to)), { recursive: true });
    writeFileSync(join(home, to), text);
  }
  return home;
}

export interface FoundStory extends Story {
  id: string;
  slug: string;
}

/** The stories of an agent's sessions in a home folder. */
export function sessionsAt(home: string, agent: string, env: Record<string, string> = {}): FoundStory[] {
  const adapter = ADAPTERS.find(({ name }) => name === agent);
  if (!adapter) throw new Error(`no adapter ${agent}`);
  const { folder, problems } = refresh(adapter, { root: join(home, 'data'), place: { env, home, platform: 'linux' } });
  if (problems[0]) throw new Error(problems[0].message);
  const { sessions } = folder ? listSessions(folder) : { sessions: [] };
  return sessions.map(({ file, sessionId, slug }) => ({ id: sessionId, slug, ...storyOf(file) }));
}
