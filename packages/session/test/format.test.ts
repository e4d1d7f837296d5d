import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  branchesOf,
  callsOf,
  checkFile,
  configFolders,
  configPaths,
  cwdOf,
  type Entry,
  isAssistant,
  isUser,
  listSessions,
  mergeReply,
  orphanCalls,
  progressAgentsOf,
  resolveToolResult,
  resume,
  type Session,
  sessionOf,
  slugOf,
  splitBytes,
  titleOf,
  tokensOf,
  turnsOf,
  wordsOf,
} from '../src/index.js';
import { type Script, script } from './support/lines.js';

const doc = readFileSync(join(import.meta.dirname, '../../../docs/format.md'), 'utf8');
const ID = '00000000-0000-4000-8000-000000000001';

/** What each dash of docs/format.md says, proved. */
const proofs: Record<string, () => void> = {
  'The config folder is `CLAUDE_CONFIG_DIR` (several, comma separated) or `~/.claude`.': () => {
    const home = tree({ '.claude/projects/-a/x.jsonl': '', 'b/projects/-b/y.jsonl': '', 'c/projects/-c/z.jsonl': '' });
    expect(configPaths({}, '/home/me')).toEqual([join('/home/me', '.claude')]);
    expect(configFolders({}, home)).toHaveLength(1);
    expect(configFolders({ CLAUDE_CONFIG_DIR: `${home}/b,${home}/c` }, home)).toHaveLength(2);
  },
  'A project’s folder is its path with every UTF-16 unit outside A–Z, a–z, 0–9 replaced by a dash.': () => {
    expect(slugOf('/home/dev/my_app.v2')).toBe('-home-dev-my-app-v2');
    expect(slugOf('E:\\work\\x')).toBe('E--work-x');
    expect(slugOf('/a/😀')).toBe('-a---');
  },
  'A project path over 200 units long is cut to 200 and gets a hash of the whole path.': () => {
    const long = `/${'a'.repeat(250)}`;
    expect(slugOf(long)).toMatch(/^-a{199}-[0-9a-z]+$/);
    expect(slugOf(long)).not.toBe(slugOf(`${long}b`));
  },
  'A slug does not tell the path; the `cwd` on the lines does.': () => {
    expect(slugOf('/a/b-c')).toBe(slugOf('/a/b/c'));
    const home = tree({ 'x.jsonl': script().user('hi', { cwd: 'E:\\work\\x' }).text() });
    expect(cwdOf(join(home, 'x.jsonl'))).toBe('E:\\work\\x');
  },
  'A sub-agent’s file stands beside the session (2.0), in the session’s `subagents/` folder (2.1), or below `workflows/` there.':
    () => {
      const agent = script().user('look', { isSidechain: true, sessionId: ID }).text();
      const home = tree({
        [`.claude/projects/-a/${ID}.jsonl`]: script().user('go').text(),
        '.claude/projects/-a/agent-1234567.jsonl': agent,
        [`.claude/projects/-a/${ID}/subagents/agent-b.jsonl`]: agent,
        [`.claude/projects/-a/${ID}/subagents/workflows/wf_1/agent-c.jsonl`]: agent,
      });
      const [config] = configFolders({}, home);
      const [session] = config ? listSessions(config).sessions : [];
      expect(session?.agentFiles.map((file) => file.layout).sort()).toEqual(['beside', 'nested', 'workflow']);
    },
  'Output too long for a line stands in the session’s `tool-results/` folder, and is never read from anywhere else.':
    () => {
      const home = tree({ [`p/${ID}.jsonl`]: '', [`p/${ID}/tool-results/a.txt`]: 'long', 'secret.txt': 'no' });
      const main = join(home, `p/${ID}.jsonl`);
      const at = (path: string) => resolveToolResult(main, { path } as Parameters<typeof resolveToolResult>[1]);
      expect(at('/elsewhere/a.txt').kind).toBe('found');
      expect(at(join(home, 'secret.txt')).kind).not.toBe('found');
      expect(at('../../../secret.txt').kind).not.toBe('found');
    },

  'Lines end with a line feed; a carriage return before it, a byte order mark and blank lines do no harm.': () => {
    const lines = [...splitBytes(Buffer.from('\ufeff{"a":1}\r\n\n{"b":2}\n'))];
    expect(lines.map((line) => line.state)).toEqual(['whole', 'blank', 'whole']);
  },
  'Lines tile the file: writing them back gives the same bytes.': () => {
    const bytes = Buffer.from('{"a":1}{"b":2}\n\0\0nonsense\r\n\xff\n{"tor', 'latin1');
    const lines = [...splitBytes(bytes)];
    expect(Buffer.concat(lines.map((line) => Buffer.from(line.bytes ?? [])))).toEqual(bytes);
  },
  'Two objects glued together on one line are both read; the client reads only the first.': () => {
    const [line] = splitBytes(Buffer.from('{"type":"user"}{"type":"assistant"}\n'));
    expect(line).toMatchObject({ state: 'recovered', objects: [{ type: 'user' }, { type: 'assistant' }] });
    const [a, b, c] = script().user('a').reply('m', 'b').user('c').text().trimEnd().split('\n');
    const session = sessionOf(splitBytes(Buffer.from(`${a}\n${b}${c}\n`)), ID);
    expect(turnsOf(session).turns).toHaveLength(2);
    expect(texts(resume(session).messages)).toEqual(['a', 'b']);
  },
  'A line that does not begin with a whole object is one that the client skips.': () => {
    const [a, b, c, d] = script().user('a').reply('m', 'b').user('c').reply('n', 'd').text().trimEnd().split('\n');
    const session = sessionOf(splitBytes(Buffer.from(`${a}\n${b}\n{"torn":"${c}\n${d}\n`)), ID);
    expect(texts(resume(session).messages)).toEqual(['a', 'b', 'd']);
  },
  'An object behind NUL bytes or behind the torn start of another is read.': () => {
    const whole = '{"type":"user","uuid":"u1"}';
    for (const text of [`\0\0\0${whole}\n`, `{"type":"user","uuid":"u0","message":{"content":"cut of${whole}\n`]) {
      const [line] = splitBytes(Buffer.from(text));
      expect(line?.objects).toEqual([{ type: 'user', uuid: 'u1' }]);
    }
  },
  'A last line that was cut off is reported as torn and stays in the file.': () => {
    const lines = [...splitBytes(Buffer.from('{"a":1}\n{"type":"us'))];
    expect(lines[1]).toMatchObject({ state: 'skipped', byte: 8, length: 11 });
    expect(lines[1]?.problems.map((problem) => problem.kind)).toContain('torn');
  },
  'Every line is counted as read, skipped or blank.': () => {
    const session = sessionOf(splitBytes(Buffer.from('{"a":1}\n\nno\n{"b":1}{"c":1}\n[]\n')), ID);
    expect(session.lines).toEqual({ total: 5, read: 2, skipped: 2, blank: 1, recovered: 2 });
  },
  'Unknown types, fields and blocks are kept, and told by the drift report with the client version they came from.':
    () => {
      const home = tree({
        'x.jsonl': script()
          .user([{ type: 'hologram' }], { version: '9.9.9', mood: 'fine' })
          .line({ type: 'weather', sky: 'blue' })
          .text(),
      });
      const { unknown, roundTrip } = checkFile(join(home, 'x.jsonl'));
      expect(unknown.types).toEqual({ weather: { count: 1, versions: ['9.9.9'] } });
      expect(Object.keys(unknown.fields)).toEqual(['user.mood']);
      expect(Object.keys(unknown.blocks)).toEqual(['hologram']);
      expect(roundTrip).toBe(true);
    },

  'A user line with a result of a tool is that result, whatever else it says.': () => {
    const content = [
      { type: 'text', text: 'hi' },
      { type: 'tool_result', tool_use_id: 't', content: '' },
    ];
    expect(kindOf(script().user(content, { isMeta: true, isCompactSummary: true }))).toBe('tool_result');
  },
  'A line marked as compaction summary is a summary.': () => {
    expect(kindOf(script().user('<command-name>/x</command-name>', { isCompactSummary: true }))).toBe(
      'compact_summary',
    );
  },
  'Lines marked meta, from another origin than a human, hook feedback and lone reminders are injected.': () => {
    expect(kindOf(script().user('x', { isMeta: true }))).toBe('injected');
    expect(kindOf(script().user('x', { origin: { kind: 'task-notification' } }))).toBe('injected');
    expect(kindOf(script().user('Stop hook feedback:\nno'))).toBe('injected');
    expect(kindOf(script().user('<system-reminder>x</system-reminder>'))).toBe('injected');
  },
  'A line with a command name is a command; its output and shell input and output are told apart.': () => {
    expect(kindOf(script().user('<command-name>/x</command-name>'))).toBe('command');
    expect(kindOf(script().user('<local-command-stdout>x</local-command-stdout>'))).toBe('command_output');
    expect(kindOf(script().user('<bash-input>ls</bash-input>'))).toBe('bash');
    expect(kindOf(script().user('<bash-stdout>a</bash-stdout>'))).toBe('bash_output');
  },
  'An interruption is a note of the client, not a prompt.': () => {
    expect(kindOf(script().user('[Request interrupted by user]'))).toBe('interruption');
  },
  'Everything else a user line holds is a prompt; what the editor added is kept apart from it.': () => {
    const [entry] = entriesOf(script().user('<ide_opened_file>a.ts</ide_opened_file>why?').session());
    expect(entry && isUser(entry) && wordsOf(entry)).toMatchObject({
      kind: 'prompt',
      text: 'why?',
      ideContext: [{ kind: 'ide_opened_file', text: 'a.ts' }],
    });
  },

  'All lines with one `message.id` are one reply, neighbours or not.': () => {
    const [turn] = turnsOf(script().user('a').call('m1', 't1').result('t1').call('m1', 't2').session()).turns;
    expect(turn?.replies).toMatchObject([{ messageId: 'm1', calls: [{ id: 't1' }, { id: 't2' }] }]);
  },
  'A block that a later line repeats counts once.': () => {
    const text = (value: string) => ({ type: 'text', text: value });
    const lines = entriesOf(
      script()
        .reply('m', [text('a')])
        .reply('m', [text('a'), text('b')])
        .session(),
    );
    expect(mergeReply(lines.filter(isAssistant)).content).toEqual([text('a'), text('b')]);
  },
  'A reply’s usage counts once: the report with most output, the later one of equals.': () => {
    const usage = (output_tokens: number) => ({ message: { usage: { output_tokens } } });
    const [turn] = turnsOf(script().user('a').reply('m', 'x', usage(9)).reply('m', 'y', usage(1)).session()).turns;
    expect(turn?.tokens.output).toBe(9);
  },
  'Cache writes are counted by their lifetime; where it is unknown they count as five-minute writes.': () => {
    expect(tokensOf({ cache_creation_input_tokens: 4 })).toMatchObject({ cacheWrite5m: 4, cacheWrite1h: 0 });
    const cache_creation = { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 3 };
    expect(tokensOf({ cache_creation_input_tokens: 4, cache_creation })).toMatchObject({
      cacheWrite5m: 1,
      cacheWrite1h: 3,
    });
  },
  'A reply of model `<synthetic>` was written by the client.': () => {
    const [turn] = turnsOf(
      script()
        .user('a')
        .reply('m', 'x', { message: { model: '<synthetic>' } })
        .session(),
    ).turns;
    expect(turn?.replies[0]?.isSynthetic).toBe(true);
  },
  'A sub-agent’s reply that stands only in a progress line is found there.': () => {
    const message = { type: 'assistant', message: { id: 'm9', role: 'assistant', content: 'seen' } };
    const session = script()
      .user('go')
      .call('m1', 't1', 'Task', { prompt: 'look' })
      .line({ type: 'progress', parentToolUseID: 't1', data: { type: 'agent_progress', agentId: 'a', message } })
      .session();
    const [agent] = progressAgentsOf(session);
    expect(agent?.toolUseId).toBe('t1');
    expect(agent && turnsOf(agent.session).turns[0]?.replies[0]?.messageId).toBe('m9');
  },

  'A turn reaches from a prompt to the next one on the same branch.': () => {
    const { turns } = turnsOf(script().user('a').call('m', 't').result('t').reply('m2', 'b').user('c').session());
    expect(turns.map((turn) => turn.nodes.length)).toEqual([4, 1]);
  },
  'A command is a turn when the model answers it, and not when it only prints.': () => {
    const printed = script()
      .user('<command-name>/model</command-name>')
      .user('<local-command-stdout>x</local-command-stdout>');
    expect(turnsOf(printed.session()).turns).toHaveLength(0);
    expect(turnsOf(script().user('<command-name>/init</command-name>').reply('m', 'ok').session()).turns).toHaveLength(
      1,
    );
  },
  'A prompt typed while the model works belongs to the running turn.': () => {
    const queued = { type: 'queue-operation', operation: 'enqueue', content: 'and this' };
    const session = script()
      .user('a')
      .call('m', 't')
      .line(queued)
      .result('t')
      .user('and this')
      .reply('m2', 'ok')
      .session();
    expect(turnsOf(session).turns).toMatchObject([{ queued: [{ uuid: 'u5' }] }]);
  },
  'A turn without a reply is open.': () => {
    expect(turnsOf(script().user('a').session()).turns).toMatchObject([{ isOpen: true }]);
  },
  'A turn keeps its number when the file grows.': () => {
    const grown = script().user('a').reply('m', 'b').user('c').reply('m2', 'd').user('again', { parentUuid: 'u2' });
    const lines = grown.text().split(/(?<=\n)/);
    const numbers = lines.map((_, count) => {
      const { turns } = turnsOf(sessionOf(splitBytes(Buffer.from(lines.slice(0, count + 1).join(''))), ID));
      return turns.map((turn) => `${turn.number} ${turn.id}`);
    });
    const last = numbers.at(-1) ?? [];
    for (const some of numbers) expect(last.slice(0, some.length)).toEqual(some);
    expect(last).toEqual(['1 u1', '2 u3', '3 u5']);
  },
  'A tool call has the result with its id, whichever line that is on.': () => {
    const session = script().user('a').call('m', 't1').call('m', 't2').result('t2').result('t1').session();
    const calls = turnsOf(session).turns.flatMap(callsOf);
    expect(calls.map((call) => [call.id, call.result?.node.uuid])).toEqual([
      ['t1', 'u5'],
      ['t2', 'u4'],
    ]);
  },
  'Calls without result and results without call are told.': () => {
    const { pairing } = turnsOf(script().user('a').call('m', 't1').result('t9').session());
    expect(orphanCalls(pairing)).toMatchObject([{ id: 't1' }]);
    expect(pairing.orphanResults).toMatchObject([{ tool_use_id: 't9' }]);
  },
  'A real branch is where several prompts follow one line; parallel results are none.': () => {
    const rewound = script().user('a').reply('m', 'b').user('c').user('instead', { parentUuid: 'u2' }).session();
    expect(branchesOf(turnsOf(rewound))).toMatchObject([{ at: { uuid: 'u2' }, turns: [2, 3] }]);
    const parallel = script()
      .user('a')
      .call('m', 't1')
      .call('m', 't2')
      .result('t2')
      .result('t1', 'ok', { parentUuid: 'u2' });
    expect(branchesOf(turnsOf(parallel.session()))).toEqual([]);
  },
  'A conversation goes on over a compaction.': () => {
    expect(turnsOf(compacted()).turns.map((turn) => [turn.parent, turn.isOnTip])).toEqual([
      [undefined, true],
      [1, true],
    ]);
  },
  'The title is the person’s own, else the client’s, else a summary of this conversation, else the first prompt.':
    () => {
      const lines = script().user('first');
      expect(titleOf(lines.session()).source).toBe('prompt');
      expect(titleOf(lines.line({ type: 'summary', summary: 's', leafUuid: 'u1' }).session()).source).toBe('summary');
      expect(titleOf(lines.line({ type: 'ai-title', aiTitle: 'a' }).session()).source).toBe('ai');
      expect(titleOf(lines.line({ type: 'custom-title', customTitle: 'c' }).session()).source).toBe('custom');
    },

  'The client resumes a file whose name is a UUID and whose conversation ends with a valid timestamp.': () => {
    expect(resume(script().user('a').session()).resumed).toBe(true);
    expect(resume(script().user('a').session('my-session'))).toMatchObject({
      resumed: false,
      reasons: [{ kind: 'not_a_session_id' }],
    });
    const timeless = script().user('a', { timestamp: 'soon' }).session();
    expect(resume(timeless)).toMatchObject({ resumed: false, reasons: [{ kind: 'no_timestamp' }] });
  },
  'The tip is the last line without children, not the last line.': () => {
    const session = script()
      .user('a', { uuid: 'x', parentUuid: 'y' })
      .user('first', { uuid: 'y', parentUuid: null })
      .session();
    expect(texts(resume(session).messages)).toEqual(['first a', 'No response requested.']);
  },
  'A `last-prompt` line can move the tip to another branch.': () => {
    const lines = script().user('a').reply('m1', 'old').reply('m2', 'new', { parentUuid: 'u1' });
    expect(texts(resume(lines.session()).messages)).toEqual(['a', 'new']);
    expect(texts(resume(lines.line({ type: 'last-prompt', leafUuid: 'u2' }).session()).messages)).toEqual(['a', 'old']);
  },
  'A parent that is not in the file is replaced by the latest line at most five seconds older.': () => {
    const lost = (timestamp: string) =>
      script().user('a').reply('m1', 'b').user('c', { parentUuid: 'gone', timestamp });
    expect(texts(resume(lost('2026-01-01T12:00:06.000Z').session()).messages)).toContain('b');
    expect(texts(resume(lost('2026-01-01T12:00:09.000Z').session()).messages)).not.toContain('b');
  },
  'Only what stands behind the last compaction is sent.': () => {
    expect(texts(resume(compacted()).messages)).toEqual(['Summary two', 'b']);
  },
  'Every call is sent with exactly one result.': () => {
    const session = script()
      .user('a')
      .reply('m1', [use('t1'), use('t2')])
      .result('t1')
      .result('t1')
      .result('t9')
      .reply('m2', 'done')
      .session();
    const [, , answers] = resume(session).messages;
    expect(answers?.content.map((block) => (block as { tool_use_id?: string }).tool_use_id)).toEqual(['t2', 't1']);
  },
};

describe('docs/format.md', () => {
  const statements = doc
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2));

  it.each(statements)('%s', (statement) => {
    const proof = proofs[statement.replaceAll("'", '’')];
    expect(proof, 'the page says it and no test proves it').toBeDefined();
    proof?.();
  });

  it('says everything that is proved here', () => {
    const said = new Set(statements.map((statement) => statement.replaceAll("'", '’')));
    expect(Object.keys(proofs).filter((statement) => !said.has(statement))).toEqual([]);
  });
});

function use(id: string) {
  return { type: 'tool_use', id, name: 'Bash', input: {} };
}

function compacted(): Session {
  return script()
    .user('one')
    .reply('m1', 'a')
    .line({ type: 'system', subtype: 'compact_boundary', parentUuid: null, logicalParentUuid: 'u2' })
    .user('Summary', { isCompactSummary: true })
    .user('two')
    .reply('m2', 'b')
    .session();
}

function kindOf(lines: Script): string | undefined {
  return lines.session().nodes[0]?.user?.words;
}

function entriesOf(session: Session): Entry[] {
  return session.nodes.map((node) => session.read(node));
}

function texts(messages: ReturnType<typeof resume>['messages']): string[] {
  return messages.map((message) =>
    message.content.map((block) => String((block as { text?: unknown }).text).trim()).join(' '),
  );
}

/** Files in a new temp folder. */
function tree(files: Record<string, string>): string {
  const home = mkdtempSync(join(tmpdir(), 'unspool-format-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}
