import type { Block, JsonObject } from '@unspool/session';
import { textOf } from '@unspool/session';
import type { Output } from '../contract/output.js';
import type { CallUsage, Moment, Thread } from '../contract/thread.js';
import { countIn, objectIn, objectsIn, textIn } from '../read/values.js';
import { callBlock, imageOfUrl, textBlock, thinkingBlock } from '../write/blocks.js';

/** Where an embedded trajectory belongs. */
export interface Place {
  /** The id to use if it has none of its own. */
  id: string;
  /** The trajectory that started it. */
  parent?: string;
  /** The call that started it. */
  toolUseId?: string | undefined;
}

/** Reads a trajectory and those embedded in it. */
export function readTrajectory(trajectory: JsonObject, output: Output, place: Place): void {
  const { parent, toolUseId } = place;
  const own = parent === undefined ? textIn(trajectory, 'session_id') : undefined;
  const id = own ?? textIn(trajectory, 'trajectory_id') ?? place.id;
  const agent = objectIn(trajectory, 'agent');
  const cwd = textIn(objectIn(trajectory, 'extra'), 'cwd');
  const note = { type: textIn(objectIn(agent, 'extra'), 'type') ?? textIn(agent, 'name') ?? 'agent' };
  const thread =
    parent === undefined
      ? output.session({ id, cwd })
      : output.subAgent({ id, parent, cwd, ...note, ...(toolUseId !== undefined && { toolUseId }) });
  const title = textIn(objectIn(trajectory, 'extra'), 'title');
  if (title !== undefined) thread.title(title, 'client');
  const steps = objectsIn(trajectory, 'steps');
  const reader = new StepReader(thread, output, textIn(agent, 'model_name'));
  for (const step of steps) reader.read(step);
  objectsIn(trajectory, 'subagent_trajectories').forEach((each, at) => {
    const name = textIn(each, 'trajectory_id') ?? `${id}-${at + 1}`;
    readTrajectory(each, output, { id: name, parent: id, toolUseId: reader.startedBy.get(name) });
  });
}

class StepReader {
  /** Maps other trajectories to the calls that started them. */
  readonly startedBy = new Map<string, string>();
  private count = 0;

  constructor(
    private readonly thread: Thread,
    private readonly output: Output,
    private readonly model: string | undefined,
  ) {}

  read(step: JsonObject): void {
    const moment = { key: `step ${++this.count}`, time: textIn(step, 'timestamp') };
    const { source } = step;
    if (source === 'user') this.thread.prompt(contentOf(step.message), moment);
    else if (source === 'agent') this.reply(step, moment);
    else if (source === 'system') this.system(step, moment);
    else this.output.unknown(`step of ${String(source)}`);
  }

  private reply(step: JsonObject, moment: Moment): void {
    const reasoning = textIn(step, 'reasoning_content');
    const calls = objectsIn(step, 'tool_calls').map((call) =>
      callBlock(
        textIn(call, 'tool_call_id') ?? '',
        textIn(call, 'function_name') ?? '',
        objectIn(call, 'arguments') ?? {},
      ),
    );
    const said = contentOf(step.message);
    const content = [...(reasoning === undefined ? [] : [thinkingBlock(reasoning)]), ...said, ...calls];
    const model = textIn(step, 'model_name') ?? this.model;
    if (content.length > 0) this.thread.reply({ id: moment.key, model, content, usage: usageOf(step) }, moment);
    this.results(step, moment);
  }

  private results(step: JsonObject, moment: Moment): void {
    objectsIn(objectIn(step, 'observation'), 'results').forEach((result, at) => {
      const own = { ...moment, key: `${moment.key} result ${at + 1}` };
      const toolUseId = textIn(result, 'source_call_id');
      const content = contentOf(result.content);
      for (const ref of objectsIn(result, 'subagent_trajectory_ref')) {
        const id = textIn(ref, 'trajectory_id');
        if (id !== undefined && toolUseId !== undefined) this.startedBy.set(id, toolUseId);
      }
      if (toolUseId === undefined) this.thread.injected(content, own);
      else this.thread.result({ toolUseId, content, isError: objectIn(result, 'extra')?.is_error === true }, own);
    });
  }

  private system(step: JsonObject, moment: Moment): void {
    const context = objectIn(objectIn(step, 'extra'), 'context_management');
    if (context?.boundary !== 'replace') {
      this.thread.injected(contentOf(step.message), moment);
      return;
    }
    const results = objectsIn(objectIn(step, 'observation'), 'results');
    const summary = results.map(({ content }) => textOf(contentOf(content))).join('\n');
    this.thread.compacted(summary === '' ? undefined : summary, moment);
  }
}

/** A text, or a list of texts and images. Images in separate files are not read. */
function contentOf(content: unknown): Block[] {
  if (typeof content === 'string') return content === '' ? [] : [textBlock(content)];
  if (!Array.isArray(content)) return [];
  return objectsIn({ content }, 'content').flatMap((part): Block[] => {
    const text = textIn(part, 'text');
    if (text !== undefined) return [textBlock(text)];
    const path = textIn(objectIn(part, 'source'), 'path') ?? '';
    return [imageOfUrl(path) ?? textBlock(`[image: ${path}]`)];
  });
}

/** `prompt_tokens` includes tokens read from the cache. */
function usageOf(step: JsonObject): CallUsage | undefined {
  const metrics = objectIn(step, 'metrics');
  if (!metrics) return undefined;
  const prompt = countIn(metrics, 'prompt_tokens');
  const cacheRead = Math.min(countIn(metrics, 'cached_tokens'), prompt);
  const cacheWrite = Math.min(countIn(objectIn(metrics, 'extra'), 'cache_creation_input_tokens'), prompt - cacheRead);
  return {
    input: prompt - cacheRead - cacheWrite,
    output: countIn(metrics, 'completion_tokens'),
    cacheRead,
    cacheWrite,
  };
}
