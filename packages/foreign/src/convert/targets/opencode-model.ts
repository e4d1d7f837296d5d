import { join } from 'node:path';
import { textOf } from '../../read/text-of.js';
import type { TargetPlace } from '../target.js';

export interface OpencodeModel {
  providerID: string;
  modelID: string;
}

/**
 * The user's model: the last one used, or the one in the settings. The client continues with the model named in the
 * session and fails if it does not know it.
 */
export function usualModel({ env, home }: TargetPlace): OpencodeModel | undefined {
  const state = env['XDG_STATE_HOME']?.trim() || join(home, '.local', 'state');
  const config = env['XDG_CONFIG_HOME']?.trim() || join(home, '.config');
  return (
    lastUsed(join(state, 'opencode', 'model.json')) ??
    setIn(join(config, 'opencode', 'opencode.json')) ??
    setIn(join(config, 'opencode', 'opencode.jsonc'))
  );
}

function lastUsed(file: string): OpencodeModel | undefined {
  const match = /"recent"\s*:\s*\[\s*\{([^}]*)\}/.exec(textOf(file) ?? '')?.[1] ?? '';
  const providerID = /"providerID"\s*:\s*"([^"]+)"/.exec(match)?.[1];
  const modelID = /"modelID"\s*:\s*"([^"]+)"/.exec(match)?.[1];
  return providerID === undefined || modelID === undefined ? undefined : { providerID, modelID };
}

/** The settings may contain comments, which JSON does not allow. */
function setIn(file: string): OpencodeModel | undefined {
  const [, providerID, modelID] =
    /^[\s{]*(?:[^\n]*[,{]\s*)?"model"\s*:\s*"([^"/]+)\/([^"]+)"/m.exec(textOf(file) ?? '') ?? [];
  return providerID === undefined || modelID === undefined ? undefined : { providerID, modelID };
}
