import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Prices } from '@unspool/store';
import { Marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { SCRIPT } from '../../src/export/html/script.js';
import { exportStory, type StoryFormat } from '../../src/export.js';

const samples = join(import.meta.dirname, '../../../cli/samples/projects/-home-dev-shop-api');
const sample = {
  id: '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001',
  file: join(samples, '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001.jsonl'),
};

interface ExportCase {
  id: string;
  file: string;
  turns?: ReadonlySet<number>;
  isRedacted?: boolean;
}

async function exported({ id, file, turns, isRedacted = true }: ExportCase, format: StoryFormat): Promise<string> {
  let text = '';
  const options = { id, file, turns, isRedacted, prices: new Prices() };
  for await (const piece of exportStory(options, format, 'The note.')) text += piece;
  return text;
}

/** One turn: a prompt, a reply, a call with its result. */
function sessionWith(
  words: string,
  { reply = words, output = words, kind = 'novel' } = {},
): { id: string; file: string } {
  const id = '11111111-2222-4333-8444-555555555555';
  const folder = join(mkdtempSync(join(tmpdir(), 'unspool-export-')), 'projects', '-p');
  mkdirSync(folder, { recursive: true });
  const line = (uuid: string, parentUuid: string | null, rest: object) =>
    JSON.stringify({
      parentUuid,
      isSidechain: false,
      uuid,
      sessionId: id,
      cwd: '/p',
      timestamp: '2026-01-02T03:04:05.000Z',
      ...rest,
    });
  const message = (content: object[]) => ({
    type: 'assistant',
    message: { id: 'm1', role: 'assistant', model: words, content, usage: { input_tokens: 1, output_tokens: 2 } },
  });
  const file = join(folder, `${id}.jsonl`);
  const lines = [
    line('u1', null, { type: 'user', message: { role: 'user', content: words } }),
    line('u2', 'u1', message([{ type: 'text', text: reply }])),
    line(
      'u3',
      'u2',
      message([{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: words, description: words } }]),
    ),
    line('u4', 'u3', {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: output }] },
    }),
    line('u5', 'u4', { type: kind, content: words }),
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  return { id, file };
}

describe('a page', () => {
  it('holds every turn, its calls and what its sub-agents did', async () => {
    const html = await exported(sample, 'html');
    expect(html).toMatch(/^<!doctype html>/);
    expect(html.match(/<section class="turn" id="t\d+">/g)?.length).toBeGreaterThan(2);
    expect(html).toContain('<details class="tool');
    expect(html).toContain('class="agent-story"');
    expect(html).toContain('class="diff"');
    expect(html).toContain('The note.');
  });

  it('gives a browser places to break in a run without a space, and changes no letter of it', async () => {
    for (const sign of ['x', '\u05d0', '\ufffd', 'e\u0301', '\u{1f469}\u200d\u{1f467}', '<&']) {
      const words = sign.repeat(5000);
      const html = await exported(sessionWith(words), 'html');
      const output = /<div class="said"><p>(.*?)<\/p>/s.exec(html)?.[1] ?? '';
      const pieces = output.split('<wbr>').map((piece) => piece.replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
      expect(pieces.join('')).toBe(words);
      expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(400);
      for (const piece of pieces) expect(piece).not.toMatch(/^(?:\p{M}|\u200d|[\udc00-\udfff])|\u200d$/u);
    }
    expect(await exported(sessionWith('x'.repeat(5000)), 'html')).not.toContain('x'.repeat(2000));
    expect(await exported(sessionWith('a word '.repeat(2000)), 'html')).not.toContain('<wbr>');
  });

  it('needs nothing from elsewhere and runs only its own search', async () => {
    const all = await exported(sample, 'html');
    const script = /<script>(.*?)<\/script>/s.exec(all)?.[1] ?? '';
    const hash = createHash('sha256').update(script).digest('base64');
    expect(all).toContain(`script-src 'sha256-${hash}';`);
    const html = withoutOurs(all);
    expect(html).not.toMatch(/<(script|link|iframe|object|embed|form)\b/i);
    expect(html).not.toMatch(/\ssrc="(?!data:image\/)/);
    expect(html).toContain("default-src 'none'");
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    '[x](javascript:alert(1))',
    '![x](http://evil.example/p.png)',
    '<a href="javascript:alert(1)">x</a>',
    '</pre></details></style><script>alert(1)</script>',
    '<!--<script>-->alert(1)',
    '| a |\n|---|\n| <script>alert(1)</script> |',
    '```\n</code></pre><script>alert(1)</script>\n```',
    'x\u202egnp.exe\u0000\u001b[31m',
  ])('shows %j as words', async (words) => {
    const html = withoutOurs(await exported(sessionWith(words, { kind: words }), 'html'));
    expect(html).not.toMatch(/<(script|svg|img|iframe)\b(?! alt="picture" src="data:)/i);
    expect(html).not.toMatch(/href="(?!#|https?:|mailto:)/);
    expect(html).not.toMatch(/<[^>]*\son\w+=/i);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
    expect(html).not.toMatch(/[\u0000-\u0008\u001b\u202a-\u202e]/);
  });

  it.each([
    ['html', / · resumes \d+ messages/],
    ['md', /\nResumes \d+ messages/],
    ['json', /"resumes":"resumes \d+ messages/],
  ] as const)('says at the head of %s how much resumes', async (format, sentence) => {
    expect((await exported({ ...sample, turns: new Set([2]) }, format)).slice(0, 20_000)).toMatch(sentence);
  });

  it('has the tape, whose turns lead to their places, and the totals of the app', async () => {
    const html = await exported(sample, 'html');
    const tape = /<svg class="tape".*?<\/svg>/s.exec(html)?.[0] ?? '';
    const linked = [...tape.matchAll(/<a href="#(t\d+)">/g)].map(([, id]) => id);
    expect(linked.length).toBeGreaterThan(2);
    for (const id of linked) expect(html).toContain(`<section class="turn" id="${id}">`);
    expect(tape).toMatch(/class="k-(run|edit|read)"/);
    expect(html).toMatch(/ · \d+k tokens · \$\d\.\d\d · resumes/);
  });

  it('folds a long prompt after twelve lines', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `pasted ${at + 1}`);
    const html = await exported(sessionWith('x', { reply: 'y' }), 'html');
    expect(html).not.toContain('more lines');
    const long = await exported(sessionWith(lines.join('\n'), { reply: 'y', output: 'z' }), 'html');
    expect(long).toContain('pasted 12</p><details><summary>18 more lines</summary><p>pasted 13');
  });

  it('shows a prompt as Markdown, and goes on with the code that a fold cuts in two', async () => {
    const code = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`).join('\n');
    const html = await exported(sessionWith(`1. **Run** this\n\n\`\`\`ts\n${code}\n\`\`\`\n`, { reply: 'y' }), 'html');
    const said = /<div class="said">(.*?)<\/div>/s.exec(html)?.[1] ?? '';
    expect(said).toContain('<li><strong>Run</strong> this</li>');
    expect(said).toMatch(/line 9<\/code><\/pre><details><summary>13 more lines<\/summary><pre[^>]*><code>line 10/);
  });

  it('keeps the chosen turns only', async () => {
    const html = await exported({ ...sample, turns: new Set([2]) }, 'html');
    expect(html.match(/<section class="turn" id="t\d+">/g)).toEqual(['<section class="turn" id="t2">']);
    expect(html).toMatch(/1 of \d+ turns/);
  });
});

/** Removes the page's own drawing and script, each of which occurs once. */
function withoutOurs(html: string): string {
  const parts = [SCRIPT, /<svg class="tape".*?<\/svg>/s.exec(html)?.[0] ?? '<svg class="tape"'];
  let rest = html;
  for (const part of parts) {
    expect(rest.split(part)).toHaveLength(2);
    rest = rest.replace(part, () => '');
  }
  return rest.replace('<script></script>', '');
}

describe('secrets', () => {
  const key = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

  it.each<StoryFormat>(['html', 'md', 'json'])('are hidden in %s by default', async (format) => {
    const session = sessionWith(`the key is ${key} today`);
    expect(await exported(session, format)).not.toContain(key);
    expect(await exported({ ...session, isRedacted: false }, format)).toContain(key);
  });
});

describe('a reply with very many calls', () => {
  it.each<StoryFormat>(['html', 'md', 'json'])('is exported to %s with every result', async (format) => {
    const ids = Array.from({ length: 50_000 }, (_, at) => `t${at}`);
    const text = await exported(sessionOf(ids), format);
    expect(text.match(/result of t\d+/g)?.length).toBeGreaterThanOrEqual(ids.length);
    expect(text).toContain('result of t49999');
  });
});

/** One line with all calls, and one with all results. */
function sessionOf(ids: readonly string[]): { id: string; file: string } {
  const session = sessionWith('hello');
  const common = { isSidechain: false, sessionId: session.id, cwd: '/p', timestamp: '2026-01-02T03:04:05.000Z' };
  const uses = ids.map((id) => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'ls' } }));
  const results = ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: `result of ${id}` }));
  const message = { id: 'm1', role: 'assistant', model: 'm', content: uses };
  const lines = [
    { ...common, uuid: 'u1', parentUuid: null, type: 'user', message: { role: 'user', content: 'go' } },
    { ...common, uuid: 'u2', parentUuid: 'u1', type: 'assistant', message },
    { ...common, uuid: 'u3', parentUuid: 'u2', type: 'user', message: { role: 'user', content: results } },
  ];
  writeFileSync(session.file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return session;
}

describe('Markdown', () => {
  it('has a heading a turn and folds what a person need not see first', async () => {
    const text = await exported(sample, 'md');
    expect(text).toMatch(/^# /);
    expect(text).toMatch(/^## Turn 1/m);
    expect(text).toContain('**You:**');
    expect(text).toContain('<details><summary>Details</summary>');
  });

  it.each(['<img src=x onerror=alert(1)>', '![x](http://evil.example/p.png)', '[x](javascript:alert(1))', '`'])(
    'shows %j as words, whatever part of the session it is',
    async (words) => {
      for (const session of [sessionWith(words, { kind: words }), sessionWith(' ', { kind: words })]) {
        const html = new Marked().parse(await exported(session, 'md'), { async: false });
        expect(html).not.toMatch(/<img|href="(?!https?:)/);
        expect(html.match(/<details>/g)?.length).toBe(html.match(/<\/details>/g)?.length);
      }
    },
  );

  it('fences text that has fences itself', async () => {
    const text = await exported(sessionWith('hello', { output: '```\ninside\n```' }), 'md');
    expect(text).toContain('````\n');
  });
});

describe('JSON', () => {
  it('is one object with calls opened and sub-agents inside', async () => {
    const story = JSON.parse(await exported(sample, 'json'));
    expect(story.turns.length).toBeGreaterThan(2);
    const tools = story.turns.flatMap((turn: { items: { type: string }[] }) =>
      turn.items.filter(({ type }) => type === 'tool'),
    );
    expect(tools.every((tool: { detail: object | null }) => tool.detail !== null)).toBe(true);
    expect(
      tools.some((tool: { agents: { turns: object[] }[] }) => tool.agents.some((agent) => agent.turns.length > 0)),
    ).toBe(true);
  });

  it('says how much of a text is missing', async () => {
    const html = await exported(sessionWith('long', { output: 'y'.repeat(1_200_000) }), 'html');
    expect(html).toContain('200,000 more characters are not shown');
  });
});
