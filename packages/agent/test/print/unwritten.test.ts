import type { JsonObject } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import type { Chat } from '../../src/chat/chat.js';
import { type PrintOptions, runPrint } from '../../src/print/print-mode.js';
import { newChat } from '../support/chat.js';
import { fillDiskUnder } from '../support/full-disk.js';
import { text } from '../support/scripted-api.js';

/** A chat whose disk fills up before the first reply: the prompt is written, the reply is not. */
async function chatOnFullDisk(): Promise<Chat> {
  const { chat } = await newChat(
    (_, count) => {
      if (count === 0) fillDiskUnder(chat.file);
      return { blocks: [text('Lost.')] };
    },
    { entrypoint: 'sdk-cli' },
  );
  return chat;
}

async function print(chat: Chat, options: Partial<PrintOptions>): Promise<{ code: number; out: string; err: string }> {
  const output = { out: '', err: '' };
  const code = await runPrint({
    chat,
    prompt: undefined,
    lines: undefined,
    format: 'json',
    partial: false,
    replay: false,
    apiKeySource: 'none',
    out: (words) => {
      output.out += words;
    },
    err: (words) => {
      output.err += words;
    },
    newUuid: () => 'id',
    ...options,
  });
  return { code, ...output };
}

const failed = { subtype: 'error_during_execution', is_error: true, errors: [expect.stringContaining('ENOSPC')] };

describe.skipIf(process.platform !== 'linux')('a reply that could not be written', () => {
  it('is not a success in JSON', async () => {
    const { code, out, err } = await print(await chatOnFullDisk(), { prompt: 'ask' });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject(failed);
    expect(err).toContain('cannot write the session file');
  });

  it('is not a success as text', async () => {
    expect(await print(await chatOnFullDisk(), { prompt: 'ask', format: 'text' })).toMatchObject({ code: 1, out: '' });
  });

  it('is not a success for stream input', async () => {
    async function* lines() {
      yield JSON.stringify({ type: 'user', message: { role: 'user', content: 'ask' } });
    }
    const { code, out } = await print(await chatOnFullDisk(), { lines: lines(), format: 'stream-json' });
    expect(code).toBe(1);
    const output = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as JsonObject);
    expect(output.at(-1)).toMatchObject(failed);
  });
});
