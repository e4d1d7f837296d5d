import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '@unspool/session/write';
import { exportRequest } from '../otlp/export-request.js';
import { senderOf } from '../otlp/resource.js';
import type { Answer, Ask } from './ask.js';
import { isOk, isWebPage, leadsTo, WEB_PAGE } from './http-sink.js';
import { langfuseAuthorization } from './langfuse.js';
import { noAnswer } from './no-answer.js';
import { outcomeOf } from './outcome.js';
import { shownAddress } from './shown-address.js';
import type { LangfuseConfig, OtlpConfig, SinkConfig } from './sink-config.js';
import { whyNotAppended } from './why-not-appended.js';

export interface SinkCheck {
  isOk: boolean;
  message: string;
}

const TIMEOUT_MS = 10_000;

/** Checks whether a sink would accept spans, without sending any. */
export async function checkSink(sink: SinkConfig, ask: Ask): Promise<SinkCheck> {
  try {
    switch (sink.type) {
      case 'file':
        return checkFile(sink.path);
      case 'langfuse':
        return await checkLangfuse(sink, ask);
      case 'otlp':
        return await checkOtlp(sink, ask);
    }
  } catch (error) {
    return { isOk: false, message: `${placeBefore(sink)}${noAnswer(error)}` };
  }
}

/** Errors about a file name it already. */
function placeBefore(sink: SinkConfig): string {
  if (sink.type === 'file') return '';
  return `${shownAddress(sink.type === 'otlp' ? sink.url : sink.host)}: `;
}

function checkFile(path: string): SinkCheck {
  makeFolder(dirname(path));
  const stats = statSync(path, { throwIfNoEntry: false });
  const why = stats && whyNotAppended(stats);
  if (why !== undefined) return { isOk: false, message: `${path} ${why}` };
  accessSync(stats ? path : dirname(path), constants.W_OK);
  return { isOk: true, message: `${path} can be written` };
}

/** Keys belong to a project, so a request for the project checks both keys. */
async function checkLangfuse({ host, publicKey, secretKey }: LangfuseConfig, ask: Ask): Promise<SinkCheck> {
  const url = `${host.replace(/\/+$/, '')}/api/public/projects`;
  const answer = await ask(url, {
    headers: { authorization: langfuseAuthorization(publicKey, secretKey) },
    timeoutMs: TIMEOUT_MS,
  });
  if (isWebPage(answer)) return { isOk: false, message: `${host}: ${WEB_PAGE}` };
  if (isOk(answer)) return { isOk: true, message: `${host} accepts the keys` };
  const isKey = answer.status === 401 || answer.status === 403;
  return { isOk: false, message: isKey ? `${answered(host, answer)}: the keys are wrong` : answered(host, answer) };
}

/** Sends a request without spans. */
async function checkOtlp({ url, encoding, gzip, headers: own }: OtlpConfig, ask: Ask): Promise<SinkCheck> {
  const { body, headers } = await exportRequest([], senderOf('0'), { encoding, gzip });
  const answer = await ask(url, { method: 'POST', headers: { ...headers, ...own }, body, timeoutMs: TIMEOUT_MS });
  const outcome = outcomeOf(answer.status, '', undefined, 0);
  if (outcome.kind === 'accepted' && isWebPage(answer)) return { isOk: false, message: `${url}: ${WEB_PAGE}` };
  if (outcome.kind === 'accepted') return { isOk: true, message: `${url} accepts spans` };
  return { isOk: false, message: answered(url, answer) };
}

function answered(place: string, answer: Answer): string {
  const where = leadsTo(answer);
  return `${place} answers HTTP ${answer.status}${where === undefined ? '' : `: ${where}`}`;
}
