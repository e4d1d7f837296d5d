import { shortId } from '@unspool/session/show';
import type { TitledRead } from '@unspool/team';
import type { Io } from '../io.js';
import { plural } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { table } from '../terminal/table.js';
import { when } from '../terminal/times.js';
import { joinedTeam } from './as-user.js';

/** Shows who read this person's sessions. Searches are summed up: one line for each day and reader. */
export async function audit({ json }: { json?: boolean }, io: Io): Promise<number> {
  const reads = await joinedTeam(io).client.reads();
  if (json) io.out(`${JSON.stringify(reads, null, 2)}\n`);
  else if (reads.length === 0) io.err('Nobody has read your sessions.\n');
  else {
    const rows = [...opened(reads, io), ...searched(reads)].sort((a, b) => b.at - a.at).map(({ cells }) => cells);
    io.out(table([{ head: 'when' }, { head: 'who' }, { head: 'what' }, { head: 'session' }], rows, io.columns));
  }
  return 0;
}

interface AuditRow {
  at: number;
  cells: string[];
}

function opened(reads: readonly TitledRead[], io: Io): AuditRow[] {
  return reads
    .filter(({ verb }) => verb !== 'search')
    .map(({ at, reader, verb, session }) => ({
      at,
      cells: [when(at, io.now), safeLine(reader), verb, shortId(session)],
    }));
}

function searched(reads: readonly TitledRead[]): AuditRow[] {
  const byDay = new Map<string, TitledRead[]>();
  for (const read of reads) {
    if (read.verb !== 'search') continue;
    const key = `${read.at} ${read.reader}`;
    byDay.set(key, [...(byDay.get(key) ?? []), read]);
  }
  return [...byDay.values()].flatMap((ofDay) => {
    const [first] = ofDay;
    if (!first) return [];
    const sessions = ofDay.length === 1 ? shortId(first.session) : plural(ofDay.length, 'session');
    const day = new Date(first.at).toISOString().slice(0, 10);
    return [{ at: first.at, cells: [day, safeLine(first.reader), 'search', sessions] }];
  });
}
