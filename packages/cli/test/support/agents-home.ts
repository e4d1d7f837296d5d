import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MadeHome, madeHome } from './made-home.js';

const FIXTURES = fileURLToPath(new URL('../../../foreign/fixtures', import.meta.url));

/** Where the agents keep the fixtures. */
const PLACES = {
  '.codex': 'codex',
  '.gemini/tmp/gema/chats': 'gemini/chats',
  '.pi/agent/sessions/--work--': 'pi',
  '.qwen/projects/-home-dev-work-qwen24-A/chats': 'qwen/chats',
  '.qwen/projects/-home-dev-work-qwen24-A/subagents': 'qwen/subagents',
};

/** The id of the session that `withCursor` adds. Its agent recorded no tokens. */
export const CURSOR = '0d1c7b52-6c0e-4f0e-9a55-2f6f1f6f7a10';

export function withCursor({ home }: MadeHome): void {
  const place = join(home, '.cursor/projects/home-dev-app/agent-transcripts', CURSOR);
  cpSync(join(FIXTURES, 'cursor', CURSOR), place, { recursive: true });
}

/** A home with sessions of other agents, and one of Claude Code. */
export function agentsHome(now = Date.UTC(2026, 10, 19)): MadeHome {
  const made = madeHome(now);
  for (const [place, fixture] of Object.entries(PLACES)) {
    mkdirSync(dirname(join(made.home, place)), { recursive: true });
    cpSync(join(FIXTURES, fixture), join(made.home, place), { recursive: true });
  }
  writeFileSync(join(made.home, '.gemini/tmp/gema/.project_root'), '/home/dev/work/gemA\n');
  return made;
}
