// Writes the sample sessions in packages/cli/samples: made-up work that shows what sessions hold. Same bytes every time.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './ready.mjs';

const folder = join(root, 'packages/cli/samples/projects');

/** One session file. Each line hangs on the one before it unless it is told otherwise. */
class Sample {
  constructor({ id, cwd, branch, model, start, agentId }) {
    Object.assign(this, {
      id,
      cwd,
      branch,
      model,
      agentId,
      time: Date.parse(start),
      lines: [],
      count: 0,
      parent: null,
    });
    this.context = 11_000;
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
    const usage = {
      input_tokens: 4,
      cache_creation_input_tokens: 420,
      cache_read_input_tokens: this.context,
      cache_creation: { ephemeral_5m_input_tokens: 420, ephemeral_1h_input_tokens: 0 },
      output_tokens: output,
    };
    this.context += 420 + output;
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

  text() {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}

const text = (value) => ({ type: 'text', text: value });
const thought = (value) => ({ type: 'thinking', thinking: value, signature: 'U2FtcGxlU2lnbmF0dXJl' });

rmSync(folder, { recursive: true, force: true });
uploadTest();
windowsNotes();

function uploadTest() {
  const id = '5a3c1e70-1111-4c0d-9a51-7b0c0ffee001';
  const cwd = '/home/dev/shop-api';
  const s = new Sample({ id, cwd, branch: 'main', model: 'claude-opus-4-5-20251101', start: '2026-05-04T09:12:00Z' });
  s.prompt('The upload test fails about one run in five. Find out why and fix it.');
  s.reply([
    thought('Flaky tests are often about time or order. Start with the test, then look at what it waits for.'),
    text("I'll read the test first, then run it a few times to see how it fails."),
  ]);
  s.call(
    'Read',
    { file_path: `${cwd}/test/upload.test.ts` },
    "     1→import { upload } from '../src/upload';\n     2→\n     3→it('stores the file', async () => {\n     4→  upload('a.png');\n     5→  expect(await stored('a.png')).toBe(true);\n     6→});",
    {
      result: {
        type: 'text',
        file: {
          filePath: `${cwd}/test/upload.test.ts`,
          content:
            "import { upload } from '../src/upload';\n\nit('stores the file', async () => {\n  upload('a.png');\n  expect(await stored('a.png')).toBe(true);\n});",
          numLines: 6,
          startLine: 1,
          totalLines: 6,
        },
      },
    },
  );
  s.call(
    'Bash',
    { command: 'npm test -- upload --repeat 5', description: 'Run the upload test five times' },
    'Exit code 1\n\n FAIL  test/upload.test.ts\n  ✗ stores the file (3 of 5 runs)\n    expected false to be true',
    { seconds: 9, isError: true },
  );
  const agent = s.call(
    'Task',
    {
      description: 'Find callers of upload',
      prompt: 'Find every place that calls upload() without awaiting it.',
      subagent_type: 'Explore',
    },
    'Two places call upload() without await: test/upload.test.ts:4 and src/routes/avatar.ts:18.',
    {
      seconds: 21,
      result: {
        status: 'completed',
        agentId: 'a5a3c001',
        totalDurationMs: 21000,
        totalTokens: 24310,
        totalToolUseCount: 2,
        content: [text('Two places call upload() without await: test/upload.test.ts:4 and src/routes/avatar.ts:18.')],
      },
    },
  );
  s.call(
    'Edit',
    {
      file_path: `${cwd}/test/upload.test.ts`,
      old_string: "  upload('a.png');",
      new_string: "  await upload('a.png');",
    },
    `The file ${cwd}/test/upload.test.ts has been updated.`,
    {
      result: {
        filePath: `${cwd}/test/upload.test.ts`,
        oldString: "  upload('a.png');",
        newString: "  await upload('a.png');",
        structuredPatch: [
          {
            oldStart: 3,
            oldLines: 3,
            newStart: 3,
            newLines: 3,
            lines: [
              " it('stores the file', async () => {",
              "-  upload('a.png');",
              "+  await upload('a.png');",
              "   expect(await stored('a.png')).toBe(true);",
            ],
          },
        ],
      },
    },
  );
  s.call(
    'Bash',
    { command: 'npm test -- upload --repeat 20', description: 'Run it twenty times' },
    ' PASS  test/upload.test.ts\n  ✓ stores the file (20 of 20 runs)',
    { seconds: 31 },
  );
  s.reply([
    text(
      'The test did not wait for the upload. It does now, and passes **20 of 20** runs.\n\nThe same mistake is in `src/routes/avatar.ts:18`, where it is a real bug:\n\n- the route answers before the file is stored,\n- an error in `upload()` is never seen.\n\nShall I fix that too?',
    ),
  ]);
  s.wait(140).prompt('Yes, and add a test for it.');
  s.call(
    'Edit',
    { file_path: `${cwd}/src/routes/avatar.ts`, old_string: '  upload(file);', new_string: '  await upload(file);' },
    `The file ${cwd}/src/routes/avatar.ts has been updated.`,
    {
      result: {
        filePath: `${cwd}/src/routes/avatar.ts`,
        oldString: '  upload(file);',
        newString: '  await upload(file);',
        structuredPatch: [
          {
            oldStart: 17,
            oldLines: 3,
            newStart: 17,
            newLines: 3,
            lines: [
              ' async function avatar(file) {',
              '-  upload(file);',
              '+  await upload(file);',
              '   return { ok: true };',
            ],
          },
        ],
      },
    },
  );
  s.call(
    'TodoWrite',
    {
      todos: [
        { content: 'Await the upload', status: 'completed' },
        { content: 'Test for a failing upload', status: 'in_progress' },
      ],
    },
    'Todos have been modified successfully.',
    {
      result: {
        oldTodos: [],
        newTodos: [
          { content: 'Await the upload', status: 'completed' },
          { content: 'Test for a failing upload', status: 'in_progress' },
        ],
      },
    },
  );
  const asked = s.parent;
  s.reply([text('Done. `avatar` now waits, and a failing upload gives a 500 instead of silence.')]);
  s.wait(60).prompt('Make the error a 502 instead.');
  s.reply([text('Changed: the route answers 502 when the store cannot be reached.')]);
  s.parent = asked;
  s.wait(90).prompt('Actually, keep the 500 but log the cause.');
  s.reply([text('The cause is logged now, with the request id. The status stays 500.')]);
  s.aside({ type: 'custom-title', customTitle: 'Fix the flaky upload test' });
  write('-home-dev-shop-api', `${id}.jsonl`, s.text());

  const a = new Sample({
    id,
    cwd,
    branch: 'main',
    model: 'claude-haiku-4-5-20251001',
    start: '2026-05-04T09:12:30Z',
    agentId: 'a5a3c001',
  });
  a.prompt('Find every place that calls upload() without awaiting it.');
  a.call(
    'Grep',
    { pattern: 'upload\\(', path: cwd, output_mode: 'content' },
    "test/upload.test.ts:4:  upload('a.png');\nsrc/routes/avatar.ts:18:  upload(file);\nsrc/jobs/import.ts:40:  await upload(row.file);",
    {
      result: {
        mode: 'content',
        numFiles: 3,
        filenames: [],
        content: "test/upload.test.ts:4:  upload('a.png');\nsrc/routes/avatar.ts:18:  upload(file);",
        numLines: 3,
      },
    },
  );
  a.reply([text('Two places call upload() without await: test/upload.test.ts:4 and src/routes/avatar.ts:18.')]);
  write('-home-dev-shop-api', join(id, 'subagents/agent-a5a3c001.jsonl'), a.text());
  write(
    '-home-dev-shop-api',
    join(id, 'subagents/agent-a5a3c001.meta.json'),
    `${JSON.stringify({ agentType: 'Explore', description: 'Find callers of upload', toolUseId: agent })}\n`,
  );
}

function windowsNotes() {
  const id = '7e57c0de-2222-4b1d-8c3f-0123456789ab';
  const cwd = 'E:\\work\\notes';
  const s = new Sample({
    id,
    cwd,
    branch: 'feature/search',
    model: 'claude-sonnet-4-5-20250929',
    start: '2026-05-06T14:00:00Z',
  });
  s.add({
    type: 'user',
    isMeta: true,
    message: {
      role: 'user',
      content:
        '<local-command-caveat>Caveat: the messages below were made by the user while running local commands.</local-command-caveat>',
    },
  });
  s.prompt('<command-name>/model</command-name>\n<command-args>sonnet</command-args>');
  s.add({
    type: 'user',
    message: { role: 'user', content: '<local-command-stdout>Set model to sonnet</local-command-stdout>' },
  });
  s.wait(20).prompt([
    text('<ide_selection>The user selected the lines 12 to 19 from E:\\work\\notes\\search.py</ide_selection>'),
    text('検索が遅いです。インデックスを使ってください。'),
  ]);
  s.reply([
    thought('A linear scan over all notes. An inverted index kept beside the notes would do.'),
    text('全文を毎回読んでいます。転置インデックスを作ります。'),
  ]);
  s.call(
    'Write',
    {
      file_path: `${cwd}\\index.py`,
      content:
        'def build(notes):\n    index = {}\n    for name, words in notes.items():\n        for word in words:\n            index.setdefault(word, set()).add(name)\n    return index\n',
    },
    `File created successfully at: ${cwd}\\index.py`,
    { result: { type: 'create', filePath: `${cwd}\\index.py`, content: 'def build(notes): …', structuredPatch: [] } },
  );
  s.add({ type: 'user', message: { role: 'user', content: [text('[Request interrupted by user]')] } });
  s.wait(400).prompt(
    'Go on, but in English please. The token is sk-ant-api03-EXAMPLEexampleEXAMPLEexampleEXAMPLEexample, do not print it.',
  );
  s.reply([
    text(
      'The index is built once and kept in `index.json`. Searching 4,000 notes takes 3 ms instead of 900 ms.\n\n| notes | before | after |\n|---|---|---|\n| 400 | 92 ms | 1 ms |\n| 4,000 | 900 ms | 3 ms |',
    ),
  ]);
  s.aside({ type: 'ai-title', aiTitle: 'Faster search in notes' });
  write('E--work-notes', `${id}.jsonl`, s.text());
}

function write(project, name, content) {
  const file = join(folder, project, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
