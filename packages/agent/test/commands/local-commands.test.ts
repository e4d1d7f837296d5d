import { spawn } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { continueFrom, linesOf, newChat, newPlace } from '../support/chat.js';
import { text } from '../support/scripted-api.js';
import { until } from '../tools/support.js';

const words = { blocks: [text('Words.')] };

function outputs(events: { type: string }[]): { output: string; isError: boolean }[] {
  return events.filter(({ type }) => type === 'local_command') as unknown as { output: string; isError: boolean }[];
}

describe('/cost', () => {
  it('counts this run and, separately, the whole session; a new session starts at zero', async () => {
    const first = await newChat([words]);
    await first.chat.send('one');
    await first.chat.close();
    const { chat, events } = await newChat([words, words], {
      place: first.place,
      start: continueFrom(first.chat.file),
    });
    await chat.send('two');
    await chat.send('/cost');
    expect(outputs(events)[0]?.output).toContain('$0.0100\n1 request');
    expect(outputs(events)[0]?.output).toContain('including earlier runs: $0.0200');
    await chat.send('/clear');
    await chat.send('three');
    const costs = linesOf(chat.file).findLast(({ type }) => type === 'cost-state');
    expect(costs).toMatchObject({ totalCostUSD: 0.01, sessionId: chat.sessionId });
    const [usage] = Object.values(costs?.['modelUsage'] as { [model: string]: unknown });
    expect(usage).toMatchObject({ outputTokens: 42, costUSD: 0.01 });
  });
});

describe('/export', () => {
  it('writes a new file and never overwrites one', async () => {
    const { chat, events, place } = await newChat([words]);
    writeFileSync(join(place.cwd, 'there.md'), 'mine');
    await chat.send('say something');
    await chat.send('/export there.md');
    await chat.send('/export new.md');
    expect(outputs(events)).toMatchObject([
      { isError: true, output: expect.stringContaining('already') },
      { isError: false, output: expect.stringContaining('new.md') },
    ]);
  });
});

describe.runIf(process.platform === 'linux')('/resume', () => {
  it('refuses a session that another program has open, and says why', async () => {
    const place = newPlace();
    const other = await newChat([words], { place });
    await other.chat.send('the other one');
    await other.chat.close();
    const fd = openSync(other.chat.file, 'a');
    const holder = spawn('sleep', ['60'], { stdio: ['ignore', fd, 'ignore'] });
    closeSync(fd);
    await until(() => holder.pid !== undefined);
    const { chat, events } = await newChat([words], { place });
    await chat.send(`/resume ${other.chat.sessionId.slice(0, 8)}`);
    holder.kill('SIGKILL');
    expect(outputs(events)[0]).toMatchObject({ isError: true, output: expect.stringContaining('in use') });
    expect(chat.sessionId).not.toBe(other.chat.sessionId);
    await new Promise((resolve) => holder.once('exit', resolve));
    await chat.send(`/resume ${other.chat.sessionId.slice(0, 8)}`);
    expect(outputs(events)[1]).toMatchObject({ isError: false });
    expect(chat.sessionId).toBe(other.chat.sessionId);
  });
});
