import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSound, linesOf, newChat, newPlace, type TestPlace } from '../support/chat.js';
import { text, use } from '../support/scripted-api.js';

function withHooks(hooks: object, at: 'user' | 'project' = 'project'): TestPlace {
  const place = newPlace();
  const folder = at === 'user' ? place.configDir : join(place.cwd, '.claude');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ hooks }));
  return place;
}

const command = (line: string, matcher?: string) => [
  { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command: line }] },
];
const writes = [{ blocks: [use('Write', { file_path: 'a.txt', content: 'a' })] }, { blocks: [text('ok')] }];

describe('hooks', () => {
  it('receive events in the client’s format', async () => {
    const place = withHooks({
      PreToolUse: command('cat > pre.json', 'Write|Edit'),
      PostToolUse: command('cat > post.json'),
      UserPromptSubmit: command('cat > prompt.json'),
      SessionStart: command('cat > start.json', 'startup'),
      Stop: command('cat > stop.json'),
    });
    const { chat } = await newChat(writes, { place });
    await chat.send('write it');
    const received = (name: string) => JSON.parse(readFileSync(join(place.cwd, name), 'utf8'));
    const common = { session_id: chat.sessionId, transcript_path: chat.file, cwd: place.cwd };
    expect(received('pre.json')).toMatchObject({
      ...common,
      hook_event_name: 'PreToolUse',
      tool_name: 'Write',
      tool_input: { file_path: 'a.txt' },
    });
    expect(received('post.json')).toMatchObject({ tool_response: { type: 'create' } });
    expect(received('prompt.json')).toMatchObject({ prompt: 'write it', permission_mode: 'bypassPermissions' });
    expect(received('start.json')).toMatchObject({ source: 'startup' });
    expect(received('stop.json')).toMatchObject({ stop_hook_active: false, last_assistant_message: 'ok' });
    const progress = linesOf(chat.file).filter(({ type }) => type === 'progress');
    expect(progress.map(({ data }) => (data as { hookName: string }).hookName)).toContain('PreToolUse:Write');
    expect(isSound(chat.file)).toBe(true);
  });

  it('block a call with exit code 2, and with JSON', async () => {
    const saysJson = `echo '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"not here"}}'`;
    for (const line of ['echo not here >&2; exit 2', saysJson]) {
      const place = withHooks({ PreToolUse: command(line, 'Write') });
      const { chat, api } = await newChat(writes, { place });
      await chat.send('write');
      expect(existsSync(join(place.cwd, 'a.txt'))).toBe(false);
      expect(JSON.stringify(api.requests[1]?.messages.at(-1))).toContain('not here');
    }
  });

  it('run for every tool if the matcher is invalid, and then allow nothing', async () => {
    const blocking = withHooks({ PreToolUse: command('echo not here >&2; exit 2', '[(') });
    const blocked = await newChat(writes, { place: blocking });
    await blocked.chat.send('write');
    expect(existsSync(join(blocking.cwd, 'a.txt'))).toBe(false);
    const answer = { hookSpecificOutput: { permissionDecision: 'allow' } };
    for (const [matcher, isWritten] of [
      ['Write', true],
      ['[(', false],
    ] as const) {
      const place = withHooks({ PreToolUse: command(`echo '${JSON.stringify(answer)}'`, matcher) });
      const { chat } = await newChat(writes, { place, permissionMode: 'dontAsk' });
      await chat.send('write');
      expect(existsSync(join(place.cwd, 'a.txt'))).toBe(isWritten);
    }
  });

  it('can skip a question, and change an input', async () => {
    const answer = {
      hookSpecificOutput: { permissionDecision: 'allow', updatedInput: { file_path: 'b.txt', content: 'b' } },
    };
    const place = withHooks({ PreToolUse: command(`echo '${JSON.stringify(answer)}'`) });
    const { chat } = await newChat(writes, { place, permissionMode: 'default' });
    await chat.send('write');
    expect(readFileSync(join(place.cwd, 'b.txt'), 'utf8')).toBe('b');
  });

  it('can make the model continue when it would stop', async () => {
    const place = withHooks({ Stop: command('test -e once && exit 0; touch once; echo run the tests >&2; exit 2') });
    const { chat, api } = await newChat([{ blocks: [text('done?')] }, { blocks: [text('done.')] }], { place });
    expect(await chat.send('work')).toMatchObject({ reason: 'end_turn', text: 'done.' });
    expect(JSON.stringify(api.requests[1]?.messages.at(-1))).toContain('run the tests');
  });

  it('are told whether a hook has already kept the turn from ending', async () => {
    const place = withHooks({
      Stop: command('cat >> stops; test -e once && exit 0; touch once; echo more >&2; exit 2'),
    });
    const answer = (_: unknown, count: number) => ({ blocks: [text('done')], ...(count === 1 && { hang: true }) });
    const { chat, events } = await newChat(answer, { place });
    const first = chat.send('one');
    while (events.filter(({ type }) => type === 'block_finished').length < 2)
      await new Promise((r) => setTimeout(r, 5));
    chat.interrupt();
    expect(await first).toMatchObject({ reason: 'interrupted' });
    await chat.send('two');
    const received = readFileSync(join(place.cwd, 'stops'), 'utf8').match(/"stop_hook_active":\w+/g);
    expect(received).toEqual(['"stop_hook_active":false', '"stop_hook_active":false']);
  });

  it('see prompts that join a running turn', async () => {
    const place = withHooks({ UserPromptSubmit: command('grep -q second && { echo no >&2; exit 2; }; echo seen') });
    const { chat, api } = await newChat(
      [{ blocks: [use('Bash', { command: 'sleep 0.2' })] }, { blocks: [text('a')] }],
      {
        place,
      },
    );
    await Promise.all([chat.send('first'), chat.send('second'), chat.send('third')]);
    const sent = JSON.stringify(api.requests[1]?.messages.at(-1));
    expect(sent).not.toContain('second');
    expect(sent).toMatch(/third.*seen/);
  });

  it('cannot prevent a turn from ending forever', async () => {
    const place = withHooks({ Stop: command('cat >> stops; echo more >&2; exit 2') });
    const { chat, api, events } = await newChat(() => ({ blocks: [text('done')] }), { place });
    expect(await chat.send('go')).toMatchObject({ reason: 'end_turn' });
    expect(api.requests).toHaveLength(9);
    const notices = events.filter(({ type }) => type === 'notice');
    expect(notices).toMatchObject([{ level: 'warning', message: expect.stringContaining('8 times') }]);
    expect(readFileSync(join(place.cwd, 'stops'), 'utf8')).toContain('"stop_hook_active":true');
    expect(isSound(chat.file)).toBe(true);
  });

  it('add context to a prompt, or block it', async () => {
    const place = withHooks({ UserPromptSubmit: command('echo it is raining') });
    const { chat, api } = await newChat([{ blocks: [text('a')] }], { place });
    await chat.send('weather?');
    const words = '<system-reminder>\nUserPromptSubmit hook success: it is raining\n</system-reminder>';
    expect(api.requests[0]?.messages.at(-1)?.content.at(-1)).toMatchObject({ text: words });
    const closed = withHooks({ UserPromptSubmit: command('echo no >&2; exit 2') });
    const other = await newChat([], { place: closed });
    expect(await other.chat.send('weather?')).toBeUndefined();
    expect(other.api.requests).toHaveLength(0);
  });

  // What client 2.1.326 writes and sends.
  it('are written and sent in the client’s format', async () => {
    const json = (event: string, additionalContext: string) =>
      `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext } })}'`;
    const place = withHooks({
      SessionStart: [
        ...command("printf 'plain\\nstart\\n\\n'"),
        ...command(json('SessionStart', 'one ')),
        ...command(json('SessionStart', 'two')),
      ],
      UserPromptSubmit: [
        ...command("printf 'plain\\nprompt\\n\\n'"),
        ...command(json('UserPromptSubmit', 'three')),
        ...command('true'),
        ...command(json('UserPromptSubmit', 'four')),
      ],
    });
    const { chat, api } = await newChat([{ blocks: [text('a')] }, { blocks: [text('b')] }], { place });
    await chat.send('hello');
    const reminder = (words: string) => `<system-reminder>\n${words}\n</system-reminder>`;
    const sent = (at: number) =>
      api.requests[at]?.messages.at(-1)?.content.map((block) => String(block['text' as never]).replace(/\n$/, ''));
    const ofPrompt = [
      reminder('UserPromptSubmit hook success: plain\nprompt'),
      reminder('UserPromptSubmit hook additional context: three'),
      reminder('UserPromptSubmit hook additional context: four'),
    ];
    expect(sent(0)).toEqual([
      reminder('SessionStart:startup hook success: plain\nstart'),
      reminder('SessionStart hook additional context: one \ntwo'),
      'hello',
      ...ofPrompt,
    ]);
    const lines = linesOf(chat.file).filter(({ type }) => type === 'attachment' || type === 'user');
    expect(lines[0]).toMatchObject({ parentUuid: null, attachment: { type: 'hook_success' } });
    expect(lines.map(({ attachment, rendered }) => [attachment ?? 'prompt', rendered])).toMatchObject([
      [
        {
          hookName: 'SessionStart:startup',
          hookEvent: 'SessionStart',
          content: 'plain\nstart',
          stdout: 'plain\nstart\n\n',
          stderr: '',
          exitCode: 0,
        },
        [{ content: sent(0)?.[0] }],
      ],
      [{ type: 'hook_success', content: '', command: expect.stringContaining('one') }, undefined],
      [{ type: 'hook_success', content: '' }, undefined],
      [
        {
          type: 'hook_additional_context',
          content: ['one ', 'two'],
          hookName: 'SessionStart',
          toolUseID: 'SessionStart',
        },
        [{ content: sent(0)?.[1] }],
      ],
      ['prompt', undefined],
      [{ type: 'hook_success', hookName: 'UserPromptSubmit' }, [{ content: ofPrompt[0] }]],
      [{ type: 'hook_additional_context', content: ['three'] }, [{ content: ofPrompt[1] }]],
      [{ type: 'hook_additional_context', toolUseID: expect.stringMatching(/^hook-/) }, [{ content: ofPrompt[2] }]],
    ]);
    await chat.send('again');
    expect(sent(1)).toEqual(['again', ...ofPrompt]);
    expect(isSound(chat.file)).toBe(true);
  });

  it('of an untrusted project do not run; the user’s own do', async () => {
    const theirs = withHooks({ UserPromptSubmit: command('touch ran') });
    await (await newChat([{ blocks: [text('a')] }], { place: theirs, isTrusted: false })).chat.send('hi');
    expect(existsSync(join(theirs.cwd, 'ran'))).toBe(false);
    const own = withHooks({ UserPromptSubmit: command('touch ran') }, 'user');
    await (await newChat([{ blocks: [text('a')] }], { place: own, isTrusted: false })).chat.send('hi');
    expect(existsSync(join(own.cwd, 'ran'))).toBe(true);
  });

  it('that fail or take too long are reported and do no harm', async () => {
    const slow = { hooks: [{ type: 'command', command: 'sleep 60', timeout: 0.1 }] };
    const place = withHooks({ UserPromptSubmit: [...command('exit 1'), slow] });
    const { chat, events } = await newChat([{ blocks: [text('a')] }], { place });
    expect(await chat.send('hi')).toMatchObject({ reason: 'end_turn' });
    expect(events.filter(({ type }) => type === 'notice')).toHaveLength(2);
  });
});
