import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTrace } from '../../src/index.js';
import type { WireSpan } from '../support/decode-otlp.js';
import { mainFilesIn } from '../support/growing-session.js';
import { sendBySdk } from '../support/langfuse-sdk.js';
import { Receiver } from '../support/receiver.js';
import { wireSpan } from '../support/tracer.js';

const sessions = join(import.meta.dirname, '../../fixtures/sessions');
const project = (name: string) => join(sessions, name, `-home-dev-${basename(name)}`);

/** Langfuse's own SDK sends the same sessions, and what a backend gets from both is compared. */
describe('the same session sent by the official SDK', () => {
  const receiver = new Receiver();
  beforeAll(() => receiver.start());
  afterAll(() => receiver.stop());

  it.each([
    '2.1.325/par3',
    '2.1.325/multiturn',
    '2.1.112/tools',
    '2.1.325/agentfg',
    '2.1.325/agent2',
    '2.1.325/slowbash',
  ])('%s', async (name) => {
    const [file = ''] = mainFilesIn(project(name)).filter((each) => readFileSync(each).length > 0);
    receiver.stored.clear();
    await sendBySdk(file, basename(file, '.jsonl'), receiver.url, agentFiles(file));
    const { turns } = openTrace({ file, content: 'full', isEnded: true });
    const ours = turns
      .flatMap((turn) => turn.spans())
      .filter((span) => span.kind !== 'event')
      .map(wireSpan);
    const theirs = [...receiver.stored.values()];
    expect(theirs.length).toBeGreaterThan(2);
    expect(observations(ours)).toEqual(observations(theirs));
  });
});

/** Each observation with all its ancestors, in an order that does not depend on ids. */
function observations(spans: readonly WireSpan[]): object[] {
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const path = (span: WireSpan): string => {
    const parent = byId.get(span.parentSpanId ?? '');
    return `${parent ? `${path(parent)} > ` : ''}${span.startTimeUnixNano} ${span.name}`;
  };
  return spans
    .map((span) => ({
      path: path(span),
      end: span.endTimeUnixNano,
      session: span.attributes['session.id'],
      level: span.attributes['langfuse.observation.level'] ?? 'DEFAULT',
      ...picked(span),
    }))
    .sort((a, b) => (`${a.path} ${a.end}` < `${b.path} ${b.end}` ? -1 : 1));
}

const COMPARED = [
  'langfuse.observation.type',
  'langfuse.observation.input',
  'langfuse.observation.output',
  'langfuse.observation.model.name',
  'langfuse.observation.usage_details',
  'langfuse.observation.metadata.tool_count',
  'langfuse.observation.metadata.tool_name',
  'langfuse.observation.metadata.tool_id',
  'langfuse.trace.name',
  'langfuse.trace.input',
  'langfuse.trace.output',
  'langfuse.trace.tags',
  'langfuse.trace.metadata.source',
  'langfuse.trace.metadata.turn_number',
  'langfuse.trace.metadata.session_id',
];

function picked({ attributes }: WireSpan): Record<string, unknown> {
  return Object.fromEntries(
    COMPARED.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]])),
  );
}

/** From the notes next to the sub-agents' files. */
function agentFiles(file: string): Map<string, string> {
  const folder = file.replace(/\.jsonl$/, '/subagents');
  const files = new Map<string, string>();
  for (const line of readFileSync(file, 'utf8').matchAll(/"agentId":"([^"]+)"/g)) {
    const agent = join(folder, `agent-${line[1]}`);
    const { toolUseId } = JSON.parse(readFileSync(`${agent}.meta.json`, 'utf8'));
    files.set(toolUseId, `${agent}.jsonl`);
  }
  return files;
}
