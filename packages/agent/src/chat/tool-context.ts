import type { ToolUseBlock } from '@unspool/session/read';
import type { Counter } from '../loop/counting.js';
import type { Listen } from '../loop/event.js';
import type { CallModel } from '../loop/model-call.js';
import type { Decision } from '../permissions/decide.js';
import { offload } from '../record/offload.js';
import type { ReadFiles, ToolContext } from '../tools/tool.js';
import type { World } from '../world.js';
import type { LiveSession } from './live-session.js';
import type { Asker, PermissionGate } from './permission-gate.js';

export interface ContextParts {
  world: World;
  live: LiveSession;
  gate: PermissionGate;
  tell: Listen;
  callModel: CallModel;
  model: string;
  projectDir: string;
  cwd(): string;
  setCwd(folder: string): void;
  readFiles: ReadFiles;
  asker: Asker;
  counter: Counter;
  planFile: string;
}

/** The context in which one call runs. */
export function toolContext(
  parts: ContextParts,
  call: ToolUseBlock,
  signal: AbortSignal,
  decision: Decision | undefined,
): ToolContext {
  const { world, live, gate, tell: report, asker } = parts;
  return {
    toolUseId: call.id,
    projectDir: parts.projectDir,
    get cwd() {
      return parts.cwd();
    },
    setCwd: parts.setCwd,
    signal,
    progress: (progress) => report({ type: 'tool_progress', call, progress }),
    readFiles: parts.readFiles,
    backUp: async (path) => live.backUp(path, asker.agentId === undefined ? call : undefined),
    checkPermission: async (name, input) => {
      const decision = gate.decide(name, input);
      const verdict = await gate.settle(decision, { ...call, name, input }, asker);
      return { ...decision, behavior: verdict.behavior };
    },
    permissionMode: () => gate.mode,
    setPermissionMode: (mode) => gate.setMode(mode),
    offload: (output) => offload(output, live.file, live.sessionId, call.id),
    callModel: parts.callModel,
    model: parts.model,
    count: (model, usage, apiMs) => void parts.counter.add(model, usage, apiMs),
    agentId: asker.agentId,
    decision,
    sandboxFor: (command) => gate.sandboxFor(command, decision),
    planFile: parts.planFile,
    env: world.env,
    home: world.home,
    platform: world.platform,
    now: () => world.now(),
    newUuid: () => world.newUuid(),
    fetch: world.fetch,
  };
}
