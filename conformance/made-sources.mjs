import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Sessions that no recording contains: one full of secrets, and two whose branch was chosen by a last-prompt line. */
export function madeSources() {
  const folder = mkdtempSync(join(tmpdir(), 'unspool-conformance-made-'));
  return [
    made(folder, 'made-secrets', withSecrets),
    made(folder, 'made-chosen-branch', chosenBranch),
    made(folder, 'made-chosen-branch-of-two-turns', chosenLongerBranch),
  ];
}

/** Put together from parts, so that no scanner reports this file. */
const SECRET = ['ghp', '_', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'].join('');
const OTHER = ['AKIA', 'QX7Z3M9T2BWLC4HD'].join('');
const MODEL = 'claude-sonnet-4-5-20250929';

function made(folder, name, write) {
  const sessionId = randomUUID();
  const file = join(folder, `${name}.jsonl`);
  const lines = new Lines(sessionId);
  write(lines);
  writeFileSync(file, lines.text());
  return { name, file, sessionId };
}

function withSecrets(lines) {
  lines.user(`log in with ${SECRET}`);
  lines.reply('msg_1', [{ type: 'thinking', thinking: `The token is ${SECRET}`, signature: 'c2lnbmVk' }]);
  lines.reply('msg_1', [{ type: 'text', text: `I use ${SECRET} now.` }]);
  const input = { command: `curl -H "Authorization: token ${SECRET}" https://example.com/${OTHER}` };
  lines.reply('msg_1', [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input }]);
  lines.user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: `{"key":"${OTHER}"}\n${SECRET}` }]);
  lines.reply('msg_2', [{ type: 'text', text: 'Done.' }]);
  lines.user('thanks');
  lines.reply('msg_3', [{ type: 'text', text: `Mind ${OTHER}.` }]);
}

function chosenBranch(lines) {
  const root = opening(lines);
  lines.user('two');
  const leaf = lines.reply('msg_2', [{ type: 'text', text: 'Of the chosen branch.' }]);
  otherBranch(lines, root);
  lines.add({ type: 'last-prompt', lastPrompt: 'two', leafUuid: leaf });
}

function chosenLongerBranch(lines) {
  const root = opening(lines);
  lines.user('two');
  lines.reply('msg_2', [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }]);
  lines.user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'x'.repeat(3000) }]);
  lines.reply('msg_3', [{ type: 'text', text: 'Of the chosen branch.' }]);
  lines.user('and');
  const leaf = lines.reply('msg_4', [{ type: 'text', text: 'More of it.' }]);
  otherBranch(lines, root);
  lines.add({ type: 'last-prompt', lastPrompt: 'and', leafUuid: leaf });
}

function opening(lines) {
  lines.user('one');
  return lines.reply('msg_1', [{ type: 'text', text: 'First.' }]);
}

function otherBranch(lines, root) {
  lines.user('three', root);
  lines.reply('msg_8', [{ type: 'text', text: 'Of the other branch.' }]);
  lines.user('four');
  lines.reply('msg_9', [{ type: 'text', text: 'Its end.' }]);
}

class Lines {
  constructor(sessionId) {
    this.sessionId = sessionId;
    this.lines = [];
    this.last = null;
  }

  user(content, parentUuid = this.last) {
    return this.graph({ type: 'user', message: { role: 'user', content } }, parentUuid);
  }

  reply(id, content) {
    const usage = { input_tokens: 10, output_tokens: 5 };
    const message = { model: MODEL, id, type: 'message', role: 'assistant', content, stop_reason: null, usage };
    return this.graph({ type: 'assistant', message, requestId: `req_${id}` }, this.last);
  }

  graph(fields, parentUuid) {
    const uuid = randomUUID();
    const timestamp = new Date(Date.UTC(2026, 0, 1, 12, 0, this.lines.length)).toISOString();
    const common = { parentUuid, isSidechain: false, userType: 'external', cwd: '/home/dev/made', version: '2.1.325' };
    this.add({ ...common, gitBranch: 'main', ...fields, uuid, timestamp });
    this.last = uuid;
    return uuid;
  }

  add(fields) {
    this.lines.push({ ...fields, sessionId: this.sessionId });
  }

  text() {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}
