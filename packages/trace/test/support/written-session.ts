import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { whenFileEnds } from '../../../../tests/clean-up.js';
import { openTrace, type Span, type TraceOptions, type TurnTrace } from '../../src/index.js';

export const SESSION = '11111111-1111-4111-8111-111111111111';

/** A session written line by line: each line follows the one before, a second later. */
export class WrittenSession {
  readonly lines: { [key: string]: unknown }[] = [];
  private last: string | null = null;
  private seconds: number;

  constructor(
    readonly sessionId = SESSION,
    private readonly fields: object = {},
    begin = 0,
  ) {
    this.seconds = begin;
  }

  line(fields: { [key: string]: unknown }): this {
    this.seconds++;
    const count = this.lines.length + 1;
    const uuid = `${this.sessionId.slice(0, 24)}${String(count).padStart(12, '0')}`;
    const timestamp = new Date(Date.UTC(2026, 0, 1, 12, 0, this.seconds)).toISOString();
    const isGraph = ['user', 'assistant', 'system', 'attachment', 'progress'].includes(String(fields['type']));
    const common = { uuid, parentUuid: this.last, timestamp, sessionId: this.sessionId, cwd: '/home/dev/app' };
    this.lines.push({ ...(isGraph && common), ...this.fields, ...fields });
    if (isGraph) this.last = String(this.lines.at(-1)?.['uuid']);
    return this;
  }

  prompt(content: unknown, fields: object = {}): this {
    return this.line({ type: 'user', message: { role: 'user', content }, ...fields });
  }

  reply(id: string, content: unknown, message: object = {}, fields: object = {}): this {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const isCall = Array.isArray(blocks) && blocks.some((block) => block.type === 'tool_use');
    const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 7 };
    const stop_reason = isCall ? 'tool_use' : 'end_turn';
    const model = 'claude-opus-5-5';
    return this.line({
      type: 'assistant',
      requestId: `req_${id}`,
      message: { id, role: 'assistant', model, content: blocks, stop_reason, usage, ...message },
      ...fields,
    });
  }

  call(id: string, callId: string, name = 'Bash', input: object = { command: 'ls' }): this {
    return this.reply(id, [{ type: 'tool_use', id: callId, name, input }]);
  }

  result(callId: string, content: unknown = 'ok', fields: object = {}): this {
    return this.prompt([{ type: 'tool_result', tool_use_id: callId, content, ...fields }]);
  }

  text(): string {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-spans-'));
  whenFileEnds(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes sessions and sub-agents into a project folder. Returns the first file. */
export function layOut(files: { [path: string]: WrittenSession | string }, folder = temporaryFolder()): string {
  const paths = Object.entries(files).map(([path, content]) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : content.text());
    return file;
  });
  return paths[0] ?? '';
}

export function tracesOf(session: WrittenSession, options: Partial<TraceOptions> = {}): TurnTrace[] {
  const file = layOut({ [`${session.sessionId}.jsonl`]: session });
  return openTrace({ file, content: 'full', ...options }).turns;
}

export function spansOf(session: WrittenSession, options: Partial<TraceOptions> = {}): Span[] {
  return tracesOf(session, options).flatMap((turn) => turn.spans());
}
