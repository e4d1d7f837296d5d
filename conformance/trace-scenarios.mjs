import { ENTER, ESCAPE, UP } from './terminal-client.mjs';

/** "Branched conversation." up to 2.1.325, "Branched session." since. */
const BRANCHED = /Branched (conversation|session)\./;
const text = (words) => ({ type: 'text', text: words });
const use = (name, input) => ({ type: 'tool_use', name, input });
const bash = (command) => use('Bash', { command, description: 'A command' });
const find = (name) => ({ blocks: [use('ToolSearch', { query: `select:${name}`, max_results: 1 })] });
const agent = (prompt, more = {}) => use('Agent', { description: 'A look', prompt, ...more });
const WAITED_FOR = { run_in_background: false };

const WORKFLOW = `export const meta = { name: 'two', description: 'Two looks', phases: [{ title: 'Look' }] };
phase('Look');
return await parallel([() => agent('One. @@sub', { label: 'one' }), () => agent('Two. @@sub', { label: 'two' })]);`;

/** The model's scripts, in addition to those of our chat. */
export const ownScripts = {
  foreground: [
    {
      blocks: [agent('First. @@sub', WAITED_FOR), agent('Second. @@sub', { ...WAITED_FOR, subagent_type: 'Explore' })],
    },
    { blocks: [text('Both are back.')] },
  ],
  forkagent: [{ blocks: [agent('Go. @@sub', { subagent_type: 'fork' })] }, { blocks: [text('It is forked.')] }],
  worktreeagent: [
    { blocks: [agent('Go. @@sub', { ...WAITED_FOR, isolation: 'worktree' })] },
    { blocks: [text('It worked apart.')] },
  ],
  worktree: [
    find('EnterWorktree'),
    { blocks: [use('EnterWorktree', { name: 'apart' })] },
    { blocks: [bash('pwd')] },
    find('ExitWorktree'),
    { blocks: [use('ExitWorktree', { action: 'keep' })] },
    { blocks: [text('There and back.')] },
  ],
  workflow: [{ blocks: [use('Workflow', { script: WORKFLOW })] }, { blocks: [text('The workflow runs.')] }],
  message: ({ messages }) => [
    { blocks: [agent('Go. @@sub')] },
    { blocks: [bash('sleep 1')] },
    find('SendMessage'),
    { blocks: [use('SendMessage', { to: agentIn(messages), summary: 'Once more', message: 'Once more. @@quick' })] },
    { blocks: [text('It was told.')] },
  ],
  slowagent: [{ blocks: [agent('Go. @@longbash')] }, { blocks: [text('It takes long.')] }],
  skill: [{ blocks: [use('Skill', { skill: 'apart' })] }, { blocks: [text('The skill is used.')] }],
  planfile: ({ messages }) => [
    { blocks: [use('Write', { file_path: planFileIn(messages), content: '# Plan\n\n1. Do it @@plain\n' })] },
    { blocks: [use('ExitPlanMode', {})] },
    { blocks: [text('The plan is done.')] },
  ],
};

/** The client tells the model where to put it. */
function planFileIn(messages) {
  return /\/[^"\\\s]+\/plans\/[^"\\\s]+\.md/.exec(JSON.stringify(messages))?.[0];
}

function agentIn(messages) {
  return /agentId: (\w+)/.exec(JSON.stringify(messages))?.[1] ?? 'nobody';
}

const ask = (prompt, ...args) => ({ args: ['-p', prompt, ...args] });
const more = (prompt, ...args) => ask(prompt, '--continue', ...args);
const FIRST = '11111111-1111-4111-8111-111111111111';

/**
 * Typical uses of the client: consecutive runs (runs in a list start together), or a conversation at a terminal.
 * `isRacy`: the requests differ from run to run. `isUnkept`: not everything is in a transcript.
 */
export const scenarios = [
  { name: 'one prompt', runs: [ask('hello @@plain')] },
  { name: 'continued', runs: [ask('hello @@plain'), more('again @@think'), more('and @@tools')] },
  {
    name: 'resumed by its id',
    runs: [ask('hello @@plain', '--session-id', FIRST), ask('again @@tools', '--resume', FIRST)],
  },
  {
    name: 'several prompts in one run',
    isRacy: true,
    runs: [prompts('one @@plain', 'two @@parallel', 'three @@think')],
  },
  { name: 'parallel calls', runs: [ask('work @@parallel')] },
  { name: 'failing tools', runs: [ask('work @@errors')] },
  { name: 'large output', runs: [ask('count @@big')] },
  { name: 'output limit', runs: [ask('long @@limit')] },
  { name: 'max turns', runs: [ask('work @@tools', '--max-turns', '2'), more('next @@plain')] },
  { name: 'sub-agents', isRacy: true, runs: [ask('delegate @@agents')] },
  { name: 'sub-agents that are waited for', isRacy: true, runs: [ask('delegate @@foreground')] },
  { name: 'nested sub-agents', isRacy: true, runs: [ask('delegate @@nested')] },
  { name: 'sub-agent, then goes on', isRacy: true, runs: [ask('delegate @@background'), more('next @@plain')] },
  { name: 'sub-agent that is told more', isRacy: true, runs: [ask('delegate @@message')] },
  { name: 'sub-agent that knows all', isRacy: true, runs: [ask('delegate @@forkagent')] },
  { name: 'sub-agent in a worktree', isRacy: true, runs: [ask('delegate @@worktreeagent'), more('next @@plain')] },
  {
    name: 'sub-agent, interrupted',
    isRacy: true,
    // Two of the conversation and one of the sub-agent. What the client prints depends on how far it has come.
    runs: [{ ...ask('delegate @@slowagent'), signal: 'SIGINT', afterRequests: 3 }],
  },
  { name: 'workflow', isRacy: true, runs: [ask('use a workflow @@workflow'), more('next @@plain')] },
  { name: 'skill apart', isRacy: true, runs: [ask('use it @@skill')] },
  { name: 'worktree', runs: [ask('go there @@worktree'), more('next @@plain')] },
  { name: 'command in the background', isRacy: true, runs: [ask('start @@task')] },
  { name: 'API errors that are retried', runs: [ask('try @@retry')] },
  { name: 'API refuses', isRacy: true, runs: [ask('try @@refused'), more('again @@plain')] },
  // How often the client asks again after that depends on timing.
  { name: 'stream cut', isRacy: true, runs: [ask('tell @@cut')] },
  { name: 'compacted by hand', runs: [ask('work @@tools'), more('/compact'), more('next @@plain')] },
  { name: 'compacted by itself', runs: [ask('read @@full', '--model', 'claude-sonnet-4-5'), more('next @@plain')] },
  { name: 'forked', runs: [ask('work @@tools'), more('other way @@plain', '--fork-session'), more('on @@think')] },
  {
    name: 'forked, then the original goes on',
    runs: [
      ask('work @@tools', '--session-id', FIRST),
      ask('other way @@plain', '--resume', FIRST, '--fork-session'),
      ask('on @@think', '--resume', FIRST),
    ],
  },
  { name: 'two clients at once', isRacy: true, runs: [[ask('one @@tools'), ask('two @@parallel')]] },
  {
    name: 'two clients at once in one session',
    isRacy: true,
    runs: [
      ask('hello @@plain', '--session-id', FIRST),
      [ask('one @@tools', '--resume', FIRST), ask('two @@parallel', '--resume', FIRST)],
      ask('on @@think', '--resume', FIRST),
    ],
  },
  { name: 'interrupted words', runs: [{ ...ask('tell @@hang'), signal: 'SIGINT' }, more('go on @@plain')] },
  { name: 'interrupted tool', runs: [{ ...ask('run @@longpair'), signal: 'SIGINT' }, more('go on @@plain')] },
  { name: 'interrupted, and left so', runs: [ask('one @@plain'), { ...more('run @@longbash'), signal: 'SIGINT' }] },
  { name: 'terminated', isRacy: true, runs: [{ ...ask('run @@longbash'), signal: 'SIGTERM' }, more('go on @@plain')] },
  { name: 'killed', runs: [{ ...ask('run @@longpair'), signal: 'SIGKILL' }, more('go on @@plain')] },
  {
    name: 'nothing is kept',
    isUnkept: true,
    runs: [ask('hello @@tools', '--no-session-persistence'), ask('hello @@plain')],
  },
  {
    name: 'terminal: nothing is said',
    talk: async () => {},
  },
  {
    name: 'terminal: several turns',
    isRacy: true,
    talk: async (client, check) => {
      await client.say('hello @@plain', 'A plain answer.');
      await check('after the first turn');
      await client.say('again @@tools', 'All looked at.');
      await check('after the second turn');
      await client.say('!echo by hand', 'by hand');
      await client.say('delegate @@agents', 'Both agents are back.', 'Understood.');
      await check('after the third turn');
    },
  },
  {
    name: 'terminal: interrupted, and asked while it works',
    isRacy: true,
    talk: async (client, check) => {
      await client.press('tell @@hang');
      client.write(ENTER);
      await client.see('Half a sentence');
      await client.press(ESCAPE, 'Interrupted');
      await client.press('run @@parallel');
      client.write(ENTER);
      await client.see('Three at once.');
      await client.say('and then @@plain', 'A plain answer.');
      await check('after the queued prompt');
    },
  },
  {
    name: 'terminal: /compact, /clear, /branch',
    isRacy: true,
    talk: async (client, check) => {
      await client.say('hello @@plain', 'A plain answer.');
      await client.say('/compact', 'Compacted');
      await client.say('again @@plain', 'A plain answer.');
      await client.say('/clear');
      await check('after /clear');
      await client.say('more @@tools', 'All looked at.');
      await client.say('/branch', BRANCHED);
      await client.say('in the branch @@think', 'An answer behind a thought.');
      await check('in the branch');
    },
  },
  {
    name: 'terminal: /rewind',
    isRacy: true,
    talk: async (client, check) => {
      await client.say('one @@plain', 'A plain answer.');
      await client.say('two @@tools', 'All looked at.');
      await client.say('three @@plain', 'A plain answer.');
      await client.say('/rewind', '(current)');
      await client.press(UP);
      await client.press(UP);
      await client.press(ENTER, 'Restore');
      await client.press(ENTER);
      // It puts the old prompt back for editing.
      await client.press('\x7f'.repeat(30));
      await client.say('instead @@think', 'An answer behind a thought.');
      await check('on the other branch');
    },
  },
  {
    name: 'terminal: plan mode',
    args: ['--permission-mode', 'plan'],
    isRacy: true,
    talk: async (client, check) => {
      await client.say('hello @@plain', 'A plain answer.');
      await client.say('make a plan @@planfile', '1. Yes, clear context');
      await client.press('1', 'A plain answer.');
      await check('after the plan');
    },
  },
  {
    name: 'terminal: closed while it works',
    isRacy: true,
    talk: async (client) => {
      await client.say('hello @@plain', 'A plain answer.');
      await client.press('run @@longpair');
      client.write(ENTER);
      await client.see('One is quick.');
      await client.close();
    },
  },
];

function prompts(...words) {
  const lines = words.map((content) => JSON.stringify({ type: 'user', message: { role: 'user', content } }));
  const format = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  return { args: ['-p', ...format], input: `${lines.join('\n')}\n` };
}
