import { join } from 'node:path';
import { begin } from './gift-cards-begin.mjs';
import { review } from './gift-cards-review.mjs';
import { Sample, text, write } from './sample.mjs';
import { cwd, id, PROJECT, todos } from './storefront.mjs';

/** A made-up key. */
const SECRET = `sk_live_${'51SampleOnlyNotARealKey0'.repeat(2)}`;

/** A long session with one of everything. */
export function giftCards() {
  const s = new Sample({
    id,
    cwd,
    branch: 'gift-cards',
    model: 'claude-opus-4-5-20251101',
    start: '2026-05-11T08:03:00Z',
    grows: true,
  });
  s.hook('SessionStart:startup', 'Node 22.11, pnpm 9. The dev server runs on port 5173.');
  begin(s);
  review(s);
  logs(s);
  compact(s);
  finish(s);
  s.aside({ type: 'custom-title', customTitle: 'Gift cards in the checkout' });
  write(PROJECT, `${id}.jsonl`, s.text());
}

function logs(s) {
  s.wait(180).prompt(`Check the logs of last night for it. The dashboard key is ${SECRET} if you need it.`);
  const lines = Array.from(
    { length: 900 },
    (_, at) =>
      `2026-05-10T${String(at % 24).padStart(2, '0')}:${String((at * 7) % 60).padStart(2, '0')}:11Z refund order=${48_000 + at} sum=${1200 + ((at * 37) % 9000)} way=${at % 9 === 0 ? 'transfer' : 'provider'}`,
  ).join('\n');
  const name = 'b91f7a1.txt';
  const path = `/home/dev/.claude/projects/${PROJECT}/${id}/tool-results/${name}`;
  write(PROJECT, join(id, 'tool-results', name), `${lines}\n`);
  s.call(
    'Bash',
    { command: 'kubectl logs deploy/refunds --since 24h', description: 'The log of the last day' },
    `<persisted-output>\nOutput too large (${(lines.length / 1024).toFixed(1)}KB). Full output saved to: ${path}\n\nPreview (first 2KB):\n${lines.slice(0, 2000)}\n...\n</persisted-output>`,
    {
      seconds: 8,
      result: {
        stdout: lines.slice(0, 30_000),
        stderr: '',
        interrupted: false,
        isImage: false,
        persistedOutputPath: path,
        persistedOutputSize: lines.length + 1,
      },
    },
  );
  s.aside({
    type: 'queue-operation',
    operation: 'enqueue',
    timestamp: new Date(s.time).toISOString(),
    content: 'Only count them, do not list them.',
  });
  s.add({
    type: 'attachment',
    attachment: { type: 'queued_command', prompt: 'Only count them, do not list them.', commandMode: 'prompt' },
  });
  s.call(
    'Bash',
    {
      command: `curl -s -H 'Authorization: Bearer ${SECRET}' https://metrics.example.com/refunds`,
      description: 'Ask the dashboard',
    },
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).",
    { isError: true },
  );
  s.reply([text('100 of 900 refunds went out as transfers. The log does not say whether a card was in them.')]);
}

function compact(s) {
  s.wait(30).aside({ type: 'weather-report', sky: 'clear', note: 'A kind of line that no version we know writes.' });
  const before = s.parent;
  s.parent = null;
  s.add({
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    level: 'info',
    isMeta: false,
    logicalParentUuid: before,
    compactMetadata: { trigger: 'manual', preTokens: 48_200, postTokens: 2100 },
  });
  s.context = 7600;
  s.add({
    type: 'user',
    isCompactSummary: true,
    isVisibleInTranscriptOnly: true,
    message: {
      role: 'user',
      content:
        'This session is being continued from a previous conversation that ran out of context.\n\n## Done\n- Gift cards pay in `total.ts`; 24 tests pass.\n- `src/admin/refund.ts:52` gives cash back for cards.\n\n## Open\n- Give a card its own part back first.\n- The form of the picture.',
    },
  });
}

function finish(s) {
  s.wait(40).prompt('Now fix the refunds.');
  s.call(
    'MultiEdit',
    {
      file_path: `${cwd}/src/admin/refund.ts`,
      edits: [
        {
          old_string: '  if (order.isOld) return bank.transfer(order.account, order.total);',
          new_string:
            '  const cash = await backToCards(order, amount);\n  if (order.isOld) return bank.transfer(order.account, cash);',
        },
        { old_string: 'provider.refund(order.charge, amount)', new_string: 'provider.refund(order.charge, cash)' },
      ],
    },
    `Applied 2 edits to ${cwd}/src/admin/refund.ts`,
    {
      result: {
        filePath: `${cwd}/src/admin/refund.ts`,
        structuredPatch: [
          {
            oldStart: 1,
            oldLines: 5,
            newStart: 1,
            newLines: 6,
            lines: [
              ' export async function refund(order: Order, amount: Money) {',
              '   if (amount < order.paid) return partial(order, amount);',
              '-  if (order.isOld) return bank.transfer(order.account, order.total);',
              '-  return provider.refund(order.charge, amount);',
              '+  const cash = await backToCards(order, amount);',
              '+  if (order.isOld) return bank.transfer(order.account, cash);',
              '+  return provider.refund(order.charge, cash);',
              ' }',
            ],
          },
        ],
      },
    },
  );
  todos(s, ['completed', 'in_progress', 'pending'], ['completed', 'completed', 'in_progress']);
  s.reply([text('Cards get their part back first; only the rest goes out as money.')]);
  const fork = s.parent;
  s.wait(90).prompt('Write the form with the old components.');
  s.reply([text('The form is now in `GiftCardForm.tsx`, made of the old components.')]);
  s.parent = fork;
  s.wait(120).prompt('No, with the new design system please.');
  s.call(
    'WebSearch',
    { query: 'design system text field error state' },
    'Text fields show one error at a time, below the field.',
    {
      seconds: 3,
      result: {
        query: 'design system text field error state',
        results: [
          { tool_use_id: 'srv', content: [{ title: 'Text fields', url: 'https://design.example.com/text-field' }] },
        ],
        durationSeconds: 2.8,
      },
    },
  );
  todos(s, ['completed', 'completed', 'in_progress'], ['completed', 'completed', 'completed']);
  s.reply([text('Done with the new one: `CardField` has the code, its balance, and one error at a time.')]);
}
