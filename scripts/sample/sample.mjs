import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../ready.mjs';

/** The folder of the samples. */
export const folder = join(root, 'packages/cli/samples/projects');

/** One session file. By default, each line is the child of the previous one. */
export class Sample {
  constructor({ id, cwd, branch, model, start, agentId, grows = false }) {
    Object.assign(this, {
      id,
      cwd,
      branch,
      model,
      agentId,
      grows,
      time: Date.parse(start),
      lines: [],
      count: 0,
      parent: null,
    });
    this.context = grows ? 7000 : 11_000;
    this.unsent = 0;
  }

  uuid() {
    this.count++;
    const tail = `${this.id.slice(0, 4)}${(this.agentId ?? '0').slice(0, 4).padStart(4, '0')}${String(this.count).padStart(4, '0')}`;
    return `${this.id.slice(0, 8)}-5a5a-4a5a-8a5a-${tail.slice(-12)}`;
  }

  wait(seconds) {
    this.time += seconds * 1000;
    return this;
  }

  add(fields) {
    const uuid = this.uuid();
    this.unsent += charactersOf(fields.message?.content ?? fields.attachment);
    this.lines.push({
      parentUuid: this.parent,
      isSidechain: this.agentId !== undefined,
      userType: 'external',
      cwd: this.cwd,
      sessionId: this.id,
      version: '2.1.200',
      gitBranch: this.branch,
      ...(this.agentId && { agentId: this.agentId }),
      ...fields,
      uuid,
      timestamp: new Date(this.time).toISOString(),
    });
    this.parent = uuid;
    return uuid;
  }

  aside(line) {
    this.lines.push({ ...line, sessionId: this.id });
    return this;
  }

  prompt(content, fields = {}) {
    return this.add({ type: 'user', message: { role: 'user', content }, permissionMode: 'default', ...fields });
  }

  reply(blocks, stop = 'end_turn') {
    const id = `msg_01Sample${this.id.slice(0, 4)}${this.agentId ?? ''}${String(this.count).padStart(6, '0')}`;
    const output = Math.round(JSON.stringify(blocks).length / 3.6);
    // Some samples let the context grow, which shows in the chart. Small ones use a round figure.
    const fresh = this.grows ? Math.round(this.unsent / 3.6) + 12 : 420;
    const usage = {
      input_tokens: 4,
      cache_creation_input_tokens: fresh,
      cache_read_input_tokens: this.context,
      cache_creation: { ephemeral_5m_input_tokens: fresh, ephemeral_1h_input_tokens: 0 },
      output_tokens: output,
    };
    this.context += this.grows ? fresh : fresh + output;
    this.unsent = 0;
    for (const block of blocks) {
      this.wait(1.4);
      this.add({
        message: {
          model: this.model,
          id,
          type: 'message',
          role: 'assistant',
          content: [block],
          stop_reason: stop,
          stop_sequence: null,
          usage,
        },
        requestId: `req_01Sample${id.slice(-10)}`,
        type: 'assistant',
      });
    }
    return this;
  }

  call(name, input, content, { result, seconds = 1, isError = false } = {}) {
    const id = `toolu_01Sample${this.id.slice(0, 4)}${this.agentId ?? ''}${String(this.count).padStart(6, '0')}`;
    this.reply([{ type: 'tool_use', id, name, input }], 'tool_use');
    this.wait(seconds);
    this.add({
      type: 'user',
      message: {
        role: 'user',
        content: [{ tool_use_id: id, type: 'tool_result', content, ...(isError && { is_error: true }) }],
      },
      toolUseResult: result ?? (isError ? `Error: ${content}` : content),
      sourceToolAssistantUUID: this.parent,
    });
    return id;
  }

  /** A sub-agent that starts a moment after the previous line. */
  agent(agentId, prompt, model = 'claude-haiku-4-5-20251001') {
    const start = new Date(this.time + 1500).toISOString();
    const agent = new Sample({ id: this.id, cwd: this.cwd, branch: this.branch, model, start, agentId, grows: true });
    agent.prompt(prompt);
    return agent;
  }

  hook(name, content, fields = {}) {
    return this.add({
      type: 'attachment',
      attachment: {
        type: 'hook_success',
        hookName: name,
        hookEvent: name.split(':')[0],
        toolUseID: this.uuid(),
        content,
        stdout: `${content}\n`,
        stderr: '',
        exitCode: 0,
        ...fields,
      },
    });
  }

  text() {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}

/** An image counts as much as a page of text. */
function charactersOf(content) {
  if (typeof content === 'string') return content.length;
  const parts = Array.isArray(content) ? content : [content ?? ''];
  return parts.reduce((sum, part) => sum + (part?.type === 'image' ? 4000 : JSON.stringify(part).length), 0);
}

export const text = (value) => ({ type: 'text', text: value });
export const thought = (value) => ({ type: 'thinking', thinking: value, signature: 'U2FtcGxlU2lnbmF0dXJl' });

export function write(project, name, content) {
  const file = join(folder, project, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
