import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { sessionFile } from '../support/session-file.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through.
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
const EVIL = '\u001b]0;title\u0007\u001b[2J\u009b31m\u202eevil\u0000\r\b';

async function show(file: string, ...args: string[]): Promise<string> {
  const io = memoryIo();
  await run(['show', file, ...args], io);
  expect(io.stderr()).toBe('');
  return io.stdout();
}

/** Every place of a transcript from which text reaches the terminal. */
function evilSession() {
  return sessionFile()
    .line({ type: 'custom-title', customTitle: `title ${EVIL}` })
    .user(`prompt ${EVIL}`, { gitBranch: `b${EVIL}`, cwd: `/home/${EVIL}` })
    .line({ type: 'attachment', attachment: { type: `odd${EVIL}`, path: EVIL, content: EVIL } })
    .line({ type: 'attachment', attachment: { type: 'hook_success', hookName: EVIL } })
    .line({ type: 'system', subtype: `odd${EVIL}`, content: EVIL })
    .line({ type: `odd${EVIL}`, uuid: 'odd', parentUuid: null })
    .line({ type: 'system', subtype: 'model_refusal_fallback', originalModel: EVIL })
    .reply('m0', [
      { type: 'thinking', thinking: EVIL },
      { type: `odd${EVIL}`, data: EVIL },
      { type: 'text', text: `# ${EVIL}\n\n| ${EVIL} |\n|---|\n| x |\n\n[a](http://${EVIL}) \`${EVIL}\` &#27;[31m` },
    ])
    .call('m1', 't1', `Evil${EVIL}`, { [EVIL]: EVIL })
    .result('t1', EVIL, { is_error: true })
    .call('m2', 't2', 'Edit', { file_path: EVIL, old_string: EVIL, new_string: `x${EVIL}` })
    .result('t2', EVIL)
    .call('m3', 't3', 'TodoWrite', { todos: [{ content: EVIL, status: 'pending' }] })
    .result('t3', [{ type: 'image', source: { type: 'url', url: EVIL } }])
    .result(`lost${EVIL}`, EVIL);
}

describe('show: text from strangers', () => {
  it.each([[[]], [['--full']]])('lets no control character through (%j)', async (args) => {
    const out = await show(evilSession().write(), ...args);
    expect(out).toContain('evil');
    expect(UNSAFE.test(out)).toBe(false);
  });

  it('counts each of many glued objects as large as it is', async () => {
    const file = sessionFile().write();
    writeFileSync(file, `${'{"type":"odd"}'.repeat(1000)}\n`);
    expect(await show(file)).toContain('odd line ×1000 · 14.0 kB');
  });

  it('shows odd shapes without failing', async () => {
    const file = sessionFile()
      .user([])
      .reply('m', [{ type: 'tool_use', id: 't', name: 'Bash', input: 'not an object' }])
      .result('t', { odd: true })
      .reply('n', [{ type: 'tool_use', id: 'u', name: 'constructor', input: { todos: 3 } }])
      .user([{ type: 'tool_result', tool_use_id: 'u' }])
      .call('o', 'v', 'TodoWrite', { todos: 'none' })
      .result('v', null, { toolUseResult: { structuredPatch: 'none', file: 7 } })
      .call('p', 'w', 'Edit', { edits: [3] })
      .result('w', [3, null, { type: 'text' }], { toolUseResult: { structuredPatch: [{ lines: [1, '+a'] }, 4] } })
      .line({ type: 'system', subtype: 'compact_boundary', compactMetadata: 'none' })
      .line({ type: 'attachment', attachment: {} })
      .write();
    for (const args of [[], ['--full'], ['--json'], ['--json', '--full']]) {
      expect((await show(file, ...args)).length).toBeGreaterThan(0);
    }
  });

  it('is not slow on huge prompts, replies and outputs', async () => {
    const huge = 'x'.repeat(3_000_000);
    const file = sessionFile()
      .user(huge)
      .reply('m', `${'>'.repeat(100_000)}\n\n${'['.repeat(100_000)}\n\n${huge}`)
      .call('n', 't', 'Bash', { command: huge })
      .result('t', huge)
      .write();
    // Not by the clock: on a busy machine that tells nothing.
    const started = process.cpuUsage();
    await show(file, '--full');
    await show(file);
    expect(process.cpuUsage(started).user).toBeLessThan(20_000_000);
  });
});
