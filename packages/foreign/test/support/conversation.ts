import { writeFileSync } from 'node:fs';
import type { Block, JsonObject } from '@unspool/session';

export const SESSION_ID = '6f6f6f6f-0000-4000-8000-000000000001';
export const CWD = '/home/dev/shop';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const image: Block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } };

export const text = (words: string): Block => ({ type: 'text', text: words });
export const call = (id: string, name: string, input: JsonObject): Block => ({ type: 'tool_use', id, name, input });
export const result = (id: string, content: string | Block[], isError = false): Block => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(isError && { is_error: true }),
});
export const thinking: Block = { type: 'thinking', thinking: 'a plan', signature: 'c2ln' };

/** A message of a person or of the model. */
export type Said = { user: string | Block[] } | { model: Block[] };

/** Writes a session of Claude Code, with one line for each block of a reply, as the client does. */
export function writeConversation(file: string, said: readonly Said[]): string {
  const lines: string[] = [];
  let parentUuid: string | null = null;
  const put = (entry: JsonObject) => {
    const count = String(lines.length + 1).padStart(12, '0');
    const uuid = `aaaaaaaa-0000-4000-8000-${count}`;
    const timestamp = new Date(Date.UTC(2026, 8, 1) + lines.length * 1000).toISOString();
    const own = {
      parentUuid,
      isSidechain: false,
      userType: 'external',
      cwd: CWD,
      sessionId: SESSION_ID,
      gitBranch: 'main',
    };
    lines.push(`${JSON.stringify({ ...own, version: '2.1.326', ...entry, uuid, timestamp })}\n`);
    parentUuid = uuid;
  };
  said.forEach((message, at) => {
    if ('user' in message) put({ type: 'user', message: { role: 'user', content: message.user } });
    else {
      for (const block of message.model) {
        const own = {
          id: `msg_${at}`,
          type: 'message',
          role: 'assistant',
          model: 'claude-opus-4-6',
          stop_reason: null,
        };
        const usage = { input_tokens: 10, output_tokens: 5 };
        put({ type: 'assistant', message: { ...own, content: [block], usage } });
      }
    }
  });
  writeFileSync(file, lines.join(''));
  return file;
}

/** One of everything. */
export const EVERYTHING: readonly Said[] = [
  { user: 'list the files' },
  {
    model: [
      thinking,
      text('I will look.'),
      call('toolu_1', 'Bash', { command: 'ls', description: 'List' }),
      call('toolu_2', 'Read', { file_path: '/home/dev/shop/a.txt' }),
    ],
  },
  { user: [result('toolu_1', 'a.txt')] },
  { user: [result('toolu_2', 'not there', true)] },
  { model: [call('toolu_3', 'mcp__thing__do_it', { deep: { list: [1, { x: null }] } })] },
  { user: [result('toolu_3', [text('done'), image])] },
  { model: [text('All done.')] },
  { user: [text('now this "one" ✓\nplease'), image] },
  { model: [text('Good.')] },
];
