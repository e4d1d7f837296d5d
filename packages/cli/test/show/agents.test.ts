import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/program.js';
import { memoryIo } from '../support/memory-io.js';
import { newProject, SESSION_ID, sessionFile } from '../support/session-file.js';

async function show(file: string, ...args: string[]): Promise<string> {
  const io = memoryIo();
  await run(['show', file, ...args], io);
  expect(io.stderr()).toBe('');
  return io.stdout();
}

const side = { isSidechain: true };

function agentLines(prompt: string) {
  return sessionFile().user(prompt, side).call(`${prompt}-m`, `${prompt}-t`, 'Bash', { command: prompt }, side);
}

function meta(project: string, id: string, toolUseId: string): void {
  const file = join(project, SESSION_ID, 'subagents', `agent-${id}.meta.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ toolUseId, agentType: 'Explore', description: 'look' }));
}

describe('show: sub-agents', () => {
  it('nests them under their calls, to any depth', async () => {
    const project = newProject();
    const folder = `${SESSION_ID}/subagents`;
    const file = sessionFile()
      .user('go')
      .call('m', 't1', 'Agent', { description: 'outer', prompt: 'outer task' })
      .result('t1', 'ok')
      .write(undefined, project);
    sessionFile()
      .user('outer task', side)
      .call('o', 't2', 'Agent', { description: 'inner', prompt: 'inner task' }, side)
      .write(`${folder}/agent-a1.jsonl`, project);
    agentLines('inner task').write(`${folder}/agent-a2.jsonl`, project);
    agentLines('nobody asked').write(`${folder}/agent-a3.jsonl`, project);
    agentLines('Warmup').write(`${folder}/agent-a4.jsonl`, project);
    const brief = await show(file);
    expect(brief).toContain('✓ Agent outer · 2 B · 1.0 s\n    ↳ a1 · 1 turn · 1 tool · 1.0k tokens · 1.0 s\n');
    expect(brief).not.toContain('inner task');
    expect(brief).toContain('Sub-agents whose call is not in the session\n  ↳ a3 · ');
    expect(brief).toContain("1 helper of the client's own");
    const full = await show(file, '--full');
    expect(full).toContain('    ┊   ▌ outer task\n');
    expect(full).toContain('    ┊     ┊   ▌ inner task\n');
    expect(full).toContain('    ┊     ┊   ? Bash inner task · no result\n');
  });

  it('is not led in a circle by notes that contradict each other', async () => {
    const project = newProject();
    const file = sessionFile().user('go').reply('m', 'hi').write(undefined, project);
    for (const [id, other] of [
      ['a1', 'b'],
      ['a2', 'a'],
    ] as const) {
      const own = other === 'a' ? 'b' : 'a';
      sessionFile()
        .user(`task of ${id}`, side)
        .call(`m-${id}`, own, 'Agent', { prompt: 'x' }, side)
        .write(`${SESSION_ID}/subagents/agent-${id}.jsonl`, project);
      meta(project, id, other);
    }
    const out = await show(file, '--full');
    expect(out.match(/▌ task of a1/g)).toHaveLength(1);
    expect(out.match(/▌ task of a2/g)).toHaveLength(1);
  });

  it('finds those whose lines are in the session itself', async () => {
    const file = sessionFile()
      .user('go', { uuid: 'p' })
      .call('m1', 't1', 'Task', { description: 'chain', prompt: 'chain task' }, { uuid: 'q' })
      .user('chain task', { ...side, parentUuid: null })
      .reply('s1', 'chain answer', side)
      .result('t1', 'ok', { parentUuid: 'q' })
      .call('m2', 't2', 'Agent', { description: 'news', prompt: 'news task' })
      .line({
        type: 'progress',
        parentToolUseID: 't2',
        data: {
          type: 'agent_progress',
          agentId: 'gone',
          message: {
            type: 'assistant',
            uuid: 'z',
            message: { id: 'x', role: 'assistant', content: [{ type: 'text', text: 'news answer' }] },
          },
        },
      })
      .result('t2', 'ok')
      .write();
    const brief = await show(file);
    expect(brief).toContain('↳ side chain 1 · 1 turn · 0 tools · 1.0k tokens · 1.0 s · from side chain\n');
    expect(brief).toContain('↳ gone · 1 turn · 0 tools · tokens unknown · from progress lines\n');
    const full = await show(file, '--full');
    expect(full).toContain('┊   chain answer\n');
    expect(full).toContain('┊   news answer\n');
  });
});
