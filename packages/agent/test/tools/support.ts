import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import { whenTestEnds } from '../../../../tests/clean-up.js';
import type { ModelEvent, ModelRequest } from '../../src/loop/model-call.js';
import type { Decision, PermissionMode } from '../../src/permissions/decide.js';
import { offload } from '../../src/record/offload.js';
import type { ReadFileState, Tool, ToolContext, ToolProgress, ToolResult } from '../../src/tools/tool.js';

export interface Bench {
  folder: string;
  context: ToolContext;
  progress: ToolProgress[];
  backedUp: string[];
  requests: ModelRequest[];
  asked: JsonObject[];
  counted: JsonObject[];
  abort: AbortController;
  run(tool: Tool, input: JsonObject): Promise<ToolResult>;
  path(name: string): string;
  write(name: string, text: string | Buffer): string;
  text(name: string): string;
}

export interface BenchOptions {
  env?: { [name: string]: string | undefined };
  /** The model's answers to questions from tools. */
  model?: (request: ModelRequest) => ModelEvent[];
  permit?: (name: string, input: JsonObject) => Decision['behavior'];
}

/** A folder with real files, and a tool context. */
export function bench({ env = {}, model = () => [], permit = () => 'allow' }: BenchOptions = {}): Bench {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-tools-')));
  whenTestEnds(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));
  const folder = join(root, 'project');
  mkdirSync(folder);
  const seen = new Map<string, ReadFileState>();
  const state = { cwd: folder, mode: 'default' as PermissionMode };
  const abort = new AbortController();
  const made: Omit<Bench, 'context' | 'run'> = {
    folder,
    progress: [],
    backedUp: [],
    requests: [],
    asked: [],
    counted: [],
    abort,
    path: (name) => join(folder, name),
    write: (name, text) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    text: (name) => readFileSync(join(folder, name), 'utf8'),
  };
  const context: ToolContext = {
    toolUseId: 'toolu_1',
    projectDir: folder,
    get cwd() {
      return state.cwd;
    },
    setCwd: (next) => {
      state.cwd = next;
    },
    signal: abort.signal,
    progress: (news) => made.progress.push(news),
    readFiles: {
      get: (path) => seen.get(path),
      set: (path, file) => void seen.set(path, file),
      delete: (path) => void seen.delete(path),
      paths: () => [...seen.keys()],
    },
    backUp: async (path) => void made.backedUp.push(path),
    checkPermission: async (name, input) => {
      made.asked.push({ name, ...input });
      return { behavior: permit(name, input), reasonType: 'other', reason: 'test' };
    },
    permissionMode: () => state.mode,
    setPermissionMode: (mode) => {
      state.mode = mode;
    },
    offload: (output) => offload(output, join(root, 'session.jsonl'), 'session', 'toolu_1'),
    callModel: async function* (request) {
      made.requests.push(request);
      yield* model(request);
    },
    count: (model, usage) => void made.counted.push({ model, usage }),
    model: 'test-model',
    planFile: join(root, 'plans/plan.md'),
    agentId: undefined,
    env: { PATH: process.env['PATH'], HOME: root, ...env },
    home: root,
    platform: process.platform,
    now: Date.now,
    newUuid: randomUUID,
    fetch,
  };
  return { ...made, context, run: (tool, input) => tool.run(input, context) };
}

/** Text as a model sends it on the wire. */
export function says(text: string): ModelEvent[] {
  return [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_stop' },
  ];
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie process is not alive.
    const path = `/proc/${pid}/stat`;
    if (!statSync(path, { throwIfNoEntry: false })) return process.platform !== 'linux';
    return !/^\d+ \(.*\) [ZX]/.test(readFileSync(path, 'utf8'));
  } catch {
    return false;
  }
}

/** Only a failing test waits this long. */
export async function until(isTrue: () => boolean, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (isTrue()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('it did not come to pass');
}
