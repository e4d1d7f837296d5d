import { randomUUID } from 'node:crypto';
import { anthropicModel, type CallModel, demoScript, scriptedModel, waitFor } from '@unspool/agent';
import type { Io } from '../io.js';
import { version } from '../version.js';
import { accessOf } from './access.js';
import type { ChatCommandOptions } from './command-options.js';

/** The model, or the script that plays one. */
export function modelOf(options: ChatCommandOptions, io: Io): CallModel {
  if (!options.demo) return anthropicModel(accessOf(io), `unspool/${version}`);
  const pause = () => waitFor(io.columns === undefined ? 0 : 15, new AbortController().signal);
  return scriptedModel(demoScript(randomUUID), { newUuid: randomUUID, pause });
}
