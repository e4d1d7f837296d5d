import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { configFolders } from '@unspool/session';
import { openStore, Prices, updateIndex } from '@unspool/store';
import { callTool } from '../../src/tools.js';

export const SESSION = '11111111-0000-4000-8000-000000000001';

/** `side`: the task of a sub-agent, as early clients wrote it into the session. */
export type Said = [who: 'user' | 'assistant' | 'side', content: string | object[]];

/** Indexes sessions of a project, and returns a function that asks a tool about them. */
export async function recorded(sessions: { readonly [path: string]: readonly Said[] }) {
  const home = mkdtempSync(join(tmpdir(), 'unspool-mcp-'));
  for (const [path, output] of Object.entries(sessions)) {
    const file = join(home, 'projects/-app', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, output.map((each, at) => `${JSON.stringify(lineOf(each, at))}\n`).join(''));
  }
  const prices = new Prices();
  const { database } = await openStore(join(home, 'unspool.db'));
  updateIndex(database, configFolders({ CLAUDE_CONFIG_DIR: home }, '/'), { prices });
  const room = { database, kept: undefined, project: '/app', folder: home, prices, now: Date.UTC(2026, 4, 2) };
  return (name: string, args: { [name: string]: unknown }) => callTool(name, args, room).text;
}

function lineOf([who, content]: Said, at: number): object {
  const type = who === 'side' ? 'user' : who;
  const reply = { id: `m${at}`, model: 'claude-opus-5', usage: { input_tokens: 1, output_tokens: 1 } };
  const message = { role: type, content, ...(type === 'assistant' && reply) };
  const timestamp = new Date(Date.UTC(2026, 4, 1, 9, at)).toISOString();
  const isCompactSummary = typeof content === 'string' && content.startsWith('This session is being continued');
  const place = { uuid: `u${at}`, parentUuid: at === 0 ? null : `u${at - 1}`, timestamp, isSidechain: who === 'side' };
  return {
    type,
    message,
    ...(isCompactSummary && { isCompactSummary }),
    ...place,
    sessionId: SESSION,
    cwd: '/app',
    version: '2.1.326',
  };
}
