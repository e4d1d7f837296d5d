import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type StripOptions, stripPresets } from '../../../src/index.js';
import { corpusPath, hasCorpus, sessionFilesIn } from '../../support/corpus.js';
import { expectSameStrip } from './same-strip.js';

const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'unspool-columns-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPTIONS: StripOptions[] = [
  stripPresets.standard,
  { thinking: 'all', images: true, attachments: true, truncate: 60 },
  { results: true, keepLast: 1 },
  { images: true, attachments: true },
  { truncate: 0, thinking: 'all', olderThan: Date.parse('2026-03-01') },
  { images: true, truncate: 10, keepLast: 2 },
];

function tried(text: string, options: StripOptions): string {
  const file = join(folder, `${randomUUID()}.jsonl`);
  writeFileSync(file, text);
  const reached = expectSameStrip(file, options);
  rmSync(file);
  return reached;
}

describe('a great session that is stripped from columns', () => {
  const fixtures = sessionFilesIn(join(import.meta.dirname, '../../../fixtures'));

  it('is what nodes make of it, of every session', () => {
    const outside = hasCorpus
      ? ['corpus/files', 'real-client'].flatMap((name) => sessionFilesIn(corpusPath(name)))
      : [];
    const files = [...fixtures, ...outside].filter((file) => !basename(file).startsWith('agent-'));
    const reached = files.map((file, at) => {
      const text = readFileSync(file, 'latin1');
      const named = join(folder, `${randomUUID()}.jsonl`);
      writeFileSync(named, text, 'latin1');
      const far = expectSameStrip(named, OPTIONS[at % OPTIONS.length] ?? {});
      rmSync(named);
      return far;
    });
    expect(reached.filter((far) => far !== 'nothing').length).toBeGreaterThan(files.length * 0.2);
    expect(reached.filter((far) => far === 'session').length).toBeGreaterThan(files.length * 0.05);
  });

  const uuidOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  const thought = { type: 'thinking', thinking: 'hm', signature: 's' };
  const image = (data: string) => ({
    type: 'image',
    source: { type: 'base64', data, media_type: 'image/png' },
  });
  const result = (content: unknown, at: number) => ({ type: 'tool_result', tool_use_id: `t${at}`, content });
  const long = 'A'.repeat(20_000);
  const spoken = (content: unknown) => ({ message: { role: 'user', content } });
  const replied = (at: number, content: unknown, model = 'm') => ({
    type: 'assistant',
    message: { id: `m${at >> 1}`, role: 'assistant', model, content },
  });
  /** What a line may be, by its place. */
  const kinds: ((at: number) => object)[] = [
    () => ({ type: 'user', ...spoken('go on') }),
    (at) => ({ type: 'user', ...spoken(`<command-name>/x${at}</command-name>`) }),
    () => ({ type: 'user', ...spoken('<local-command-stdout>done</local-command-stdout>') }),
    () => ({ type: 'user', ...spoken([{ type: 'text', text: 'see' }, image(long)]) }),
    () => ({ type: 'user', ...spoken('[Request interrupted by user]') }),
    () => ({ type: 'user', isMeta: true, ...spoken('aside') }),
    (at) => ({ type: 'user', ...spoken([result('é\\n"x"😀'.repeat(at), at)]), toolUseResult: { stdout: 'x' } }),
    (at) => ({
      type: 'user',
      sourceToolAssistantUUID: uuidOf(at - 1),
      ...spoken([result('y'.repeat(1200), at)]),
      toolUseResult: 'y',
    }),
    (at) => ({ type: 'user', ...spoken([result([{ type: 'text', text: 'z'.repeat(300) }, image(long)], at)]) }),
    (at) => ({ type: 'user', ...spoken([result({ data: long, of: uuidOf(at) }, at)]) }),
    (at) => ({ type: 'user', ...spoken([result('a', at), result('b'.repeat(200), at + 1)]) }),
    (at) => replied(at, [{ type: 'text', text: `said ${uuidOf(at - 1)}` }]),
    (at) => replied(at, [thought]),
    (at) => replied(at, [{ ...thought, thinking: uuidOf(at - 2) }]),
    (at) => replied(at, [thought, { type: 'text', text: 'so' }]),
    (at) => replied(at, [{ type: 'tool_use', id: `t${at + 1}`, name: 'Read', input: { file_path: '/a' } }]),
    (at) => replied(at, 'plain', '<synthetic>'),
    () => ({ type: 'attachment', attachment: { type: 'todo' } }),
    () => ({ type: 'attachment', attachment: { type: 'queued_command', prompt: 'p' } }),
    () => ({ type: 'system', subtype: 'turn_duration' }),
    (at) => ({ type: 'system', subtype: 'x', parentUuid: null, logicalParentUuid: uuidOf(at - 3) }),
    (at) => ({
      type: 'system',
      subtype: 'compact_boundary',
      parentUuid: null,
      logicalParentUuid: uuidOf(at - 1),
      compactMetadata: { preservedMessages: { uuids: [uuidOf(at - 1), uuidOf(at - 2)] } },
    }),
    () => ({ type: 'progress', data: { type: 'hook' } }),
    (at) => ({ type: 'file-history-snapshot', uuid: undefined, parentUuid: undefined, messageId: uuidOf(at + 1) }),
    () => ({ type: 'queue-operation', uuid: undefined, operation: 'enqueue', content: 'go on' }),
    (at) => ({ type: 'summary', uuid: undefined, summary: 's', leafUuid: uuidOf(at - 1) }),
    () => ({ type: 'last-prompt', uuid: undefined, leafUuid: uuidOf(1) }),
    () => ({ type: 'api-request', uuid: undefined, parentUuid: undefined }),
    (at) => ({ type: 'future', parentUuid: uuidOf(at - 2) }),
  ];
  const usual = fc.constantFrom(0, 1, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 22, 23, 24, 25, 28, 3);
  const line = fc.record({
    kind: fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: fc.nat(kinds.length - 1) }),
    /** How far back its parent stands. */
    back: fc.oneof(
      { weight: 12, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: -2, max: 6 }) },
    ),
    isSidechain: fc.oneof({ weight: 20, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  });

  function textOf(lines: { kind: number; back: number; isSidechain: boolean }[]): string {
    return lines
      .map(({ kind, back, isSidechain }, at) => {
        const parentUuid = at === 0 ? null : uuidOf(at - back);
        const time = new Date(Date.parse('2026-02-27') + at * 3_600_000).toISOString();
        const made = { parentUuid, isSidechain, uuid: uuidOf(at), timestamp: time, ...kinds[kind]?.(at) };
        return `${JSON.stringify(made)}\n`;
      })
      .join('');
  }

  it('is what nodes make of it, of whatever lines', () => {
    const reached = { nothing: 0, turns: 0, session: 0 } as Record<string, number>;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), fc.nat(OPTIONS.length - 1), (lines, options) => {
        const far = tried(textOf(lines), OPTIONS[options] ?? {});
        reached[far] = (reached[far] ?? 0) + 1;
      }),
      { numRuns: 400 },
    );
    expect(reached['session']).toBeGreaterThan(60);
  });

  it('is what nodes make of it, however lines are written', () => {
    const plain = textOf(
      [0, 11, 7, 16, 12, 15, 6, 22, 11, 0, 11].map((kind) => ({ kind, back: 1, isSidechain: false })),
    );
    for (const written of [
      (text: string) => text.replaceAll('"<synthetic>"', '"\\u003csynthetic>"'),
      (text: string) => text.replaceAll('"model":"m"', '"model":"\\u006d"'),
      (text: string) => text.replaceAll('"model":"m"', '"model":null'),
      (text: string) => text.replaceAll('"isSidechain":false', '"isSidechain":null'),
      (text: string) => text.replaceAll('"isSidechain":false,', ''),
      (text: string) => text.replaceAll(/^\{(.*),("toolUseResult":.*)\}$/gm, '{$2,$1}'),
    ]) {
      expect(written(plain)).not.toBe(plain);
      for (const options of OPTIONS) expect(tried(written(plain), options)).toBe('session');
    }
  });

  it('is what nodes make of it, of lines longer than is read at once', () => {
    const text = textOf(
      [0, 11, 7, 12, 15, 6, 22, 11, 7, 0, 12, 11].map((kind) => ({ kind, back: 1, isSidechain: false })),
    );
    const [short, long] = ['y'.repeat(1200), 'y'.repeat(1_500_000)];
    for (const options of OPTIONS) expect(tried(text.replace(short, long), options)).toBe('session');
    for (const options of OPTIONS) expect(tried(text.replaceAll('said', long), options)).toBe('session');
  });

  it('is nothing that columns tell when a line is damaged, odd, or has the id of another', () => {
    const plain = textOf([0, 11, 7, 12, 11].map((kind) => ({ kind, back: 1, isSidechain: false })));
    expect(tried(plain, stripPresets.standard)).toBe('session');
    for (const damage of [
      (text: string) => `${text}\n`,
      (text: string) => text.trimEnd(),
      (text: string) => text.replace('}\n', '}{"type":"x"}\n'),
      (text: string) => text.replace('{"', '{ "'),
      (text: string) => text.replace(uuidOf(3), uuidOf(2)),
      (text: string) => text.replace(uuidOf(3), uuidOf(3).replace('4', '\\u0034')),
      (text: string) => `${text}\0\n`,
      (text: string) => text.replace('false', '"yes"'),
    ]) {
      expect(tried(damage(plain), stripPresets.standard)).toBe('nothing');
    }
    expect(tried(plain, stripPresets.hard)).toBe('turns');
    expect(tried(plain, stripPresets.gentle)).toBe('turns');
  });
});
