import { type JsonObject, type Line, usageOf } from '@unspool/session';

/**
 * Replaces the line of a reply when only numbers are shared: a line in the same format with nothing but tokens, model,
 * time and the name of the project. Undefined for a line that reports no usage.
 */
export function metricsLine(
  object: JsonObject,
  { session, project }: { session: string; project: string },
): Buffer | undefined {
  const usage = usageOf(object);
  if (usage?.key === undefined) return undefined;
  const line = {
    type: 'assistant',
    sessionId: session,
    ...(!Number.isNaN(usage.time) && { timestamp: new Date(usage.time).toISOString() }),
    cwd: project,
    isSidechain: usage.isSidechain,
    message: {
      id: usage.key.replace(/[^\w.:-]/g, '').slice(0, 100),
      role: 'assistant',
      model: usage.model.replace(/[^\w.:@/-]/g, '').slice(0, 100),
      content: [],
      usage: {
        input_tokens: usage.input,
        output_tokens: usage.output,
        cache_read_input_tokens: usage.cacheRead,
        cache_creation: {
          ephemeral_5m_input_tokens: usage.cacheWrite5m,
          ephemeral_1h_input_tokens: usage.cacheWrite1h,
        },
        cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
        server_tool_use: { web_search_requests: usage.webSearches },
        ...(usage.isFast && { speed: 'fast' }),
        ...(usage.isUs && { inference_geo: 'us' }),
      },
    },
  };
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

/** Whether a line is exactly what `metricsLine` returns. For a session that shares only numbers, the service accepts no other. */
export function isMetricsLine(line: Line, session: string): boolean {
  const [object] = line.objects;
  if (!object || !line.bytes || !isProject(object['cwd'])) return false;
  const again = metricsLine(object, { session, project: object['cwd'] });
  return again?.equals(line.bytes) === true;
}

/** Whether this is the name of a project and not a path. */
export function isProject(value: unknown): value is string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name with a control character is refused
  return typeof value === 'string' && value.length <= 100 && !/[\\/\u0000-\u001f]/.test(value);
}
