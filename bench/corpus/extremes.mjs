import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Sessions of extreme shapes. Each entry writes one session of `count` parts. Reading it must take time proportional to
 * `count`.
 */
export const EXTREMES = {
  /** One reply on one line that calls a tool many times, without results. */
  calls: (out, count) => {
    out(user(0, null, 'call them all'));
    out(assistant(1, uuid(0), 'msg_1', range(count, toolUse)));
  },
  /** One reply with a line per call, as clients write it, and a result for each. */
  callLines: (out, count) => {
    out(user(0, null, 'call them all'));
    for (let at = 0; at < count; at++) out(assistant(1 + at, uuid(at), 'msg_1', [toolUse(at)]));
    for (let at = 0; at < count; at++) out(result(1 + count + at, uuid(1 + at), at));
  },
  /** Prompts that all have the same parent, so each is a branch. */
  children: (out, count) => {
    out(user(0, null, 'the one parent'));
    for (let at = 1; at <= count; at++) out(user(at, uuid(0), `child ${at}`));
  },
  /** Replies that all have the same parent. */
  replyChildren: (out, count) => {
    out(user(0, null, 'the one parent'));
    for (let at = 1; at <= count; at++)
      out(assistant(at, uuid(0), `msg_${at}`, [{ type: 'text', text: `reply ${at}` }]));
  },
  /** A prompt and a reply separated by many empty lines. */
  emptyLines: (out, count) => {
    out(user(0, null, 'a prompt'));
    for (let at = 0; at < count; at += 10_000) out('\n'.repeat(Math.min(10_000, count - at)));
    out(assistant(1, uuid(0), 'msg_1', [{ type: 'text', text: 'a reply' }]));
  },
  /** A plain conversation that repeats a prompt, a call, its result and a reply. */
  turns: (out, count) => {
    for (let at = 0; at + 4 <= count; at += 4) {
      out(user(at, at === 0 ? null : uuid(at - 1), `prompt ${at}`));
      out(assistant(at + 1, uuid(at), `msg_${at}a`, [toolUse(at)]));
      out(result(at + 2, uuid(at + 1), at));
      out(assistant(at + 3, uuid(at + 2), `msg_${at}b`, [{ type: 'text', text: `reply ${at}` }]));
    }
  },
  /** One prompt and many calls, one after another. */
  longTurn: (out, count) => {
    out(user(0, null, 'one long turn'));
    for (let at = 1; at + 2 <= count; at += 2) {
      out(assistant(at, uuid(at - 1), `msg_${at}`, [toolUse(at)]));
      out(result(at + 1, uuid(at), at));
    }
  },
  /** One reply on one line with many paragraphs of thought and text. */
  blocks: (out, count) => {
    out(user(0, null, 'say it in parts'));
    out(
      assistant(
        1,
        uuid(0),
        'msg_1',
        range(count, (at) => ({ type: 'text', text: `part ${at}` })),
      ),
    );
  },
  /** One prompt with many blocks. */
  promptBlocks: (out, count) => {
    out(
      user(
        0,
        null,
        range(count, (at) => ({ type: 'text', text: `part ${at}` })),
      ),
    );
    out(assistant(1, uuid(0), 'msg_1', [{ type: 'text', text: 'a reply' }]));
  },
  /** One user line that answers many calls. */
  results: (out, count) => {
    out(user(0, null, 'call them all'));
    out(assistant(1, uuid(0), 'msg_1', range(count, toolUse)));
    out(user(2, uuid(1), range(count, resultBlock)));
  },
  /** A reply whose line is repeated with longer text each time, as a cumulative writer would. */
  grown: (out, count) => {
    out(user(0, null, 'grow'));
    for (let at = 0; at < count; at++)
      out(assistant(1 + at, uuid(at), 'msg_1', [{ type: 'text', text: 'x'.repeat(1 + (at % 400)) }]));
  },
  /** A call and a result with deep nesting. */
  deep: (out, count) => {
    const nested = `${'{"a":'.repeat(count)}1${'}'.repeat(count)}`;
    const nestedList = '['.repeat(count) + ']'.repeat(count);
    out(user(0, null, 'go deep'));
    const call = assistant(1, uuid(0), 'msg_1', [{ ...toolUse(0), input: { command: 'ls', deep: 'DEEP' } }]);
    out(`${JSON.stringify(call).replace('"DEEP"', nested)}\n`);
    const answer = { ...result(2, uuid(1), 0), toolUseResult: { stdout: '', deep: 'DEEP' } };
    out(`${JSON.stringify(answer).replace('"DEEP"', nestedList)}\n`);
    out(assistant(3, uuid(2), 'msg_2', [{ type: 'text', text: 'done' }]));
  },
};

/** Writes one extreme session into a new config folder and returns its path. */
export function writeExtreme(folder, name, count) {
  const project = join(folder, 'projects', '-home-ann-extreme');
  mkdirSync(project, { recursive: true });
  const file = join(project, `${SESSION}.jsonl`);
  const fd = openSync(file, 'w');
  let pending = [];
  let size = 0;
  const flush = () => {
    writeSync(fd, pending.join(''));
    pending = [];
    size = 0;
  };
  EXTREMES[name]((line) => {
    const text = typeof line === 'string' ? line : `${JSON.stringify(line)}\n`;
    pending.push(text);
    size += text.length;
    if (size > 1 << 20) flush();
  }, count);
  flush();
  closeSync(fd);
  return file;
}

const SESSION = '11111111-1111-4111-8111-111111111111';
const START = Date.UTC(2026, 0, 1);

const range = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const uuid = (at) => `22222222-2222-4222-8222-${String(at).padStart(12, '0')}`;
const toolUse = (at) => ({ type: 'tool_use', id: `toolu_${at}`, name: 'Bash', input: { command: `ls ${at}` } });
const resultBlock = (at) => ({ type: 'tool_result', tool_use_id: `toolu_${at}`, content: `file ${at}` });

function line(at, parentUuid, rest) {
  return {
    parentUuid,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/ann/extreme',
    sessionId: SESSION,
    version: '2.1.300',
    ...rest,
    uuid: uuid(at),
    timestamp: new Date(START + at * 1000).toISOString(),
  };
}

function user(at, parentUuid, content) {
  return line(at, parentUuid, { type: 'user', message: { role: 'user', content } });
}

function result(at, parentUuid, call) {
  return line(at, parentUuid, {
    type: 'user',
    message: { role: 'user', content: [resultBlock(call)] },
    toolUseResult: { stdout: `file ${call}`, stderr: '' },
  });
}

function assistant(at, parentUuid, id, content) {
  return line(at, parentUuid, {
    type: 'assistant',
    requestId: `req_${id}`,
    message: {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content,
      stop_reason: 'end_turn',
      usage: { input_tokens: 10, output_tokens: 5 },
    },
  });
}
