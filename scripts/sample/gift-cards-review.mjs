import { join } from 'node:path';
import { text, thought, write } from './sample.mjs';
import { cwd, id, numbered, PROJECT } from './storefront.mjs';

/** A sub-agent that starts another, and an error of the API. */
export function review(s) {
  s.wait(300).prompt('Have somebody look for places that would refund a card as cash.');
  const task = 'Find every place where money is given back, and say whether gift cards are handled.';
  const reviewer = s.agent('a91f0001', task, 'claude-sonnet-4-5-20250929');
  const reader = reviewer.agent('a91f0002', 'Read src/admin/refund.ts and list every way out of it.');
  const call = s.call(
    'Task',
    { description: 'Look for refunds of cards', prompt: task, subagent_type: 'code-reviewer' },
    'One place gives cash back for a card: src/admin/refund.ts:52. Partial refunds are right.',
    {
      seconds: 74,
      result: {
        status: 'completed',
        agentId: 'a91f0001',
        totalDurationMs: 74_000,
        totalTokens: 41_800,
        totalToolUseCount: 3,
        content: [text('One place gives cash back for a card: src/admin/refund.ts:52. Partial refunds are right.')],
      },
    },
  );
  reviewer.reply([
    thought('Refunds are in admin. One agent to read that file, while I look at the payment provider.'),
    text('I will have the refund page read closely.'),
  ]);
  const inner = reviewer.call(
    'Task',
    {
      description: 'Read the refund page',
      prompt: 'Read src/admin/refund.ts and list every way out of it.',
      subagent_type: 'Explore',
    },
    'Three ways out; the second pays the whole sum to the bank account.',
    {
      seconds: 22,
      result: {
        status: 'completed',
        agentId: 'a91f0002',
        totalDurationMs: 22_000,
        totalTokens: 9_400,
        totalToolUseCount: 1,
        content: [text('Three ways out; the second pays the whole sum to the bank account.')],
      },
    },
  );
  const page =
    'export async function refund(order: Order, amount: Money) {\n  if (amount < order.paid) return partial(order, amount);\n  if (order.isOld) return bank.transfer(order.account, order.total);\n  return provider.refund(order.charge, amount);\n}\n';
  reader.call('Read', { file_path: `${cwd}/src/admin/refund.ts` }, numbered(page), {
    result: {
      type: 'text',
      file: { filePath: `${cwd}/src/admin/refund.ts`, content: page, numLines: 5, startLine: 1, totalLines: 5 },
    },
  });
  reader.reply([text('Three ways out; the second pays the whole sum to the bank account.')]);
  reviewer.call(
    'WebFetch',
    { url: 'https://docs.example.com/refunds', prompt: 'How are partial refunds of several payments done?' },
    'A refund names the payment it belongs to. Several payments need several refunds.',
    {
      seconds: 4,
      result: {
        bytes: 18_233,
        code: 200,
        codeText: 'OK',
        result: 'A refund names the payment it belongs to. Several payments need several refunds.',
        durationMs: 3900,
        url: 'https://docs.example.com/refunds',
      },
    },
  );
  reviewer.reply([text('One place gives cash back for a card: src/admin/refund.ts:52. Partial refunds are right.')]);
  writeAgent(reviewer, { agentType: 'code-reviewer', description: 'Look for refunds of cards', toolUseId: call });
  writeAgent(reader, { agentType: 'Explore', description: 'Read the refund page', toolUseId: inner });
  s.add({
    type: 'system',
    subtype: 'api_error',
    level: 'error',
    error: { message: '529 overloaded_error: Overloaded', status: 529, formatted: '529 Overloaded' },
    retryInMs: 2000,
    retryAttempt: 1,
    maxRetries: 10,
  });
  s.wait(4).reply([
    text(
      'There is one: **`src/admin/refund.ts:52`** pays old orders back by bank transfer, cards and all. A card has to get its own part back first.',
    ),
  ]);
}

function writeAgent(agent, meta) {
  const name = join(id, `subagents/agent-${agent.agentId}`);
  write(PROJECT, `${name}.jsonl`, agent.text());
  write(PROJECT, `${name}.meta.json`, `${JSON.stringify(meta)}\n`);
}
