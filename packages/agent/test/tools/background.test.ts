import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bashTool } from '../../src/tools/shell/bash-tool.js';
import { BackgroundTasks } from '../../src/tools/tasks/background-tasks.js';
import { taskOutputTool, taskStopTool } from '../../src/tools/tasks/task-tools.js';
import { bench, isAlive, until } from './support.js';

function tools() {
  const tasks = new BackgroundTasks();
  return { tasks, bash: bashTool(tasks), output: taskOutputTool(tasks), stop: taskStopTool(tasks), ...bench() };
}

function idOf({ toolUseResult }: { toolUseResult?: unknown }): string {
  return (toolUseResult as { backgroundTaskId: string }).backgroundTaskId;
}

describe('a background command', () => {
  it("has the client's format, and its output can be waited for", async () => {
    const { run, bash, output, tasks } = tools();
    const started = await run(bash, { command: 'echo one; sleep 0.3; echo two', run_in_background: true });
    const id = idOf(started);
    expect(id).toMatch(/^b[0-9a-z]{8}$/);
    expect(started.content).toContain(`Command running in background with ID: ${id}. Output is being written to: `);
    expect(started.toolUseResult).toEqual({
      stdout: '',
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
      backgroundTaskId: id,
    });
    const done = await run(output, { task_id: id });
    expect(done.toolUseResult).toEqual({
      retrieval_status: 'success',
      task: {
        task_id: id,
        task_type: 'local_bash',
        status: 'completed',
        description: 'echo one; sleep 0.3; echo two',
        output: 'one\ntwo\n',
        exitCode: 0,
      },
    });
    expect(done.content).toContain('<output>\none\ntwo\n</output>');
    expect(readFileSync(String(tasks.get(id)?.outputFile), 'utf8')).toBe('one\ntwo\n');
  });

  it('can be read while it runs, and stopped with everything it started', async () => {
    const { run, bash, output, stop, tasks } = tools();
    const id = idOf(await run(bash, { command: 'sleep 300 & echo $!; wait', run_in_background: true }));
    await until(() => tasks.outputOf(tasks.get(id) as never) !== '');
    const look = await run(output, { task_id: id, block: false });
    expect(look.content).toContain('<status>running</status>');
    const pid = Number(/(\d+)\n<\/output>/.exec(String(look.content))?.[1]);
    expect(isAlive(pid)).toBe(true);
    expect((await run(output, { task_id: id, timeout: 50 })).content).toContain('<retrieval_status>timeout');
    const stopped = await run(stop, { task_id: id });
    expect(stopped.toolUseResult).toMatchObject({ task_id: id, task_type: 'local_bash' });
    await until(() => !isAlive(pid));
    expect((await run(output, { task_id: id })).content).toContain('<status>killed</status>');
    expect((await run(stop, { task_id: id })).isError).toBe(true);
  });

  it('accepts older tool and parameter names', async () => {
    const { run, bash, output, stop } = tools();
    const id = idOf(await run(bash, { command: 'sleep 100', run_in_background: true }));
    expect([output.aliases, stop.aliases]).toEqual([['BashOutput'], ['KillShell', 'KillBash']]);
    expect((await run(output, { bash_id: id })).isError).toBeUndefined();
    expect((await run(stop, { shell_id: id })).isError).toBeUndefined();
  });

  it('reports a failure and an unknown id', async () => {
    const { run, bash, output, stop } = tools();
    const id = idOf(await run(bash, { command: 'exit 7', run_in_background: true }));
    expect((await run(output, { task_id: id })).toolUseResult).toMatchObject({
      task: { status: 'failed', exitCode: 7 },
    });
    expect((await run(output, { task_id: 'bnothere' })).isError).toBe(true);
    expect((await run(stop, {})).isError).toBe(true);
  });

  it('is shown only in part if its output is long', async () => {
    const { run, bash, output } = tools();
    const id = idOf(await run(bash, { command: 'seq 1 100000', run_in_background: true }));
    const { content } = await run(output, { task_id: id });
    expect(String(content).length).toBeLessThan(31_000);
    expect(content).toContain('99999\n100000\n</output>');
  });
});
