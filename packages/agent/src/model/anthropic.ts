import type Anthropic from '@anthropic-ai/sdk';
import type { CallModel, ModelEvent, ModelRequest } from '../loop/model-call.js';
import { failureOf } from './failure-of.js';

export interface ApiAccess {
  apiKey: string | undefined;
  authToken: string | undefined;
  baseUrl: string | undefined;
}

/** Reads the same variables as the client. Undefined if there is no key. */
export function apiAccess(env: { readonly [name: string]: string | undefined }): ApiAccess | undefined {
  const apiKey = env['ANTHROPIC_API_KEY'] || undefined;
  const authToken = env['ANTHROPIC_AUTH_TOKEN'] || undefined;
  if (!apiKey && !authToken) return undefined;
  return { apiKey, authToken, baseUrl: env['ANTHROPIC_BASE_URL'] || undefined };
}

const TIMEOUT_MS = 600_000;

/** Calls the Messages API with the official SDK, which is loaded at the first request. The loop does the retries. */
export function anthropicModel(access: ApiAccess, userAgent: string): CallModel {
  let client: Promise<Anthropic> | undefined;
  return async function* call(request, signal) {
    try {
      client ??= connect(access, userAgent);
      yield* stream(await client, request, signal);
    } catch (error) {
      yield { type: 'failure', failure: failureOf(error) };
    }
  };
}

async function connect({ apiKey, authToken, baseUrl }: ApiAccess, userAgent: string): Promise<Anthropic> {
  const { default: Client } = await import('@anthropic-ai/sdk');
  return new Client({
    // Null, not undefined: otherwise the SDK would read the process's environment.
    apiKey: apiKey ?? null,
    authToken: authToken ?? null,
    baseURL: baseUrl ?? null,
    maxRetries: 0,
    // We report failures ourselves: SDK messages on stderr would garble the screen.
    logLevel: 'off',
    timeout: TIMEOUT_MS,
    // Never send the conversation to any host but the configured one.
    fetchOptions: { redirect: 'manual' },
    defaultHeaders: { 'user-agent': userAgent },
  });
}

async function* stream(client: Anthropic, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const { betas, ...body } = request;
  const params = { ...body, stream: true } as unknown as Anthropic.MessageCreateParamsStreaming;
  const headers = betas && betas.length > 0 ? { 'anthropic-beta': betas.join(',') } : {};
  const { data, request_id } = await client.messages.create(params, { signal, headers }).withResponse();
  yield { type: 'response', requestId: request_id ?? undefined };
  for await (const event of data) yield event as unknown as ModelEvent;
}
