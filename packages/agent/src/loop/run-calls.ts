import type { JsonObject } from '@unspool/session';
import type { ToolResultBlock, ToolUseBlock } from '@unspool/session/read';
import type { Decision } from '../permissions/decide.js';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.js';
import type { Clock } from './ask-model.js';
import { inputFault } from './check-input.js';
import type { Listen, ToolFinished } from './event.js';
import type { CallResults } from './run-turn.js';
import { isUnparsed } from './unparsed-input.js';

/** Supplied by the caller of `runCalls`. */
export interface CallHost {
  findTool(name: string): Tool | undefined;
  contextOf(call: ToolUseBlock, signal: AbortSignal, decision: Decision): ToolContext;
  /** Applies rules and hooks and, if necessary, asks the user. */
  mayRun(call: ToolUseBlock, tool: Tool): Promise<Verdict>;
  /** Runs PostToolUse hooks. Returned text goes to the model with the result. */
  afterRun(call: ToolUseBlock, result: ToolResult): Promise<string | undefined>;
  tell: Listen;
  signal: AbortSignal;
  clock: Clock;
}

export type Verdict =
  | { behavior: 'allow'; decision: Decision; input: JsonObject }
  | { behavior: 'deny'; decision: Decision; message: string; by: 'rule' | 'user' | 'hook'; interrupt: boolean }
  /** The call would fail, so the user was not asked. */
  | { behavior: 'fail'; result: ToolResult };

/** How long a stopped tool has to return its partial result. */
const GRACE_MS = 250;

export const REJECTED =
  'The user rejected this call. It did not run and changed nothing. Stop here and wait for what the user says.';

const NOT_JSON =
  'The input of the call was not a valid JSON object, so the call did not run. Repeat it with valid input.';

/**
 * Runs the calls of one reply. Adjacent calls that are safe in parallel run together; the others run in order, since
 * the model may rely on it. Each result is reported (and thus written) when it arrives. Results are returned in call order.
 */
export async function runCalls(calls: ToolUseBlock[], host: CallHost): Promise<CallResults> {
  const finished: ToolFinished[] = [];
  for (const batch of batchesOf(calls, host))
    finished.push(...(await Promise.all(batch.map((call) => run(call, host)))));
  return {
    results: finished.map(({ call, result }) => resultBlock(call, result)),
    meta: finished.flatMap(({ result }) => result.meta ?? []),
    isInterrupted: host.signal.aborted || finished.some(({ notRun }) => notRun === 'rejected'),
  };
}

function batchesOf(calls: ToolUseBlock[], host: CallHost): ToolUseBlock[][] {
  const batches: ToolUseBlock[][] = [];
  let isOpen = false;
  for (const call of calls) {
    const isParallel = mayRunInParallel(call, host.findTool(call.name));
    const last = batches.at(-1);
    if (isParallel && isOpen && last) last.push(call);
    else batches.push([call]);
    isOpen = isParallel;
  }
  return batches;
}

function mayRunInParallel(call: ToolUseBlock, tool: Tool | undefined): boolean {
  if (!tool || isUnparsed(call)) return true;
  return tool.isParallel ? tool.isParallel(call.input) : tool.isReadOnly(call.input);
}

/** The block that the model receives. Its fields are in the client's order. */
export function resultBlock(call: ToolUseBlock, result: ToolResult): ToolResultBlock {
  return {
    tool_use_id: call.id,
    type: 'tool_result',
    content: result.content,
    ...(result.isError && { is_error: true }),
  };
}

async function run(call: ToolUseBlock, host: CallHost): Promise<ToolFinished> {
  const startedAt = host.clock.now();
  host.tell({ type: 'tool_started', call });
  const outcome = await outcomeOf(call, host);
  const durationMs = host.clock.now() - startedAt;
  const finished: ToolFinished = { type: 'tool_finished', call, durationMs, ...outcome };
  host.tell(finished);
  return finished;
}

type Outcome = Pick<ToolFinished, 'result' | 'decision' | 'notRun'>;

async function outcomeOf(call: ToolUseBlock, host: CallHost): Promise<Outcome> {
  if (host.signal.aborted) return notRun('interrupted', rejection());
  if (isUnparsed(call)) return notRun('invalid_input', wrongCall(NOT_JSON));
  const tool = host.findTool(call.name);
  if (!tool) return notRun('unknown_tool', wrongCall(`There is no tool called ${call.name}.`));
  const fault = inputFault(call.input, tool.inputSchema);
  if (fault) return notRun('invalid_input', wrongCall(`The input of ${call.name} is not valid: ${fault}`));
  const verdict = await orAborted(host.mayRun(call, tool), host.signal);
  if (!verdict) return notRun('interrupted', rejection());
  if (verdict.behavior === 'fail') return notRun('invalid_input', verdict.result);
  if (verdict.behavior === 'deny') return denied(verdict);
  const { decision, input } = verdict;
  const result = await runTool({ ...call, input }, tool, host, decision);
  if (!result) return { ...notRun('interrupted', rejection()), decision };
  const words = await host.afterRun(call, result);
  return { result: words ? { ...result, meta: [...(result.meta ?? []), words] } : result, decision };
}

function denied({ decision, message, by, interrupt }: Extract<Verdict, { behavior: 'deny' }>): Outcome {
  if (by === 'user' && interrupt) return { ...notRun('rejected', rejection()), decision };
  const result = { content: message, toolUseResult: `Error: ${message}`, isError: true };
  return { ...notRun(by === 'hook' ? 'hook' : 'denied', result), decision };
}

/** Runs a tool. If it throws, that is a bug of ours, but the conversation goes on. Undefined: it was stopped. */
async function runTool(
  call: ToolUseBlock,
  tool: Tool,
  host: CallHost,
  decision: Decision,
): Promise<ToolResult | undefined> {
  const context = host.contextOf(call, host.signal, decision);
  const running = tool.run(call.input, context).catch((error: unknown): ToolResult => {
    const message = error instanceof Error ? error.message : String(error);
    return { content: `Error: ${message}`, toolUseResult: `Error: ${message}`, isError: true };
  });
  const result = await orAborted(running, host.signal);
  if (result) return result;
  return Promise.race([running, host.clock.wait(GRACE_MS, new AbortController().signal).then(() => undefined)]);
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  let stop = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function notRun(why: NonNullable<ToolFinished['notRun']>, result: ToolResult): Outcome {
  return { result, decision: undefined, notRun: why };
}

function rejection(): ToolResult {
  return { content: REJECTED, toolUseResult: 'User rejected tool use', isError: true };
}

/** The client marks a call that could not run with this tag. */
function wrongCall(message: string): ToolResult {
  return {
    content: `<tool_use_error>Error: ${message}</tool_use_error>`,
    toolUseResult: `Error: ${message}`,
    isError: true,
  };
}
