import { join } from 'node:path';
import { Sample, text, thought, write } from './sample.mjs';

/** A flaky test: tools, a sub-agent, a branch. */
export function uploadTest() {
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
  s.reply([text('Done. `avatar` now waits, and a failing upload gives a 500 instead of silence.')]);
  const asked = s.parent;
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
