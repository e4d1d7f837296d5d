import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metricsLine } from '../../src/contract/metrics-line.js';
import type { Role, Visibility } from '../../src/contract/model.js';
import type { TeamStore } from '../../src/contract/store.js';
import { openDiskStore } from '../../src/disk/disk-store.js';
import { TeamClient } from '../../src/laptop/team-client.js';
import { type RunningService, startService } from '../../src/service/start-service.js';
import { type MadeSession, madeSession } from './made-session.js';

export interface MadeTeam {
  store: TeamStore;
  service: RunningService;
  /** Faults that the service has logged. */
  faults: unknown[];
  join(person: string, role: Role): Promise<{ client: TeamClient; token: string; device: string }>;
  close(): Promise<void>;
}

export async function madeTeam(given?: TeamStore): Promise<MadeTeam> {
  const store = given ?? (await openDiskStore(mkdtempSync(join(tmpdir(), 'unspool-team-'))));
  const faults: unknown[] = [];
  const service = await startService({ store, onFault: (error) => faults.push(error) });
  return {
    store,
    service,
    faults,
    join: async (person, role) => {
      const { token, device } = await new TeamClient(service.url, undefined).join(
        await service.invite(person, role),
        'x',
      );
      return { client: new TeamClient(service.url, token), token, device };
    },
    close: () => service.close(),
  };
}

/** Pushes a session as a laptop would, without a queue. */
export async function pushed(
  client: TeamClient,
  fields: { visibility: Visibility; words?: string; session?: string; isAgain?: boolean },
): Promise<MadeSession> {
  const { visibility, words = 'zebrafish plan', isAgain = false } = fields;
  const made = madeSession({ visibility, words, ...(fields.session && { session: fields.session }) });
  const { session } = made.session;
  const isMetrics = visibility === 'metrics';
  const bytes = isMetrics ? metricsOf(made) : made.bytes;
  const facts = isMetrics ? { title: '', cwd: '', home: '', platform: '', slug: '', branch: '' } : {};
  await client.describe(session, { ...made.session, ...facts, version: 1, isAgain });
  await client.push({
    session,
    file: `project/${session}.jsonl`,
    generation: isAgain ? 2 : 1,
    offset: 0,
    version: 1,
    isWhole: true,
    fileSha256: createHash('sha256').update(bytes).digest('hex'),
    bytes,
  });
  return { ...made, bytes };
}

function metricsOf({ session, bytes }: MadeSession): Buffer {
  const lines = bytes.toString('utf8').trimEnd().split('\n');
  return Buffer.concat(
    lines.flatMap((line) => metricsLine(JSON.parse(line), { session: session.session, project: 'shop' }) ?? []),
  );
}
