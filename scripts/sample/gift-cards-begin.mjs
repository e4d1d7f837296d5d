import { pagePicture } from './picture.mjs';
import { text, thought } from './sample.mjs';
import { cwd, numbered, todos } from './storefront.mjs';

/** A picture, an MCP tool, files, a checklist, a failing test. */
export function begin(s) {
  s.prompt([
    text(
      `<ide_opened_file>The user opened the file ${cwd}/src/checkout/total.ts in the IDE. This may or may not be related to the current task.</ide_opened_file>`,
    ),
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pagePicture() } },
    text('Add gift cards to the checkout. The picture is how it should look. SHOP-412 has the rules.'),
  ]);
  s.reply([
    thought(
      'The issue first: the rules decide whether a card can pay for shipping and whether it can go below zero. Then the total, since that is where money is computed.',
    ),
    text('I will read the issue and the code that computes the total, then make a short plan.'),
  ]);
  s.call(
    'mcp__tracker__get_issue',
    { key: 'SHOP-412' },
    JSON.stringify({
      key: 'SHOP-412',
      title: 'Gift cards',
      state: 'in progress',
      rules: ['A card pays for goods and shipping', 'What is left stays on the card', 'Two cards at most'],
      people: { owner: 'mara', reviewer: 'tom' },
    }),
  );
  s.call(
    'Glob',
    { pattern: 'src/checkout/**/*.ts' },
    'src/checkout/total.ts\nsrc/checkout/payment.ts\nsrc/checkout/voucher.ts',
    {
      result: {
        filenames: ['src/checkout/total.ts', 'src/checkout/payment.ts', 'src/checkout/voucher.ts'],
        numFiles: 3,
        durationMs: 12,
        truncated: false,
      },
    },
  );
  const total =
    'export function total(cart: Cart): Money {\n  const goods = sum(cart.items.map((item) => item.price * item.count));\n  const shipping = goods > 5000 ? 0 : 490;\n  return goods + shipping - voucher(cart, goods);\n}\n';
  s.call('Read', { file_path: `${cwd}/src/checkout/total.ts` }, numbered(total), {
    result: {
      type: 'text',
      file: { filePath: `${cwd}/src/checkout/total.ts`, content: total, numLines: 5, startLine: 1, totalLines: 5 },
    },
  });
  const payment = paymentFile();
  s.call('Read', { file_path: `${cwd}/src/checkout/payment.ts` }, numbered(payment), {
    result: {
      type: 'text',
      file: {
        filePath: `${cwd}/src/checkout/payment.ts`,
        content: payment,
        numLines: payment.split('\n').length - 1,
        startLine: 1,
        totalLines: payment.split('\n').length - 1,
      },
    },
  });
  s.call(
    'Grep',
    { pattern: 'total\\(', output_mode: 'content', '-n': true },
    'src/checkout/payment.ts:31:  const due = total(cart);\nsrc/mail/receipt.ts:12:  const sum = total(order.cart);\nsrc/admin/refund.ts:44:  const paid = total(order.cart);',
    {
      result: {
        mode: 'content',
        numFiles: 3,
        filenames: [],
        content:
          'src/checkout/payment.ts:31:  const due = total(cart);\nsrc/mail/receipt.ts:12:  const sum = total(order.cart);\nsrc/admin/refund.ts:44:  const paid = total(order.cart);',
        numLines: 3,
      },
    },
  );
  todos(s, [], ['in_progress', 'pending', 'pending']);
  const card =
    "import type { Money } from '../money.js';\n\nexport interface GiftCard {\n  code: string;\n  balance: Money;\n}\n\n/** What the cards pay, and what stays on each. */\nexport function pay(due: Money, cards: readonly GiftCard[]): { paid: Money; left: GiftCard[] } {\n  let open = due;\n  const left = cards.slice(0, 2).map((card) => {\n    const used = Math.min(open, card.balance);\n    open -= used;\n    return { ...card, balance: card.balance - used };\n  });\n  return { paid: due - open, left };\n}\n";
  s.call(
    'Write',
    { file_path: `${cwd}/src/checkout/gift-card.ts`, content: card },
    `File created successfully at: ${cwd}/src/checkout/gift-card.ts`,
    {
      result: { type: 'create', filePath: `${cwd}/src/checkout/gift-card.ts`, content: card, structuredPatch: [] },
    },
  );
  s.call(
    'Edit',
    {
      file_path: `${cwd}/src/checkout/total.ts`,
      old_string: '  return goods + shipping - voucher(cart, goods);',
      new_string:
        '  const due = goods + shipping - voucher(cart, goods);\n  return due - pay(due, cart.giftCards).paid;',
    },
    `The file ${cwd}/src/checkout/total.ts has been updated.`,
    {
      result: {
        filePath: `${cwd}/src/checkout/total.ts`,
        oldString: '  return goods + shipping - voucher(cart, goods);',
        newString:
          '  const due = goods + shipping - voucher(cart, goods);\n  return due - pay(due, cart.giftCards).paid;',
        structuredPatch: [
          {
            oldStart: 2,
            oldLines: 4,
            newStart: 2,
            newLines: 5,
            lines: [
              '   const goods = sum(cart.items.map((item) => item.price * item.count));',
              '   const shipping = goods > 5000 ? 0 : 490;',
              '-  return goods + shipping - voucher(cart, goods);',
              '+  const due = goods + shipping - voucher(cart, goods);',
              '+  return due - pay(due, cart.giftCards).paid;',
              ' }',
            ],
          },
        ],
      },
    },
  );
  s.hook('PostToolUse:Edit', 'prettier: 1 file formatted', { durationMs: 210 });
  s.call(
    'Bash',
    { command: 'pnpm test checkout', description: 'Run the tests of the checkout' },
    "Exit code 1\n\u001b[31m FAIL \u001b[0m src/checkout/total.test.ts\n  \u001b[31m✗\u001b[0m a cart without cards costs what it did\n    TypeError: Cannot read properties of undefined (reading \u001b[33m'slice'\u001b[0m)\n\n \u001b[1mTests\u001b[0m  \u001b[31m1 failed\u001b[0m | \u001b[32m23 passed\u001b[0m",
    {
      seconds: 6,
      isError: true,
    },
  );
  todos(s, ['in_progress', 'pending', 'pending'], ['completed', 'in_progress', 'pending']);
  s.call(
    'Edit',
    {
      file_path: `${cwd}/src/checkout/total.ts`,
      old_string: 'pay(due, cart.giftCards).paid',
      new_string: 'pay(due, cart.giftCards ?? []).paid',
    },
    `The file ${cwd}/src/checkout/total.ts has been updated.`,
    {
      result: {
        filePath: `${cwd}/src/checkout/total.ts`,
        structuredPatch: [
          {
            oldStart: 5,
            oldLines: 1,
            newStart: 5,
            newLines: 1,
            lines: [
              '-  return due - pay(due, cart.giftCards).paid;',
              '+  return due - pay(due, cart.giftCards ?? []).paid;',
            ],
          },
        ],
      },
    },
  );
  s.call(
    'Bash',
    { command: 'pnpm test checkout', description: 'Run them again' },
    '\u001b[32m PASS \u001b[0m src/checkout/total.test.ts \u001b[2m(24 tests)\u001b[0m\n\n \u001b[1mTests\u001b[0m  \u001b[32m24 passed\u001b[0m',
    { seconds: 5 },
  );
  s.reply([
    text(
      'Gift cards pay now, and what is left stays on the card.\n\n```ts\nconst { paid, left } = pay(due, cart.giftCards ?? []);\n```\n\n| cart | cards | to pay |\n|---|---|---|\n| 40.00 | none | 44.90 |\n| 40.00 | 25.00 | 19.90 |\n| 40.00 | 25.00 and 30.00 | 0.00, 10.10 left |\n\nNext: the form of the picture, and the receipt.',
    ),
  ]);
}

/** A file of some length, as payment code grows. */
function paymentFile() {
  const ways = ['card', 'invoice', 'transfer', 'wallet', 'voucher', 'cash'];
  const lines = [
    "import { total } from './total.js';",
    '',
    'export type Way = (cart: Cart, due: Money) => Promise<Receipt>;',
    '',
  ];
  for (const way of ways) {
    lines.push(`/** Pays by ${way}; what cannot be paid is thrown back to the cart. */`);
    lines.push(`export const ${way}: Way = async (cart, due) => {`);
    lines.push(`  if (due <= 0) return emptyReceipt('${way}');`);
    lines.push(`  const limit = await limits.of('${way}', cart.customer);`);
    lines.push('  if (due > limit) throw new Refused(due, limit);');
    for (const step of ['reserve', 'confirm', 'book']) {
      lines.push(`  const ${step}d = await provider.${step}('${way}', { sum: due, customer: cart.customer.id });`);
      lines.push(`  if (!${step}d.ok) return retry(cart, due, '${way}', ${step}d.reason);`);
      lines.push(`  log.info('${way}: ${step}', { cart: cart.id, sum: due, took: ${step}d.took });`);
    }
    lines.push("  await ledger.add({ cart: cart.id, sum: due, at: clock.now(), state: 'paid' });");
    lines.push(`  return receiptOf(cart, due, '${way}');`);
    lines.push('};', '');
  }
  return `${lines.join('\n')}\n`;
}
