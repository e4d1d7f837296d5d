import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@unspool/session';
import type { Settings } from '../settings/read-settings.js';
import type { McpPlace, ServerConfig } from './server-config.js';

export type Consent = 'yes' | 'no' | 'ask';

/**
 * Whether a server may be started. A server that came with the folder needs consent in the user's own settings; the
 * folder's settings cannot give it.
 */
export function consentTo(server: ServerConfig, settings: readonly Settings[], place: McpPlace): Consent {
  const decisions = [...settings, ...ownWords(place)];
  const names = (field: string, from: readonly { value: JsonObject }[]) =>
    from.flatMap(({ value }) => (Array.isArray(value[field]) ? (value[field] as unknown[]) : []));
  if (names('disabledMcpjsonServers', decisions).includes(server.name)) return 'no';
  if (server.scope !== 'project') return 'yes';
  const own = decisions.filter(({ source }) => source !== 'projectSettings');
  if (own.some(({ value }) => value['enableAllProjectMcpServers'] === true)) return 'yes';
  return names('enabledMcpjsonServers', own).includes(server.name) ? 'yes' : 'ask';
}

/** The client's record of the folder. */
function ownWords({ home, projectDir }: McpPlace): Pick<Settings, 'source' | 'value'>[] {
  try {
    const { projects } = JSON.parse(readFileSync(join(home, '.claude.json'), 'utf8')) as {
      projects?: { [path: string]: JsonObject | undefined };
    };
    const value = projects?.[projectDir];
    return value ? [{ source: 'localSettings', value }] : [];
  } catch {
    // Missing or not JSON: no answer on record.
    return [];
  }
}
