import { isInsidePath, isSamePath, type ListFacts, projectName, type SessionFile, totalTokens } from '@unspool/session';
import type { Io } from '../io.js';
import { allSessions, noSessions } from '../session/find.js';
import { scanSessions } from '../session/scan-sessions.js';
import { colours } from '../terminal/colour.js';
import { plural, shortNumber, shortSize } from '../terminal/numbers.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';
import { table } from '../terminal/table.js';
import { parseTime, when } from '../terminal/times.js';
import { fit } from '../terminal/width.js';
import { UserError } from '../user-error.js';

export interface LsOptions {
  project?: string;
  since?: string;
  json?: boolean;
}

interface Row {
  session: SessionFile;
  facts: ListFacts;
}

/** Lists sessions, the newest last so that it stands next to the prompt. */
export async function ls(options: LsOptions, io: Io): Promise<number> {
  const since = sinceOf(options.since, io);
  const { sessions, problems } = allSessions(io);
  const withMain = sessions.filter((session) => session.hasMain && session.mtimeMs >= (since ?? 0));
  if (sessions.length === 0 && !options.json) throw noSessions(io);
  const rows = (await read(withMain, io)).filter((row) => isWanted(row, options.project, since));
  rows.sort((a, b) => lastTime(a) - lastTime(b));
  for (const problem of problems) io.err(`${safeLine(problem.path)}: ${safeLine(problem.message)}\n`);
  if (options.json) {
    io.out(`${JSON.stringify(rows.map(asJson), null, 2)}\n`);
    return 0;
  }
  if (rows.length === 0) io.err('No session fits.\n');
  else io.out(asTable(rows, io));
  return 0;
}

function sinceOf(text: string | undefined, io: Io): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(text, io.now);
  if (time !== undefined) return time;
  throw new UserError(`"${text}" is no time.`, {
    hint: 'Use a date (2026-01-31), today, or a distance: 12h, 3d, 2w.',
    isUsage: true,
  });
}

async function read(sessions: readonly SessionFile[], io: Io): Promise<Row[]> {
  const progress = new Progress('Reading sessions', sessions.length, io);
  const scanned = await scanSessions(sessions, () => progress.step());
  progress.clear();
  return sessions.flatMap((session, at): Row[] => {
    const result = scanned[at];
    if (result && 'facts' in result) return [{ session, facts: result.facts }];
    io.err(`${safeLine(session.file)}: not read: ${safeLine(result?.error ?? 'unknown')}\n`);
    return [];
  });
}

/** A project is named by its folder, by a folder above it, or by the last part of its path. */
function isWanted({ session, facts }: Row, project: string | undefined, since: number | undefined): boolean {
  if (since !== undefined && lastTime({ session, facts }) < since) return false;
  if (project === undefined) return true;
  const { cwd } = facts;
  if (session.slug === project) return true;
  if (cwd === undefined) return false;
  return (
    projectName(cwd).toLowerCase() === project.toLowerCase() || isSamePath(cwd, project) || isInsidePath(cwd, project)
  );
}

function lastTime({ session, facts }: Row): number {
  return Number.isNaN(facts.endedAt) ? session.mtimeMs : facts.endedAt;
}

const PROJECT_WIDTH = 20;
const NARROW = 76;
/** Title and when; the rest is for wider screens. */
const NARROW_COLUMNS = [1, 3];

function asTable(rows: readonly Row[], io: Io): string {
  const paint = colours(io.hasColour);
  const cells = rows.map(({ session, facts }) => [
    safeLine(session.sessionId.slice(0, 8)),
    safeLine(facts.title.text) || '(no words)',
    fit(safeLine(facts.cwd === undefined ? session.slug : projectName(facts.cwd)), PROJECT_WIDTH),
    when(lastTime({ session, facts }), io.now),
    String(facts.turns),
    shortNumber(totalTokens(facts.tokens)),
    shortSize(session.size),
  ]);
  const columns = [
    { head: 'id', paint: paint.dim },
    { head: 'title', isFlexible: true, paint: paint.bold },
    { head: 'project', paint: paint.cyan },
    { head: 'when' },
    { head: 'turns', isRight: true },
    { head: 'tokens', isRight: true },
    { head: 'size', isRight: true, paint: paint.dim },
  ];
  const summary = io.columns === undefined ? '' : paint.dim(`${plural(rows.length, 'session')}\n`);
  const shown = io.columns !== undefined && io.columns < NARROW ? NARROW_COLUMNS : columns.map((_, at) => at);
  const pick = <T>(row: readonly T[]): T[] => row.filter((_, at) => shown.includes(at));
  return table(pick(columns), cells.map(pick), io.columns) + summary;
}

function asJson({ session, facts }: Row) {
  const iso = (time: number) => (Number.isNaN(time) ? null : new Date(time).toISOString());
  return {
    sessionId: session.sessionId,
    title: facts.title.text,
    titleSource: facts.title.source,
    project: facts.cwd === undefined ? null : projectName(facts.cwd),
    cwd: facts.cwd ?? null,
    gitBranch: facts.gitBranch ?? null,
    version: facts.version ?? null,
    startedAt: iso(facts.startedAt),
    endedAt: iso(facts.endedAt),
    turns: facts.turns,
    tokens: { ...facts.tokens, total: totalTokens(facts.tokens) },
    size: session.size,
    subagents: session.agentFiles.length,
    file: session.file,
  };
}
