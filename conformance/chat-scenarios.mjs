const text = (words) => ({ type: 'text', text: words });
const thinking = (words) => ({ type: 'thinking', thinking: words, signature: `c2ln${words.length}` });
const use = (name, input) => ({ type: 'tool_use', name, input });
const bash = (command) => use('Bash', { command, description: 'A command' });

/** The model's scripts. A prompt selects one by its mark. */
export const scripts = {
  plain: [{ blocks: [text('A plain answer.')] }],
  think: [{ blocks: [thinking('let me see'), text('An answer behind a thought.')] }],
  redacted: [{ blocks: [{ type: 'redacted_thinking', data: 'UkVEQUNURUQ=' }, text('Thought in secret.')] }],
  tools: [
    { blocks: [thinking('look'), text('I look around.'), use('Read', { file_path: 'README.md' }), bash('ls -1')] },
    { blocks: [use('Write', { file_path: 'new.txt', content: 'one\ntwo\n' })] },
    { blocks: [use('Edit', { file_path: 'README.md', old_string: 'A tool', new_string: 'A fine tool' })] },
    { blocks: [use('Glob', { pattern: '*.md' }), use('Grep', { pattern: 'tool', output_mode: 'content' })] },
    { blocks: [thinking('enough'), text('All looked at.')] },
  ],
  parallel: [
    {
      blocks: [
        text('Three at once.'),
        bash('sleep 0.3; echo one'),
        bash('echo two'),
        use('Read', { file_path: 'README.md' }),
      ],
    },
    { blocks: [text('Three are done.')] },
  ],
  errors: [
    { blocks: [use('Read', { file_path: 'nothing.txt' }), bash('echo out; exit 3')] },
    { blocks: [use('NoSuchTool', { a: 1 })] },
    { blocks: [use('Read', { wrong: true })] },
    { blocks: [text('All failed, as planned.')] },
  ],
  agents: [
    {
      blocks: [
        text('Two agents.'),
        use('Agent', { description: 'First look', prompt: 'First. @@sub', subagent_type: 'general-purpose' }),
        use('Agent', { description: 'Second look', prompt: 'Second. @@sub', subagent_type: 'Explore' }),
      ],
    },
    { blocks: [text('Both agents are back.')] },
  ],
  nested: [
    {
      blocks: [
        use('Agent', { description: 'Nest', prompt: 'Ask another. @@middle', subagent_type: 'general-purpose' }),
      ],
    },
    { blocks: [text('The nested ones are back.')] },
  ],
  middle: [
    { blocks: [use('Agent', { description: 'Inner', prompt: 'Inner. @@sub', subagent_type: 'general-purpose' })] },
    { blocks: [text('The inner one is back.')] },
  ],
  sub: [
    { blocks: [thinking('sub'), use('Read', { file_path: 'README.md' })] },
    { blocks: [text('A sub-agent reports.')] },
  ],
  retry: [{ failures: [429, 529], blocks: [text('Got through.')] }],
  refused: [{ failures: Array(20).fill(400), blocks: [text('never')] }],
  limit: [{ blocks: [text('This was cut')], stop_reason: 'max_tokens' }, { blocks: [text('and went on.')] }],
  pause: [{ blocks: [text('A part.')], stop_reason: 'pause_turn' }, { blocks: [text('The rest.')] }],
  declined: [{ blocks: [text('I will not.')], stop_reason: 'refusal' }],
  declinedtwice: [
    { blocks: [text('Part of it.')], stop_reason: 'refusal' },
    { blocks: [text('Part again.')], stop_reason: 'refusal' },
  ],
  withheld: [{ blocks: [], stop_reason: 'refusal' }, { blocks: [text('Another way.')] }],
  silent: [{ blocks: [] }, { blocks: [text('Something to see.')] }],
  onlythoughts: [{ blocks: [thinking('hm')] }, { blocks: [thinking('still'), text('Said at last.')] }],
  sameids: [
    {
      blocks: [
        { ...use('Read', { file_path: 'README.md' }), id: 'toolu_same' },
        { ...bash('echo same'), id: 'toolu_same' },
      ],
    },
    { blocks: [{ ...bash('echo again'), id: 'toolu_same' }] },
    { blocks: [text('Three calls, three answers.')] },
  ],
  cut: [{ blocks: [text('Broken off'), text('here')], cutAfter: 0 }, { blocks: [text('Whole again.')] }],
  big: [{ blocks: [bash('seq 1 40000')] }, { blocks: [text('Much was put out.')] }],
  full: [
    { blocks: [use('Read', { file_path: 'README.md' })], inputTokens: 190_000 },
    { blocks: [text('Went on behind it.')] },
  ],
  slow: [{ blocks: [thinking('slowly'), text('word '.repeat(200))], slowMs: 40 }],
  hang: [{ blocks: [text('Half a sentence')], hang: true }],
  longbash: [{ blocks: [text('This takes long.'), bash('echo begin; sleep 60')] }],
  longpair: [{ blocks: [text('One is quick.'), bash('echo quick'), bash('echo begin; sleep 60')] }],
  background: [
    {
      blocks: [
        text('One works behind.'),
        use('Agent', { description: 'Look', prompt: 'Look. @@sub', subagent_type: 'Explore', run_in_background: true }),
      ],
    },
    { blocks: [text('It is under way.')] },
    { blocks: [text('Its report is here.')] },
  ],
  joined: [
    { blocks: [use('Agent', { description: 'Look', prompt: 'Look. @@quick', run_in_background: true })] },
    { blocks: [bash('sleep 2; echo slept')] },
    { blocks: [text('Both are known.')] },
  ],
  echo: [{ blocks: [use('mcp__own__echo', {})] }, { blocks: [text('It was echoed.')] }],
  quick: [{ blocks: [text('Done at once.')] }],
  task: [
    { blocks: [use('Bash', { command: 'sleep 1; echo late', description: 'Late', run_in_background: true })] },
    { blocks: [text('It runs.')] },
    { blocks: [text('It ran.')] },
  ],
  notebook: [
    { blocks: [use('Read', { file_path: 'a.ipynb' })] },
    { blocks: [use('NotebookEdit', { notebook_path: 'a.ipynb', cell_id: 'one', new_source: '2 + 2' })] },
    { blocks: [text('The cell is changed.')] },
  ],
  pdf: [{ blocks: [use('Read', { file_path: 'a.pdf' })] }, { blocks: [text('The paper is read.')] }],
  picture: [{ blocks: [use('Read', { file_path: 'dot.png' })] }, { blocks: [text('A dot.')] }],
  question: [
    {
      blocks: [
        use('AskUserQuestion', {
          questions: [
            {
              question: 'Which?',
              header: 'Pick',
              multiSelect: false,
              options: [
                { label: 'A', description: 'a' },
                { label: 'B', description: 'b' },
              ],
            },
          ],
        }),
      ],
    },
    { blocks: [text('Nobody is here.')] },
  ],
  plan: [{ blocks: [use('ExitPlanMode', { plan: '1. Do it' })] }, { blocks: [text('Nobody approved it.')] }],
  web: [
    { blocks: [use('WebFetch', { url: 'https://127.0.0.1:1/', prompt: 'what' })] },
    { blocks: [text('Not reached.')] },
  ],
  tasks: [
    { blocks: [use('Bash', { command: 'echo hi; sleep 30', run_in_background: true })] },
    { blocks: [use('TaskOutput', { task_id: 'nothing' }), use('TaskStop', { task_id: 'nothing' })] },
    { blocks: [text('There is no such task.')] },
  ],
  todo: [
    { blocks: [use('TodoWrite', { todos: [{ content: 'One', status: 'in_progress', activeForm: 'Doing one' }] })] },
    { blocks: [text('Noted.')] },
  ],
};

/** The project files of every scenario. */
export const files = {
  'README.md': '# A project\n\nA tool for nothing.\n',
  'a.ipynb': JSON.stringify({
    cells: [{ cell_type: 'code', id: 'one', metadata: {}, execution_count: 1, outputs: [], source: ['1 + 1'] }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  }),
  'a.pdf': '%PDF-1.1\n%%EOF\n',
  'dot.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

const ask = (prompt, ...args) => ({ args: ['-p', prompt, ...args] });
const more = (prompt) => ask(prompt, '--continue');

/** Sessions as people make them: one or more runs of the command, some of them stopped. */
export const scenarios = [
  { name: 'plain', runs: [ask('hello @@plain')] },
  { name: 'two turns', runs: [ask('hello @@plain'), more('again @@think')] },
  { name: 'thinking', runs: [ask('think @@think')] },
  { name: 'redacted thinking', runs: [ask('think @@redacted')] },
  { name: 'tools', runs: [ask('work @@tools')] },
  { name: 'parallel calls', runs: [ask('work @@parallel')] },
  { name: 'failed calls', runs: [ask('work @@errors')] },
  { name: 'todos', runs: [ask('plan @@todo')] },
  { name: 'sub-agents', runs: [ask('delegate @@agents')] },
  { name: 'nested sub-agents', runs: [ask('delegate @@nested')] },
  { name: 'API errors', runs: [ask('try @@retry')] },
  { name: 'API refuses', runs: [ask('try @@refused')], mayFail: true },
  { name: 'API refuses, then goes on', runs: [{ ...ask('try @@refused'), mayFail: true }, more('again @@plain')] },
  { name: 'output limit', runs: [ask('long @@limit')] },
  { name: 'pause', runs: [ask('search @@pause')] },
  { name: 'refusal', runs: [ask('bad @@declined')] },
  { name: 'refused twice', runs: [{ ...ask('bad @@declinedtwice'), mayFail: true }, more('good @@plain')] },
  { name: 'all withheld', runs: [{ ...ask('bad @@withheld'), mayFail: true }, more('good @@plain')] },
  { name: 'nothing to see', runs: [ask('say @@silent')] },
  { name: 'only thoughts', runs: [ask('say @@onlythoughts'), more('and @@plain')] },
  { name: 'ids twice', runs: [ask('call @@sameids'), more('and @@plain')] },
  { name: 'stream cut', runs: [ask('tell @@cut')] },
  { name: 'large output', runs: [ask('count @@big')] },
  { name: 'interrupted words', runs: [{ ...ask('tell @@hang'), signal: 'SIGINT', mayFail: true }] },
  { name: 'interrupted thought', runs: [{ ...ask('tell @@slow'), signal: 'SIGINT', mayFail: true }] },
  { name: 'interrupted tool', runs: [{ ...ask('run @@longbash'), signal: 'SIGINT', mayFail: true }] },
  { name: 'one of two interrupted', runs: [{ ...ask('run @@longpair'), signal: 'SIGINT', mayFail: true }] },
  {
    name: 'interrupted, then goes on',
    runs: [{ ...ask('run @@longbash'), signal: 'SIGINT', mayFail: true }, more('go on @@plain')],
  },
  { name: 'killed while it speaks', runs: [{ ...ask('tell @@hang'), signal: 'SIGKILL', mayFail: true }] },
  { name: 'killed in a tool', runs: [{ ...ask('run @@longpair'), signal: 'SIGKILL', mayFail: true }] },
  {
    name: 'killed, then goes on',
    runs: [{ ...ask('run @@longpair'), signal: 'SIGKILL', mayFail: true }, more('go on @@tools')],
  },
  { name: 'compacted by hand', runs: [ask('work @@tools'), more('/compact keep the names')] },
  { name: 'compacted, then goes on', runs: [ask('work @@tools'), more('/compact'), more('next @@plain')] },
  { name: 'compacted by itself', runs: [ask('read @@full', '--model', 'claude-sonnet-4-5')] },
  { name: 'forked', runs: [ask('work @@tools'), ask('other way @@plain', '--continue', '--fork-session')] },
  {
    name: 'rewound',
    runs: [ask('one @@plain'), more('two @@tools')],
    lines: ['/rewind 2 conversation', 'instead @@think'],
  },
  {
    name: 'rewound to the start',
    runs: [ask('one @@plain'), more('two @@plain')],
    lines: ['/rewind 1 conversation', 'anew @@tools'],
  },
  { name: 'several prompts in one run', lines: ['one @@plain', 'two @@parallel', 'three @@think'] },
  { name: 'changed model', runs: [ask('think @@think', '--model', 'claude-sonnet-4-5'), more('again @@think')] },
  { name: 'background agent', runs: [ask('delegate @@background')] },
  { name: 'background agent, then goes on', runs: [ask('delegate @@background'), more('next @@plain')] },
  { name: 'background agent joins the turn', runs: [ask('delegate @@joined')] },
  { name: 'background command', runs: [ask('start @@task')] },
  { name: 'tasks that are not there', runs: [ask('look @@tasks')] },
  { name: 'file named in the prompt', runs: [ask('explain @README.md @@plain')] },
  { name: 'folder and picture named', runs: [ask('what is @. and @dot.png @@plain'), more('next @@tools')] },
  { name: 'notebook', runs: [ask('edit @@notebook')] },
  { name: 'PDF', runs: [ask('read @@pdf')] },
  { name: 'picture', runs: [ask('read @@picture')] },
  { name: 'question to nobody', runs: [ask('ask @@question')] },
  { name: 'plan mode', runs: [ask('plan @@plan', '--permission-mode', 'plan'), more('and now @@tools')] },
  { name: 'web page', runs: [ask('fetch @@web')] },
  { name: 'max turns', runs: [{ ...ask('work @@tools', '--max-turns', '2'), mayFail: true }] },
];
