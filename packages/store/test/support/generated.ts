import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFolders, type SessionFile, type Tokens } from '@unspool/session';
import { sessionsAndRemains } from '@unspool/session/locate';

// A plain script outside of the type-checked project.
const { generate } = await import(new URL('../../../../bench/generate.mjs', import.meta.url).href);

export interface Truth {
  tokens: Tokens;
  sessions: { sessionId: string; file: string; turns: number; cwd: string; tokensWithAgents: Tokens }[];
  messages: { [id: string]: Tokens & { model: string } };
}

export interface Generated {
  folder: string;
  truth: Truth;
}

/** A generated config folder with the expected results. */
export function generated(options: { mb: number; files: number; seed: number; dirty?: boolean }): Generated {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-store-'));
  generate(folder, options);
  return { folder, truth: JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) };
}

export function sessionsIn(folder: string): SessionFile[] {
  return configFolders({ CLAUDE_CONFIG_DIR: folder }, '/').flatMap(sessionsAndRemains);
}
