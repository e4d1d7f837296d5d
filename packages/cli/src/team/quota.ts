import type { Quota, QuotaReport } from '@unspool/team';
import type { Io } from '../io.js';
import { shortSize } from '../terminal/numbers.js';
import { safeLine } from '../terminal/safe.js';
import { table } from '../terminal/table.js';
import { UserError } from '../user-error.js';
import { joinedTeam } from './as-user.js';

export interface QuotaOptions {
  size?: string;
  sessions?: string;
  json?: boolean;
}

const EVERYBODY = 'everybody';

/** Shows how much people store and may store, or sets it. */
export async function quota(person: string | undefined, options: QuotaOptions, io: Io): Promise<number> {
  const { client } = joinedTeam(io);
  const { size, sessions, json } = options;
  if (size !== undefined || sessions !== undefined) {
    if (person === undefined) {
      throw new UserError('PERSON is missing.', { hint: `For all: unspool team quota ${EVERYBODY} …`, isUsage: true });
    }
    const name = person === EVERYBODY ? '' : person;
    const report = await client.quotas();
    const known: Omit<Quota, 'person'> =
      name === '' ? report.default : (report.people.find((each) => each.person === name)?.quota ?? report.default);
    await client.putQuota({
      person: name,
      bytes: size === undefined ? known.bytes : bytesIn(size),
      sessions: sessions === undefined ? known.sessions : countIn(sessions),
    });
  }
  print(shownOf(await client.quotas(), person), { json: json === true }, io);
  return 0;
}

function shownOf(report: QuotaReport, person: string | undefined): QuotaReport {
  if (person === undefined) return report;
  return { ...report, people: report.people.filter((each) => each.person === person) };
}

function print(report: QuotaReport, { json }: { json: boolean }, io: Io): void {
  if (json) {
    io.out(`${JSON.stringify(report, null, 2)}\n`);
    return;
  }
  const rows = report.people.map(({ person, bytes, sessions, quota: { bytes: mostBytes, sessions: mostSessions } }) => [
    safeLine(person),
    `${shortSize(bytes)} of ${mostBytes === undefined ? 'any' : shortSize(mostBytes)}`,
    `${sessions} of ${mostSessions ?? 'any'}`,
  ]);
  const { bytes, sessions } = report.default;
  rows.push([`(${EVERYBODY})`, bytes === undefined ? 'any' : shortSize(bytes), String(sessions ?? 'any')]);
  io.out(table([{ head: 'person' }, { head: 'size' }, { head: 'sessions' }], rows, io.columns));
}

const UNITS: { readonly [unit: string]: number } = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

function bytesIn(text: string): number | undefined {
  if (text === 'any') return undefined;
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)b?$/i.exec(text) ?? [];
  const bytes = Math.round(Number(number) * (UNITS[unit.toLowerCase()] ?? Number.NaN));
  if (number !== '' && Number.isSafeInteger(bytes)) return bytes;
  throw new UserError(`Cannot read "${text}" as a size.`, { hint: 'Use 500MB, 20GB or any.', isUsage: true });
}

function countIn(text: string): number | undefined {
  if (text === 'any') return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UserError(`Cannot read "${text}" as a number of sessions.`, { hint: 'Use 5000 or any.', isUsage: true });
}
