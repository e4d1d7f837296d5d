import { expect, it } from 'vitest';
import { createRedactor } from '../src/index.js';

interface Planted {
  shape: { class: string; name: string };
  place: string;
  line: unknown;
  secrets: string[];
}

/** docs/internals/redaction.md has the figures; this test notices when a rule stops working. */
it('hides the secrets planted by the benchmark, and redacting again changes nothing', async () => {
  const { plant } = await import(new URL('../../../bench/redaction/plant.mjs', import.meta.url).href);
  let hidden = 0;
  let count = 0;
  for (const { line, secrets } of plant('more', 1) as Iterable<Planted>) {
    const redactor = createRedactor({ salt: 'test' });
    const redacted = redactor.redactValue(line);
    count++;
    if (isClean(redacted, secrets)) hidden++;
    expect(createRedactor({ salt: 'test' }).redactValue(redacted)).toEqual(redacted);
  }
  expect(count).toBeGreaterThan(2000);
  expect(hidden / count).toBeGreaterThan(0.95);
});

function isClean(redacted: unknown, secrets: readonly string[]): boolean {
  const text = JSON.stringify(redacted);
  const decoded = (text.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? []).map((block) =>
    Buffer.from(block, 'base64').toString(),
  );
  return secrets.every((secret) => [text, ...decoded].every((each) => !each.includes(secret)));
}
