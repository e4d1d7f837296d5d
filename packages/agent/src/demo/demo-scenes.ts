import type { JsonObject } from '@unspool/session';
import type { ToolResultBlock } from '@unspool/session/read';
import { TOOL } from '@unspool/session/tools';

export interface DemoCall {
  name: string;
  input: JsonObject;
}

export interface DemoStep {
  thinking?: string;
  text: string;
  calls?: DemoCall[];
}

export interface DemoScene {
  /** Prompts that start this scene. Other prompts start the next one. */
  words: RegExp;
  steps: DemoStep[];
}

const FILE = 'unspool-demo.md';
const POEM = '# The thread\n\nA spool on the desk,\nevery word wound on the last;\npull, and it all comes.\n';

const todo = (done: number, ...tasks: [string, string][]): DemoCall => ({
  name: TOOL.TodoWrite,
  input: {
    todos: tasks.map(([content, activeForm], at) => ({
      content,
      activeForm,
      status: at < done ? 'completed' : at === done ? 'in_progress' : 'pending',
    })),
  },
});
const plan = (done: number) =>
  todo(
    done,
    ['Look around', 'Looking around'],
    ['Run a command', 'Running a command'],
    ['Send two sub-agents', 'Waiting for two sub-agents'],
    ['Write and edit a file', 'Writing'],
  );
const agent = (description: string, task: string): DemoCall => ({
  name: TOOL.Agent,
  input: { description, prompt: `Demo task: ${task}`, subagent_type: 'general-purpose' },
});

const UNWIND = [
  'for left in 5 4 3 2 1 0; do',
  `  printf '%s\\n' "[$(printf '=%.0s' $(seq 0 $left))] $left turns left on the spool"`,
  '  sleep 0.4',
  'done',
].join('\n');

const tour: DemoScene = {
  words: /\btour\b/i,
  steps: [
    {
      thinking:
        'I am a script and cannot think. But a model thinks before it answers, and its thoughts look like this: dim, slanted, and out of the way.',
      text: `Welcome. I am **a script, not a model**: nothing leaves this machine, and no key is needed. The tools are real, though, and so is the session file. Both are in a folder of their own, apart from your projects.

Here is what I will do, as a list that stays in sight:`,
      calls: [plan(0)],
    },
    {
      text: 'Two searches change nothing, so they run in parallel without asking you.',
      calls: [
        { name: TOOL.Glob, input: { pattern: '*' } },
        { name: TOOL.Grep, input: { pattern: 'the', output_mode: 'files_with_matches', head_limit: 5 } },
      ],
    },
    {
      text: 'Now a command. It could do anything, so **you are asked** first; its output appears while it runs. Esc would stop it at once.',
      calls: [plan(1), { name: TOOL.Bash, input: { command: UNWIND, description: 'Unwind a spool' } }],
    },
    {
      text: 'Two sub-agents side by side, each with its own session file. Try typing something while they work: it will be queued.',
      calls: [plan(2), agent('Count what is here', 'count'), agent('Read the time', 'time')],
    },
    {
      text: `Last, a file: \`${FILE}\`. You see what it will contain before it is written.`,
      calls: [plan(3), { name: TOOL.Write, input: { file_path: FILE, content: POEM } }],
    },
    {
      text: 'One phrase could be better.',
      calls: [{ name: TOOL.Edit, input: { file_path: FILE, old_string: 'it all comes', new_string: 'it unspools' } }],
    },
    { text: 'All done:', calls: [plan(4)] },
    {
      text: `## What you can try now

| type | and see |
|---|---|
| Esc Esc, \`/rewind\` | go back to before a prompt, the file too |
| \`/resume\` | choose another session of this folder |
| \`/context\` \`/cost\` | how full the context is, what it cost |
| \`!ls\` | run a command of your own |
| Ctrl+O, Ctrl+R | whole outputs; earlier prompts |
| \`@\` | files of this folder |
| \`markdown\` | how text looks |
| Shift+Tab | stop asking about edits |

1. Leave with Ctrl+D.
2. Continue where you left off: \`unspool chat --demo --continue\`
3. Or read it all in the browser: \`unspool\`

> Set \`ANTHROPIC_API_KEY\` to talk to a model instead.`,
    },
  ],
};

const markdown: DemoScene = {
  words: /\bmarkdown\b/i,
  steps: [
    {
      thinking: 'Headings, lists, code, a table, a quote: one of each.',
      text: `# A heading

Text with **bold**, *slanted* and ~~struck~~ words, \`code\`, and a [link](https://example.org) that says where it leads.

- a list
  - with a list in it
- and wide letters: 漢字, かな, 한글

\`\`\`ts
/** Everything that happens is one stream of events. */
for await (const event of events) show(event);
\`\`\`

| letters | columns |
|---|---:|
| a | 1 |
| 漢 | 2 |

> Whoever writes, reads twice.

---

Now make the window narrower and wider.`,
    },
  ],
};

export const demoScenes: readonly DemoScene[] = [tour, markdown];

/** What the tour's two sub-agents do. */
export const demoAgent = {
  isFor: (prompt: string) => prompt.includes('Demo task: '),
  steps: [
    {
      thinking:
        'A sub-agent cannot see the conversation that started it. It has its own tools, its own context and its own file. When it is done it returns one report, and everything else it read is dropped: that is the point of it.',
      text: 'Having a look.',
      calls: [
        { name: TOOL.Glob, input: { pattern: '**/*.md' } },
        { name: TOOL.Bash, input: { command: 'date', description: 'Read the time' } },
      ],
    },
    {
      thinking: 'One more look, so that you have time to see the two lines change while we work side by side.',
      text: 'Once more.',
      calls: [{ name: TOOL.Bash, input: { command: 'ls', description: 'List files' } }],
    },
  ] satisfies DemoStep[],
  end: (results: readonly ToolResultBlock[]): DemoStep => ({
    text: `I ran my tools and got ${results.length === 1 ? 'an answer' : 'answers'}. This report is all that the main conversation sees of my work.`,
  }),
};
