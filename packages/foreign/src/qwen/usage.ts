import type { JsonObject } from '@unspool/session';
import type { CallUsage } from '../contract/thread.js';
import { countIn, objectIn, textIn } from '../read/values.js';

/** A call that belongs to no reply. */
interface OwnUsage {
  model: string;
  usage: CallUsage;
}

/**
 * Finds calls that the client made for itself, for example to compact. Telemetry has every call; replies have only those
 * with content.
 */
export class OwnCalls {
  /** By model and counts: the calls in telemetry minus those in replies. */
  private readonly counts = new Map<string, { model: string; usage: CallUsage; rest: number }>();

  measured(event: JsonObject): void {
    this.count(textIn(event, 'model') ?? '', usageOfEvent(event), 1);
  }

  told(line: JsonObject): void {
    const usage = usageOf(line);
    if (usage) this.count(textIn(line, 'model') ?? '', usage, -1);
  }

  /** The calls since it was last invoked. */
  rest(): OwnUsage[] {
    const own: OwnUsage[] = [];
    for (const counted of this.counts.values()) {
      for (; counted.rest > 0; counted.rest--) own.push({ model: counted.model, usage: counted.usage });
    }
    return own;
  }

  private count(model: string, usage: CallUsage, step: 1 | -1): void {
    const key = [model, usage.input, usage.output, usage.cacheRead].join(' ');
    const counted = this.counts.get(key) ?? { model, usage, rest: 0 };
    this.counts.set(key, { ...counted, rest: counted.rest + step });
  }
}

/** The token counts of a call in telemetry. */
export function usageOfEvent(event: JsonObject): CallUsage {
  return usageFrom({
    prompt: countIn(event, 'input_token_count'),
    reply: countIn(event, 'output_token_count'),
    thoughts: countIn(event, 'thoughts_token_count'),
    cached: countIn(event, 'cached_content_token_count'),
    total: countIn(event, 'total_token_count'),
  });
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

interface Counts {
  prompt: number;
  reply: number;
  thoughts: number;
  cached: number;
  total: number;
}

/** The prompt's count includes the cache. Some providers include thoughts in the reply's count, some count them apart. */
function usageFrom({ prompt, reply, thoughts, cached, total }: Counts): CallUsage {
  const areApart = prompt + reply + thoughts <= total;
  const cacheRead = Math.min(cached, prompt);
  return { input: prompt - cacheRead, output: areApart ? reply + thoughts : reply, cacheRead };
}
