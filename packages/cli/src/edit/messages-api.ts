import { apiModel, modelNamed } from '@unspool/session/models';
import type { Io } from '../io.js';
import { UserError } from '../user-error.js';

/** How to reach a model: from the same environment variables that the client reads. */
export interface MessagesApi {
  url: string;
  headers: { [name: string]: string };
  model: string;
}

const MAX_TOKENS = 8192;
const TIMEOUT_MS = 120_000;
const TRIES = 3;

export function apiOf(env: Io['env']): MessagesApi {
  const key = env['ANTHROPIC_API_KEY'];
  const token = env['ANTHROPIC_AUTH_TOKEN'];
  if (!key && !token) {
    throw new UserError('There is no key for the Messages API.', {
      why: '--with model sends the older turns to a model.',
      hint: 'Set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or use --with extract, which works offline.',
    });
  }
  const base = (env['ANTHROPIC_BASE_URL'] || 'https://api.anthropic.com').replace(/\/+$/, '');
  return {
    url: `${base}/v1/messages`,
    headers: {
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      ...(key ? { 'x-api-key': key } : { authorization: `Bearer ${token}` }),
    },
    model: apiModel(modelNamed(env['ANTHROPIC_MODEL'] || 'haiku')),
  };
}

/** Returns the text of a model's answer. Retries when the API is busy. */
export async function askModel(
  api: MessagesApi,
  { system, prompt }: { system: string; prompt: string },
): Promise<string> {
  const body = JSON.stringify({
    model: api.model,
    max_tokens: MAX_TOKENS,
    system,
    messages: [{ role: 'user', content: prompt }],
  });
  for (let tried = 1; ; tried++) {
    const response = await send(api, body);
    if (response.ok) return textOf(await response.json());
    const isBusy = response.status === 429 || response.status >= 500;
    if (!isBusy || tried === TRIES) throw refused(api, response.status, await response.text());
    await wait(Number(response.headers.get('retry-after')) || tried);
  }
}

async function send(api: MessagesApi, body: string): Promise<Response> {
  const { headers } = api;
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // Do not follow redirects: the text is for the configured host only.
    return await fetch(api.url, { method: 'POST', headers, body, signal, redirect: 'manual' });
  } catch (error) {
    throw new UserError(`The Messages API at ${new URL(api.url).origin} could not be reached.`, {
      why: error instanceof Error ? String(error.cause ?? error.message) : String(error),
      hint: 'Try again, or use --with extract, which works offline.',
    });
  }
}

function refused(api: MessagesApi, status: number, text: string): UserError {
  return new UserError(`The Messages API refused the request (${status}).`, {
    why: text.slice(0, 300),
    hint: `The model was ${api.model}; set ANTHROPIC_MODEL for another, or use --with extract.`,
  });
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.min(seconds, 20) * 1000));
}

function textOf(answer: unknown): string {
  const { content } = (answer ?? {}) as { content?: unknown };
  if (!Array.isArray(content)) return '';
  return content.map((block: { text?: unknown }) => (typeof block.text === 'string' ? block.text : '')).join('');
}
