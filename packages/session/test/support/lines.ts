import { type Session, sessionOf } from '../../src/model/session.js';
import { splitBytes } from '../../src/read/split.js';

/** Small sessions written in a few words. By default every line follows the previous one. */
export class Script {
  private readonly lines: object[] = [];
  private last: string | null = null;
  private count = 0;

  /** Adds any line. Given fields take precedence. */
  line(fields: { [key: string]: unknown }): this {
    this.count++;
    const uuid = `u${this.count}`;
    const at = new Date(Date.UTC(2026, 0, 1, 12, 0, this.count)).toISOString();
    const isGraph = ['user', 'assistant', 'system', 'attachment', 'progress'].includes(String(fields['type']));
    const common = isGraph
      ? { uuid, parentUuid: this.last, timestamp: at, isSidechain: false, sessionId: 's', cwd: '/home/dev/app' }
      : {};
    const line = { ...common, ...fields };
    this.lines.push(line);
    if (isGraph) this.last = String((line as { uuid?: string }).uuid);
    return this;
  }

  user(content: unknown, fields: object = {}): this {
    return this.line({ type: 'user', message: { role: 'user', content }, ...fields });
  }

  reply(id: string, content: unknown, fields: { message?: object; [key: string]: unknown } = {}): this {
    const { message, ...rest } = fields;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return this.line({
      type: 'assistant',
      requestId: `req-${id}`,
      message: { id, role: 'assistant', model: 'claude-opus-5-5', content: blocks, ...message },
      ...rest,
    });
  }

  call(id: string, tool: string, name = 'Bash', input: object = { command: 'ls' }, fields: object = {}): this {
    return this.reply(id, [{ type: 'tool_use', id: tool, name, input }], { ...fields });
  }

  result(tool: string, content: unknown = 'ok', fields: object = {}): this {
    return this.user([{ type: 'tool_result', tool_use_id: tool, content }], fields);
  }

  text(): string {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  session(sessionId = '00000000-0000-4000-8000-000000000001'): Session {
    return sessionOf(splitBytes(Buffer.from(this.text())), sessionId);
  }
}

export function script(): Script {
  return new Script();
}
