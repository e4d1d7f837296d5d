import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bashTool } from '../../src/tools/shell/bash-tool.js';
import { OutputKeeper } from '../../src/tools/shell/output-keeper.js';
import { BackgroundTasks } from '../../src/tools/tasks/background-tasks.js';
import type { ToolProgress } from '../../src/tools/tool.js';
import { bench, isAlive, until } from './support.js';

const bash = bashTool(new BackgroundTasks());
const hasOutput = ({ data }: ToolProgress) => data['output'] !== '';

describe('Bash', () => {
  it("has the client's format", async () => {
    const { run } = bench();
    expect(await run(bash, { command: 'echo two', description: 'two' })).toEqual({
      content: 'two',
      toolUseResult: { stdout: 'two', stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
      lineFields: { sandboxed: false },
    });
  });

  it('reports a failure as the client does, with output in order', async () => {
    const { run } = bench();
    expect(await run(bash, { command: 'echo out; echo err >&2; exit 3' })).toEqual({
      content: 'Exit code 3\nout\nerr',
      toolUseResult: 'Error: Exit code 3\nout\nerr',
      isError: true,
    });
  });

  it.each([
    ['a command that is not there', 'nosuchcommand', 'Exit code 127'],
    ['a wrong script', 'if then', 'syntax error'],
    ['a signal', 'kill -9 $$', 'SIGKILL'],
  ])('reports %s', async (_, command, message) => {
    const { run } = bench();
    const result = await run(bash, { command });
    expect(result.isError).toBe(true);
    expect(result.content).toContain(message);
  });

  it.each([
    ['# a comment\necho a', 'a'],
    ["cat <<'EOF'\n$(x) `y`\nEOF", '$(x) `y`'],
    ['echo "quoted \\"twice\\""', 'quoted "twice"'],
    ['printf "%s" "$1$#"', '0'],
    ['(exit 3); echo $?', '3'],
    ['cat', ''],
    ['', ''],
  ])('runs %j', async (command, output) => {
    const { run } = bench();
    expect((await run(bash, { command })).content).toBe(output);
  });

  it('keeps the folder it changed to', async () => {
    const { run, write, context, path } = bench();
    write('sub/a.txt', 'x');
    await run(bash, { command: 'cd sub && ls' });
    expect(context.cwd).toBe(path('sub'));
    expect((await run(bash, { command: 'pwd; false' })).content).toBe(`Exit code 1\n${path('sub')}`);
    await run(bash, { command: 'cd ..; exit 4' });
    expect(context.cwd).toBe(path('.').replace(/\/\.?$/, ''));
  });

  it('does not leave the project', async () => {
    const { run, context, folder } = bench();
    expect((await run(bash, { command: 'cd / && pwd' })).content).toBe(`/\nShell cwd was reset to ${folder}`);
    expect(context.cwd).toBe(folder);
  });

  it('returns to the project if its folder is gone', async () => {
    const { run, context, folder, write } = bench();
    write('sub/a', '');
    await run(bash, { command: 'cd sub' });
    await run(bash, { command: 'rm -r ../sub' });
    expect((await run(bash, { command: 'pwd' })).content).toContain(folder);
    expect(context.cwd).toBe(folder);
  });

  it('keeps a large output in a file, with a stub for the model', async () => {
    const { run } = bench();
    const { content, toolUseResult } = await run(bash, { command: 'seq 1 40000' });
    const { persistedOutputPath, persistedOutputSize, stdout } = toolUseResult as { [name: string]: string };
    expect(content).toContain('<persisted-output>\nOutput too large (223.5KB). Full output saved to: ');
    expect(readFileSync(String(persistedOutputPath), 'utf8')).toBe(
      `${Array.from({ length: 40000 }, (_, at) => at + 1).join('\n')}\n`,
    );
    expect(persistedOutputSize).toBe(228894);
    expect(stdout?.length).toBeLessThanOrEqual(30_000);
  });

  it('reports progress', async () => {
    const { run, progress, write } = bench();
    const command = 'echo tick 1; echo tick 2; until [ -e heard ]; do sleep 0.05; done; echo tick 3';
    const running = run(bash, { command, timeout: 60_000 });
    await until(() => progress.some(hasOutput));
    write('heard', '');
    await running;
    expect(progress[0]?.toolUseID).toBe('bash-progress-0');
    expect(progress.find(hasOutput)).toMatchObject({
      data: {
        type: 'bash_progress',
        output: 'tick 1\ntick 2\n',
        fullOutput: 'tick 1\ntick 2\n',
        totalLines: 2,
        timeoutMs: 60_000,
      },
    });
    expect(Object.keys(progress[0]?.data ?? {})).toEqual([
      'type',
      'output',
      'fullOutput',
      'elapsedTimeSeconds',
      'totalLines',
      'totalBytes',
      'taskId',
      'timeoutMs',
    ]);
  });

  it('neither waits for nor kills what a command left in the background', async () => {
    const { run, text, path } = bench();
    const { content } = await run(bash, { command: '(sleep 1; echo late; echo done > late.txt) & echo $!' });
    expect(content).toMatch(/^\d+$/);
    await until(() => statSync(path('late.txt'), { throwIfNoEntry: false }) !== undefined);
    expect(text('late.txt')).toBe('done\n');
  });

  it('recognises commands that only read', () => {
    expect(bash.isReadOnly({ command: 'ls -la | head' })).toBe(true);
    expect(bash.isReadOnly({ command: 'ls && rm x' })).toBe(false);
    expect(bash.isReadOnly({ command: 'echo $(' })).toBe(false);
  });
});

describe.skipIf(process.platform === 'win32')('a command that hangs', () => {
  const hang = 'echo $$; sleep 300 & echo $!; (trap "" TERM; sleep 301) & echo $!; wait';

  it('is killed at its timeout, with everything it started', async () => {
    const { run } = bench();
    const result = await run(bash, { command: hang, timeout: 3000 });
    expect(result.isError).toBe(true);
    expect(result.content).toContain('Exit code 143\nCommand timed out after 3s');
    const pids = String(result.content).match(/^\d+$/gm)?.map(Number) ?? [];
    expect(pids).toHaveLength(3);
    await until(() => !pids.some(isAlive));
  });

  it('is killed on Esc, and returns its output at once', async () => {
    const { run, abort, progress } = bench();
    const running = run(bash, { command: hang });
    await until(() => progress.some(({ data }) => data['totalLines'] === 3));
    abort.abort();
    const result = await running;
    expect(result.toolUseResult).toMatchObject({ interrupted: true });
    expect(result.content).toContain('<error>Command was aborted before completion</error>');
    const pids = String(result.content).match(/^\d+$/gm)?.map(Number) ?? [];
    expect(pids).toHaveLength(3);
    await until(() => !pids.some(isAlive));
  });

  it('does not start if it was already stopped', async () => {
    const { run, abort } = bench();
    abort.abort();
    expect((await run(bash, { command: 'sleep 100' })).isError).toBe(true);
  });
});

describe('a gigabyte of output', () => {
  it('uses little memory and disk space', async () => {
    const { run } = bench();
    const before = process.memoryUsage().rss;
    let most = 0;
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
    }, 20);
    const { content, toolUseResult } = await run(bash, {
      command: 'head -c 1073741824 /dev/zero | tr "\\0" x; echo; echo the end',
    });
    clearInterval(timer);
    const { persistedOutputPath, persistedOutputSize } = toolUseResult as { [name: string]: number | string };
    expect(persistedOutputSize).toBe(64 * 1024 * 1024);
    expect(statSync(String(persistedOutputPath)).size).toBe(64 * 1024 * 1024);
    expect(content).toContain('1073741833 bytes in all; only the first 67108864 bytes were kept');
    expect(content).toContain('the end');
    expect(String(content).length).toBeLessThan(20_000);
    expect(most).toBeLessThan(150 * 1024 * 1024);
  });
});

const canMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!canMount)('a full disk', () => {
  it('loses part of the output but does not fail the command', async ({ skip }) => {
    const { run, path } = bench();
    mkdirSync(path('disk'));
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', path('disk')]).status !== 0) {
      skip('no disk can be mounted here');
      return;
    }
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = path('disk');
    try {
      const { content, isError } = await run(bash, { command: 'seq 1 40000; echo the end' });
      expect(isError).toBeUndefined();
      expect(content).toContain('the disk is full, so the rest was not kept');
      expect(content).toContain('the end');
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
      spawnSync('umount', [path('disk')]);
    }
  });
});

describe('OutputKeeper', () => {
  it('does not cut through characters', () => {
    const keeper = new OutputKeeper();
    for (const byte of Buffer.from('grün 😀')) keeper.add(Buffer.from([byte]));
    keeper.end();
    expect(keeper.text).toBe('grün 😀');
    expect(keeper.isTooLong).toBe(false);
  });

  it('keeps every byte in the file, however they arrive', () => {
    const bytes = Buffer.from('grün 😀\n'.repeat(6000));
    const keeper = new OutputKeeper();
    for (let at = 0; at < bytes.length; at += 7) keeper.add(bytes.subarray(at, at + 7));
    keeper.end();
    expect(readFileSync(String(keeper.file)).equals(bytes)).toBe(true);
    expect(keeper.totalLines).toBe(6000);
    keeper.discard();
  });

  it('keeps no more than its limit and says so', () => {
    const keeper = new OutputKeeper(50_000);
    for (let count = 0; count < 100; count++) keeper.add(Buffer.alloc(1000, 97));
    keeper.end();
    expect(keeper.totalBytes).toBe(100_000);
    expect(statSync(String(keeper.file)).size).toBe(50_000);
    expect(keeper.lost).toContain('50000');
    const { file } = keeper;
    keeper.discard();
    expect(statSync(String(file), { throwIfNoEntry: false })).toBeUndefined();
  });
});
