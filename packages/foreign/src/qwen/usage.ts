import type { JsonObject } from '@unspool/session';
import type { CallUsage } from '../contract/thread.js';
import { countIn, objectIn, textIn } from '../read/values.js';

/** Calls of one model that are in no reply. */
interface OwnUsage {
  model: string;
  usage: CallUsage;
}

/**
 * Finds the calls that the client made for itself, as to keep memories: they are in no reply and no file of a sub-agent.
 * Its telemetry has every call, those of replies and sub-agents too.
 */
export class OwnCalls {
  /** By model and counts: those that were measured less those that were told. */
  private readonly counts = new Map<string, { model: string; usage: CallUsage; rest: number }>();

  constructor(private readonly hasFile: (session: string, subAgent: string) => boolean) {}

  measured(line: JsonObject): void {
    const event = objectIn(objectIn(line, 'systemPayload'), 'uiEvent');
    if (!event || !textIn(event, 'event.name')?.endsWith('.api_response')) return;
    const subAgent = textIn(event, 'subagent_id');
    if (subAgent !== undefined && this.hasFile(textIn(line, 'sessionId') ?? '', subAgent)) return;
    const usage = usageFrom({
      prompt: countIn(event, 'input_token_count'),
      reply: countIn(event, 'output_token_count'),
      thoughts: countIn(event, 'thoughts_token_count'),
      cached: countIn(event, 'cached_content_token_count'),
      total: countIn(event, 'total_token_count'),
    });
    this.count(textIn(event, 'model') ?? '', usage, 1);
  }

  told(line: JsonObject): void {
    const usage = usageOf(line);
    if (usage) this.count(textIn(line, 'model') ?? '', usage, -1);
  }

  /** Those since it was asked last. */
  rest(): OwnUsage[] {
    const models = new Map<string, CallUsage>();
    for (const counted of this.counts.values()) {
      for (; counted.rest > 0; counted.rest--)
        models.set(counted.model, added(models.get(counted.model), counted.usage));
    }
    return [...models].map(([model, usage]) => ({ model, usage }));
  }

  private count(model: string, usage: CallUsage, step: 1 | -1): void {
    const key = [model, usage.input, usage.output, usage.cacheRead].join(' ');
    const counted = this.counts.get(key) ?? { model, usage, rest: 0 };
    this.counts.set(key, { ...counted, rest: counted.rest + step });
  }
}

export function usageOf(line: JsonObject): CallUsage | undefined {
  const usage = objectIn(line, 'usageMetadata');
  if (!usage) return undefined;
  return usageFrom({
    prompt: countIn(usage, 'promptTokenCount'),
    reply: countIn(usage, 'candidatesTokenCount'),
    thoughts: countIn(usage, 'thoughtsTokenCount'),
    cached: countIn(usage, 'cachedContentTokenCount'),
    total: countIn(usage, 'totalTokenCount'),
  });
}

export function added(a: CallUsage | undefined, b: CallUsage): CallUsage {
  if (!a) return b;
  return { input: a.input + b.input, output: a.output + b.output, cacheRead: (a.cacheRead ?? 0) + (b.cacheRead ?? 0) };
}

interface Counts {
  prompt: number;
  reply: number;
  thoughts: number;
  cached: number;
  total: number;
}

/** The prompt's count includes what came from the cache. Some providers count thoughts within the reply, some apart. */
function usageFrom({ prompt, reply, thoughts, cached, total }: Counts): CallUsage {
  const areApart = prompt + reply + thoughts <= total;
  const cacheRead = Math.min(cached, prompt);
  return { input: prompt - cacheRead, output: areApart ? reply + thoughts : reply, cacheRead };
}
