import { resolve } from 'node:path';
import type { Entry } from '@unspool/session';
import { DriftReport, isEmptyDrift, type OtherEntry } from '@unspool/session/read';
import { describe, expect, it } from 'vitest';
import { CLIENT_VERSION } from '../../src/record/chain.js';
import { linesOf, newChat } from '../support/chat.js';
import { type Step, text, thinking, use } from '../support/scripted-api.js';

const clientLines = resolve(import.meta.dirname, '../../fixtures/client-lines.jsonl');
const summary: Step = { blocks: [text('<summary>x</summary>')] };

/** A line's kind. All lines of one kind have their fields in the same order. */
function kindOf({ type, subtype, message, toolUseResult, isMeta, isCompactSummary, data }: OtherEntry): string {
  const { model, content } = (message ?? {}) as { model?: string; content?: { type: string }[] };
  const detail = [
    subtype,
    model === '<synthetic>' && 'synthetic',
    type === 'assistant' && model !== '<synthetic>' && content?.[0]?.type,
    toolUseResult !== undefined && 'result',
    isMeta && 'meta',
    isCompactSummary && 'summary',
    (data as { type?: string } | undefined)?.type,
  ];
  return [type, ...detail].filter(Boolean).join(' ');
}

/** Every field order that our client version writes, by kind. */
function clientOrders(): Map<string, string[][]> {
  const orders = new Map<string, string[][]>();
  for (const line of linesOf(clientLines)) {
    const kind = kindOf(line);
    orders.set(kind, [...(orders.get(kind) ?? []), Object.keys(line)]);
  }
  return orders;
}

async function ourLines(): Promise<OtherEntry[]> {
  const { chat } = await newChat([
    { status: 529 },
    {
      blocks: [
        thinking('hm'),
        text('Looking.'),
        use('Read', { file_path: 'README.md' }),
        use('Bash', { command: 'echo' }),
      ],
    },
    { blocks: [use('Write', { file_path: 'new.txt', content: 'x' }), use('Nothing', {})] },
    { blocks: [text('cut')], stop_reason: 'max_tokens' },
    { blocks: [text('Done.')] },
    { status: 400, errorType: 'invalid_request_error', message: 'bad' },
    summary,
  ]);
  await chat.send('work');
  await chat.send('fail');
  await chat.send('/compact');
  return linesOf(chat.file);
}

describe('our lines', () => {
  it('have the client’s fields in the client’s order', async () => {
    const orders = clientOrders();
    const compared: string[] = [];
    for (const line of await ourLines()) {
      const kind = kindOf(line);
      const ours = Object.keys(line);
      const theirs = orders.get(kind);
      if (!theirs) continue;
      compared.push(kind);
      const fits = theirs.some((order) => {
        const shared = ours.filter((key) => order.includes(key));
        return JSON.stringify(shared) === JSON.stringify(order.filter((key) => ours.includes(key)));
      });
      expect(fits, `${kind}\n  ours:   ${ours}\n  client: ${theirs[0]}`).toBe(true);
    }
    const kinds = [
      'assistant synthetic',
      'cost-state',
      'file-history-delta',
      'file-history-snapshot',
      'system turn_duration',
      'assistant text',
      'assistant thinking',
      'assistant tool_use',
      'last-prompt',
      'system api_error',
      'system compact_boundary',
      'user',
      'user meta',
      'user result',
    ];
    expect([...new Set(compared)].sort()).toEqual(expect.arrayContaining(kinds));
  });

  it('have no field that the client does not write', async () => {
    const drift = new DriftReport();
    for (const line of await ourLines()) drift.add(line as Entry);
    expect(isEmptyDrift(drift.drift), JSON.stringify(drift.drift)).toBe(true);
  });

  it('form a single chain with increasing times', async () => {
    let parent: unknown = null;
    let time = '';
    for (const line of await ourLines()) {
      if (line['uuid'] === undefined) continue;
      if (line['subtype'] !== 'compact_boundary') expect(line['parentUuid']).toBe(parent);
      expect(String(line['timestamp']) > time).toBe(true);
      parent = line['uuid'];
      time = String(line['timestamp']);
      expect(line).toMatchObject({
        version: CLIENT_VERSION,
        userType: 'external',
        slug: expect.stringMatching(/^\w+-\w+-\w+$/),
      });
    }
  });
});
