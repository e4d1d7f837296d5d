import { SessionScript, uuidOf } from '../../support/script.js';

export const STORY = '22222222-2222-4333-8444-555555555555';

const LONG_PROMPT = [
  'Add a **retry** to the upload. These are the rules:',
  '',
  ...Array.from({ length: 18 }, (_, at) => `- rule ${at + 1}: wait ${at + 1} s`),
  '',
  'The last line of the prompt.',
].join('\n');

const PLAN = ['# Retry uploads', '', '1. Add `retry.ts`', '2. Call it in `upload.ts`'].join('\n');
const NO = "The user doesn't want to proceed with this tool use. The tool use was rejected";

const FIRST = 'export function upload(file: File) {\n\treturn send(file);\n}\n';
const SECOND = 'export function upload(file: File) {\n\treturn retry(() => send(file));\n}\n';
const RETRY = 'export async function retry<T>(work: () => Promise<T>): Promise<T> {\n\treturn work();\n}\n';

/** A session with every kind of message between a person and agents, file edits, and a compaction. */
export function storySession(): SessionScript {
  const script = new SessionScript(STORY);
  const file = (name: string) => `/home/dev/app/${name}`;
  script
    .user(LONG_PROMPT)
    .call(
      'AskUserQuestion',
      {
        questions: [
          {
            question: 'How often should it retry?',
            header: 'Retries',
            multiSelect: false,
            options: [
              { label: 'Three times', description: 'Enough for a short outage' },
              { label: 'Until it works', description: 'May never end' },
            ],
          },
          { question: 'Which backoff?', options: [{ label: 'None' }, { label: 'Exponential' }] },
        ],
      },
      'answered',
      { noted: { answers: { 'How often should it retry?': 'Three times', 'Which backoff?': 'half a second, fixed' } } },
    )
    .call('ExitPlanMode', { plan: PLAN }, `${NO}. To tell you how to proceed, the user said:\nKeep it in one file.`, {
      isError: true,
    })
    .call('ExitPlanMode', { plan: PLAN }, 'User has approved your plan.', { noted: { plan: PLAN } })
    .reply('msg_go', 'I will add it now.')
    .call('TaskCreate', { subject: 'Add retry.ts', description: 'A function that retries.' }, 'Task #1 created', {
      noted: { task: { id: '1', subject: 'Add retry.ts' } },
    })
    .call('Write', { file_path: file('retry.ts'), content: RETRY }, 'created', {
      noted: { type: 'create', filePath: file('retry.ts'), content: RETRY, originalFile: null, structuredPatch: [] },
    })
    .call(
      'Edit',
      {
        file_path: file('upload.ts'),
        old_string: '\treturn send(file);',
        new_string: '\treturn retry(() => send(file));',
      },
      'updated',
      {
        noted: {
          filePath: file('upload.ts'),
          oldString: '\treturn send(file);',
          newString: '\treturn retry(() => send(file));',
          originalFile: FIRST,
          structuredPatch: [
            {
              oldStart: 1,
              oldLines: 3,
              newStart: 1,
              newLines: 3,
              lines: [
                ' export function upload(file: File) {',
                '-  return send(file);',
                '+  return retry(() => send(file));',
                ' }',
              ],
            },
          ],
        },
      },
    )
    .call('TaskUpdate', { taskId: '1', status: 'completed' }, 'Updated task #1 status', { noted: { taskId: '1' } })
    .call('Bash', { command: 'rm -rf build' }, `${NO} (eg. if it was a file edit).`, { isError: true })
    .call('Bash', { command: 'npm test' }, 'Exit code 1\nError: retry waits 4500 ms', { isError: true })
    .reply('msg_done', 'Uploads are retried three times now.')
    .user('Ask the others, and search the web for backoff.')
    .call('SendMessage', { to: 'alice', summary: 'review', message: 'Please **review** retry.ts.' }, 'sent')
    .call('WebSearch', { query: 'exponential backoff' }, 'Links: …', {
      noted: {
        query: 'exponential backoff',
        results: [{ content: [{ title: 'Backoff explained', url: 'https://www.example.com/backoff' }] }, 'A summary.'],
      },
    })
    .call('mcp__plugin_playwright_playwright__browser_wait_for', { text: 'Done' }, 'ok')
    .user('<teammate-message teammate_id="alice" color="blue">\nretry.ts looks **good**.\n</teammate-message>')
    .reply('msg_alice', 'Alice has approved it. Do not retry uploads of more than 5000 MB.')
    .line({
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      parentUuid: null,
      logicalParentUuid: uuidOf(script.lines.length),
      compactMetadata: { trigger: 'auto', preTokens: 167_000 },
    })
    .user('This session is being continued. Summary: uploads are retried three times in upload.ts.', {
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
    })
    .user('Now wait longer.')
    .call(
      'Edit',
      { file_path: file('retry.ts'), old_string: '\treturn work();', new_string: '\treturn wait(work);' },
      'updated',
      {
        noted: {
          filePath: file('retry.ts'),
          oldString: '\treturn work();',
          newString: '\treturn wait(work);',
          originalFile: RETRY,
          structuredPatch: [
            {
              oldStart: 2,
              oldLines: 1,
              newStart: 2,
              newLines: 1,
              lines: ['-  return work();', '+  return wait(work);'],
            },
          ],
        },
      },
    )
    .reply('msg_end', 'It waits longer now.');
  return script;
}

/** The two versions of upload.ts, with a tab that the patch shows as two spaces. */
export const UPLOAD = { before: FIRST, after: SECOND };
