const text = (words) => ({ type: 'text', text: words });
const thinking = (words) => ({ type: 'thinking', thinking: words, signature: `c2ln${words.length}` });
const use = (name, input) => ({ type: 'tool_use', name, input });
const bash = (command) => use('Bash', { command, description: 'A command' });

/** What the scripted model says; a prompt names a script by its mark. */
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
  todo: [
    { blocks: [use('TodoWrite', { todos: [{ content: 'One', status: 'in_progress', activeForm: 'Doing one' }] })] },
    { blocks: [text('Noted.')] },
  ],
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
  { name: 'max turns', runs: [{ ...ask('work @@tools', '--max-turns', '2'), mayFail: true }] },
];
