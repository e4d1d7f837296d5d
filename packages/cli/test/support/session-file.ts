import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const SESSION_ID = '00000000-0000-4000-8000-000000000001';

/** A session file written in a few words. Every line hangs on the one before unless it says otherwise. */
export class SessionFile {
  private readonly lines: object[] = [];
  private last: string | null = null;
  private count = 0;

  line(fields: { [key: string]: unknown }): this {
    this.count++;
    const isGraph = ['user', 'assistant', 'system', 'attachment', 'progress'].includes(String(fields['type']));
    const common = isGraph
      ? {
          uuid: `u${this.count}`,
          parentUuid: this.last,
          timestamp: new Date(Date.UTC(2026, 0, 1, 12, 0, this.count)).toISOString(),
          isSidechain: false,
          sessionId: SESSION_ID,
          cwd: '/home/dev/app',
          gitBranch: 'main',
        }
      : {};
    const line: { [key: string]: unknown } = { ...common, ...fields };
    this.lines.push(line);
    if (isGraph) this.last = String(line['uuid']);
    return this;
  }

  user(content: unknown, fields: object = {}): this {
    return this.line({ type: 'user', message: { role: 'user', content }, ...fields });
  }

  reply(id: string, content: unknown, fields: object = {}): this {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const usage = { input_tokens: 1000, output_tokens: 20 };
    const message = { id, role: 'assistant', model: 'claude-opus-5-5', content: blocks, usage };
    return this.line({ type: 'assistant', message, ...fields });
  }

  call(id: string, tool: string, name: string, input: object, fields: object = {}): this {
    return this.reply(id, [{ type: 'tool_use', id: tool, name, input }], fields);
  }

  result(tool: string, content: unknown, fields: { is_error?: boolean; [key: string]: unknown } = {}): this {
    const { is_error, ...rest } = fields;
    const block = { type: 'tool_result', tool_use_id: tool, content, ...(is_error && { is_error }) };
    return this.user([block], rest);
  }

  text(): string {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  /** Writes it where a client would, in a temp folder. */
  write(path = `${SESSION_ID}.jsonl`, project = newProject()): string {
    const file = join(project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, this.text());
    return file;
  }
}

export function newProject(): string {
  return join(mkdtempSync(join(tmpdir(), 'unspool-')), 'projects', '-home-dev-app');
}

export function sessionFile(): SessionFile {
  return new SessionFile();
}
