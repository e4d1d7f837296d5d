import { expect, test } from 'vitest';
import { program, start } from '../write/child.js';

/** 200 MB of texts, in a heap of 80 MB. */
test('the messages of a session whose texts do not fit into memory are read one by one', async () => {
  const reader = await program(`
    import { sessionOf } from '@write/../model/session.ts';
    import { streamResume } from '@write/../resume/resume.ts';

    const uuid = (n) => '00000000-0000-4000-8000-' + String(n).padStart(12, '0');
    const entry = (n, text) => ({
      type: n % 2 === 0 ? 'user' : 'assistant',
      uuid: uuid(n),
      parentUuid: n === 0 ? null : uuid(n - 1),
      timestamp: '2026-01-01T00:00:00.000Z',
      message: { role: n % 2 === 0 ? 'user' : 'assistant', id: 'msg_' + n, model: 'claude-opus-4-5', content: [{ type: 'text', text }] },
    });
    const line = (object, at) => ({ number: at + 1, byte: at, length: 1, state: 'whole', objects: [object], problems: [] });
    const outline = Array.from({ length: 200 }, (_, n) => line(entry(n, 'text ' + n), n));
    const session = {
      ...sessionOf(outline, uuid(1)),
      read: ({ index }) => entry(index, JSON.parse(JSON.stringify('text ' + index + 'x'.repeat(1_000_000)))),
    };
    let characters = 0;
    const { messages } = streamResume(session);
    for (const { content } of messages) for (const { text } of content) characters += text.length;
    console.log(characters);
  `);
  const child = start(process.execPath, ['--max-old-space-size=80', reader]);
  expect((await child.ended).code).toBe(0);
  expect(Number(child.output())).toBeGreaterThan(200_000_000);
});
