import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const SESSION = '11111111-2222-4333-8444-555555555555';

type Fields = { [key: string]: unknown };

/** Writes a session line by line. By default, the parent of each line is the one before it. */
export class SessionScript {
  readonly lines: string[] = [];
  private last: string | null = null;
  private count = 0;

  constructor(
    readonly sessionId = SESSION,
    private readonly cwd = '/home/dev/app',
  ) {}

  line(fields: Fields): this {
    this.count++;
    const isGraph = ['user', 'assistant', 'system', 'attachment', 'progress'].includes(String(fields['type']));
    const common = isGraph
      ? {
          uuid: uuidOf(this.count),
          parentUuid: this.last,
          timestamp: new Date(Date.UTC(2026, 0, 1, 12, 0, this.count)).toISOString(),
          isSidechain: false,
          sessionId: this.sessionId,
          cwd: this.cwd,
          version: '2.1.300',
          gitBranch: 'main',
        }
      : {};
    const line = { ...common, ...fields };
    this.lines.push(JSON.stringify(line));
    if (isGraph) this.last = String((line as { uuid?: unknown }).uuid);
    return this;
  }

  user(content: unknown, fields: Fields = {}): this {
    return this.line({ type: 'user', message: { role: 'user', content }, ...fields });
  }

  reply(id: string, content: unknown, fields: Fields = {}): this {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const usage = {
      input_tokens: 10,
      output_tokens: 20,
      cache_read_input_tokens: 1000,
      cache_creation_input_tokens: 0,
    };
    const message = { id, role: 'assistant', model: 'claude-opus-4-5-20251101', content: blocks, usage };
    return this.line({ type: 'assistant', requestId: `req_${id}`, message, ...fields });
  }

  /** A call and its result. */
  call(name: string, input: Fields, result: unknown, more: { noted?: unknown; isError?: boolean } = {}): this {
    const id = `toolu_${this.count + 1}`;
    this.reply(`msg_${id}`, [{ type: 'tool_use', id, name, input }]);
    return this.user(
      [{ type: 'tool_result', tool_use_id: id, content: result, ...(more.isError && { is_error: true }) }],
      {
        ...(more.noted !== undefined && { toolUseResult: more.noted }),
      },
    );
  }

  /** The id of the last call. */
  get lastCall(): string {
    return `toolu_${this.count - 1}`;
  }

  get text(): string {
    return this.lines.map((line) => `${line}\n`).join('');
  }

  fileIn(config: string, slug = '-home-dev-app'): string {
    return join(config, 'projects', slug, `${this.sessionId}.jsonl`);
  }

  write(config: string, slug?: string): string {
    const file = this.fileIn(config, slug);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, this.text);
    const past = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(file, past, past);
    return file;
  }

  /** Appends the lines added since `from`. */
  append(file: string, from: number): void {
    appendFileSync(
      file,
      this.lines
        .slice(from)
        .map((line) => `${line}\n`)
        .join(''),
    );
  }
}

export function uuidOf(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
}
