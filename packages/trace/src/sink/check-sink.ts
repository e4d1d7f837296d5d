import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { exportRequest } from '../otlp/export-request.js';
import { senderOf } from '../otlp/resource.js';
import { type Fetch, isWebPage, leadsTo, WEB_PAGE } from './http-sink.js';
import { langfuseAuthorization } from './langfuse.js';
import { makeFolder } from './make-folder.js';
import { outcomeOf } from './outcome.js';
import type { LangfuseConfig, OtlpConfig, SinkConfig } from './sink-config.js';
import { whyNotAppended } from './why-not-appended.js';

export interface SinkCheck {
  isOk: boolean;
  message: string;
}

const TIMEOUT_MS = 10_000;

/** Whether a sink would take spans, without giving it any. */
export async function checkSink(sink: SinkConfig, fetch: Fetch): Promise<SinkCheck> {
  try {
    switch (sink.type) {
      case 'file':
        return checkFile(sink.path);
      case 'langfuse':
        return await checkLangfuse(sink, fetch);
      case 'otlp':
        return await checkOtlp(sink, fetch);
    }
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? ` (${(cause as NodeJS.ErrnoException).code ?? cause.message})` : '';
    return { isOk: false, message: `${message}${why}` };
  }
}

function checkFile(path: string): SinkCheck {
  makeFolder(dirname(path));
  const stats = statSync(path, { throwIfNoEntry: false });
  const why = stats && whyNotAppended(stats);
  if (why !== undefined) return { isOk: false, message: `${path} ${why}` };
  accessSync(stats ? path : dirname(path), constants.W_OK);
  return { isOk: true, message: `${path} can be written` };
}

/** The keys belong to one project: asking for it proves both of them. */
async function checkLangfuse({ host, publicKey, secretKey }: LangfuseConfig, fetch: Fetch): Promise<SinkCheck> {
  const url = `${host.replace(/\/+$/, '')}/api/public/projects`;
  const response = await fetch(url, {
    headers: { authorization: langfuseAuthorization(publicKey, secretKey) },
    // Spans follow none, either.
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (isWebPage(response)) return { isOk: false, message: `${host}: ${WEB_PAGE}` };
  if (response.ok) return { isOk: true, message: `${host} knows the keys` };
  const isKey = response.status === 401 || response.status === 403;
  return { isOk: false, message: isKey ? `${answered(host, response)}: the keys are wrong` : answered(host, response) };
}

/** A request without spans. */
async function checkOtlp({ url, encoding, gzip, headers: own }: OtlpConfig, fetch: Fetch): Promise<SinkCheck> {
  const { body, headers } = await exportRequest([], senderOf('0'), { encoding, gzip });
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { ...headers, ...own },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const outcome = outcomeOf(response.status, '', null, 0);
  if (outcome.kind === 'accepted' && isWebPage(response)) return { isOk: false, message: `${url}: ${WEB_PAGE}` };
  if (outcome.kind === 'accepted') return { isOk: true, message: `${url} takes spans` };
  return { isOk: false, message: answered(url, response) };
}

function answered(place: string, response: Response): string {
  const where = leadsTo(response);
  return `${place} answers HTTP ${response.status}${where === undefined ? '' : `: ${where}`}`;
}
