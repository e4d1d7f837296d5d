import { type ListFacts, type SessionFile, scanList, type Tokens, totalTokens } from '@unspool/session';
import { projectName } from '@unspool/session/locate';
import { verdictText } from '@unspool/session/resume';
import { shortId } from '@unspool/session/show';
import { TOKEN_WORDS } from '@unspool/session/tokens';
import { isOfClient, isOfProject, knownTokens, OWN_CLIENT, repositoryOf } from '@unspool/store';
import type { Io } from '../io.js';
import { allLabels } from '../keep/all-labels.js';
import { archivedSessions } from '../keep/archived-sessions.js';
import { agentLabel, givenAgent } from '../session/agent.js';
import { allSessions, archiveHint, type Found, noSessions } from '../session/find.js';
import { givenProject } from '../session/given-project.js';
import { jsonFacts } from '../session/json-facts.js';
import { jsonTime } from '../show/json-place.js';
import { colours } from '../terminal/colour.js';
import { givenTime } from '../terminal/given-time.js';
import { plural, shortNumber, shortSize } from '../terminal/numbers.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';
import { table } from '../terminal/table.js';
import { when } from '../terminal/times.js';
import { fit } from '../terminal/width.js';
import { UserError } from '../user-error.js';
import { deletionWarning, ListMarks, type Marks } from './list-marks.js';
import { rowLimitOf } from './row-limit.js';
import { type Verdicts, verdictsOf } from './verdicts.js';

export interface LsOptions {
  project?: string;
  since?: string;
  branch?: string;
  agent?: string;
  sort?: string;
  limit?: string;
  tag?: string;
  pinned?: boolean;
  archived?: boolean;
  all?: boolean;
  json?: boolean;
}

interface Row {
  session: Pick<SessionFile, 'sessionId' | 'slug' | 'file' | 'size' | 'mtimeMs' | 'client'> & { agents: number };
  facts: ListFacts;
  marks: Marks;
  /** Of a session in the archive. */
  archive?: { path: string; size: number; isOnlyArchived: boolean };
}

/** Lists sessions, newest last, so that the newest is next to the prompt. Pinned ones come first. */
export async function ls(options: LsOptions, io: Io): Promise<number> {
  const since = options.since === undefined ? undefined : givenTime(options.since, io.now);
  const project = options.project === undefined ? undefined : givenProject(options.project, io);
  const agent = options.agent === undefined ? undefined : givenAgent(options.agent);
  const listed = options.archived ? NONE : allSessions(io);
  const marks = new ListMarks(await allLabels(io), listed.sessions, io);
  const found = options.archived
    ? archivedRows(marks, io)
    : sessionRows(listed, marks, { ...options, since, agent }, io);
  const wanted = found.filter((row) => isWanted(row, { ...options, project, since, agent }));
  const shown = options.all || options.archived ? wanted : wanted.filter((row) => !isEmpty(row));
  const rows = shown.sort(comparer(options.sort)).slice(-rowLimitOf(options.limit));
  if (options.json) io.out(await asJson(rows, io));
  else if (rows.length === 0) io.err(noMatches(found, options, io));
  else io.out(asTable(rows, io));
  io.err(hiddenNote(wanted.length - shown.length));
  io.err(deletionWarning(rows.map((row) => row.marks)));
  return 0;
}

const NONE: Found = { sessions: [], problems: [] };

function noMatches(found: readonly Row[], { archived }: LsOptions, io: Io): string {
  if (archived)
    return found.length === 0 ? 'The archive is empty. Fill it with: unspool archive\n' : 'No matching sessions.\n';
  const hint = archiveHint(io);
  return `No matching sessions.\n${hint === '' ? '' : `${hint}\n`}`;
}

function sessionRows(
  { sessions, problems }: Found,
  marks: ListMarks,
  options: Pick<LsOptions, 'tag' | 'pinned' | 'json'> & { since: number | undefined; agent: string | undefined },
  io: Io,
): Row[] {
  if (sessions.length === 0 && !options.json) throw noSessions(io);
  const wanted = sessions.filter(
    (session) =>
      session.hasMain &&
      session.mtimeMs >= (options.since ?? 0) &&
      isOfClient(session.client, options.agent) &&
      hasLabel(marks.labelOf(session.sessionId), options),
  );
  const rows: Row[] = [];
  const errors: string[] = [];
  const progress = new Progress('Reading sessions', wanted.length, io);
  for (const session of wanted) {
    const agents = session.agentFiles.map((agent) => agent.file);
    try {
      const facts = scanList({ main: session.file, agents });
      rows.push({ session: { ...session, agents: agents.length }, facts, marks: marks.of(session, facts) });
    } catch (error) {
      errors.push(
        `${safeLine(session.file)}: not read: ${safeLine(error instanceof Error ? error.message : String(error))}\n`,
      );
    }
    progress.step();
  }
  progress.clear();
  for (const problem of problems) io.err(`${safeLine(problem.path)}: ${safeLine(problem.message)}\n`);
  for (const error of errors) io.err(error);
  return rows;
}

function archivedRows(marks: ListMarks, io: Io): Row[] {
  return archivedSessions(io).map((session) => ({
    session,
    facts: session.facts,
    marks: { ...marks.labelOf(session.sessionId), isArchived: true, archivedInClient: null, ...NOT_ON_DISK },
    archive: { path: session.path, size: session.archiveSize, isOnlyArchived: session.isOnlyArchived },
  }));
}

const NOT_ON_DISK = { deletesInDays: null, madeAt: null, copyOf: null };

/** Started and left without a prompt. A pinned or tagged session is never hidden. */
function isEmpty({ facts, marks }: Row): boolean {
  return facts.turns === 0 && !marks.isPinned && marks.tags.length === 0;
}

function hiddenNote(count: number): string {
  return count === 0
    ? ''
    : `${plural(count, 'empty session')} hidden. Show ${count === 1 ? 'it' : 'them'} with: unspool ls --all\n`;
}

function hasLabel(
  label: Pick<Marks, 'tags' | 'isPinned'>,
  { tag, pinned }: Pick<LsOptions, 'tag' | 'pinned'>,
): boolean {
  if (pinned && !label.isPinned) return false;
  return tag === undefined || label.tags.includes(tag.replace(/^[+#]/, ''));
}

interface Wanted extends Pick<LsOptions, 'branch' | 'tag' | 'pinned'> {
  project: string | undefined;
  since: number | undefined;
  agent: string | undefined;
}

function isWanted(row: Row, { project, since, branch, agent, ...options }: Wanted): boolean {
  if (!isOfClient(row.session.client, agent)) return false;
  if (branch !== undefined && row.facts.gitBranch !== branch) return false;
  if (since !== undefined && lastTime(row) < since) return false;
  if (!hasLabel(row.marks, options)) return false;
  if (project === undefined) return true;
  const { cwd } = row.facts;
  return isOfProject({ slug: row.session.slug, cwd, repo: cwd === undefined ? undefined : repositoryOf(cwd) }, project);
}

/** Pinned ones first, then ascending, so that the row people want is next to the prompt. */
function comparer(column = 'time'): (a: Row, b: Row) => number {
  const compare = COLUMNS[column];
  if (compare === undefined) {
    throw new UserError(`Cannot sort by "${column}".`, {
      hint: `Use one of: ${Object.keys(COLUMNS).join(', ')}.`,
      isUsage: true,
    });
  }
  return (a, b) => Number(b.marks.isPinned) - Number(a.marks.isPinned) || compare(a, b) || byTime(a, b);
}

const COLUMNS: { readonly [name: string]: (a: Row, b: Row) => number } = {
  time: byTime,
  title: (a, b) => a.facts.title.text.localeCompare(b.facts.title.text),
  project: (a, b) => projectOf(a).localeCompare(projectOf(b)),
  turns: (a, b) => a.facts.turns - b.facts.turns,
  tokens: (a, b) => totalTokens(a.facts.tokens) - totalTokens(b.facts.tokens),
  size: (a, b) => a.session.size - b.session.size,
};

/** If two ended at the same time, the file that was written later is the later one. */
function byTime(a: Row, b: Row): number {
  return lastTime(a) - lastTime(b) || a.session.mtimeMs - b.session.mtimeMs;
}

function projectOf({ facts, session }: Row): string {
  return facts.cwd === undefined ? session.slug : projectName(facts.cwd);
}

/** When it last continued, or when an edit made it. */
function lastTime({ session, facts, marks }: Row): number {
  return Math.max(Number.isNaN(facts.endedAt) ? session.mtimeMs : facts.endedAt, marks.madeAt ?? 0);
}

const PROJECT_WIDTH = 20;

function asTable(rows: readonly Row[], io: Io): string {
  const paint = colours(io.hasColour);
  const hasCopies = rows.some(({ marks }) => marks.copyOf !== null);
  const hasAgents = rows.some(({ session }) => session.client !== undefined);
  const cells = rows.map((row) => [
    safeLine(shortId(row.session.sessionId)),
    titleCell(row),
    fit(safeLine(projectOf(row)), PROJECT_WIDTH),
    when(lastTime(row), io.now),
    String(row.facts.turns),
    tokensCell(row),
    shortSize(row.session.size),
    ...(hasAgents ? [agentLabel(row.session.client)] : []),
    ...(hasCopies ? [safeLine(row.marks.copyOf ? shortId(row.marks.copyOf) : '')] : []),
  ]);
  const columns = [
    { head: 'id', paint: paint.dim, leaves: 1 },
    { head: 'title', isFlexible: true, paint: paint.bold },
    { head: 'project', paint: paint.cyan, leaves: 2 },
    { head: 'when' },
    { head: 'turns', isRight: true, leaves: 4 },
    { head: TOKEN_WORDS.total, isRight: true, leaves: 3 },
    { head: 'size', isRight: true, paint: paint.dim, leaves: 5 },
    ...(hasAgents ? [{ head: 'agent', leaves: 7 }] : []),
    ...(hasCopies ? [{ head: 'copy of', paint: paint.dim, leaves: 6 }] : []),
  ];
  const summary = io.columns === undefined ? '' : paint.dim(`${plural(rows.length, 'session')}${deletedNote(rows)}\n`);
  return table(columns, cells, io.columns) + summary;
}

/** A dash if the agent recorded none. */
function tokensCell({ facts, session }: Row): string {
  const known = knownTokens(facts.tokens, session.client);
  return known ? shortNumber(totalTokens(known)) : '–';
}

function titleCell({ facts, marks }: Row): string {
  const tags = marks.tags.map((tag) => ` #${safeLine(tag)}`).join('');
  const archived = marks.archivedInClient ? ' (archived)' : '';
  const mark = `${marks.isPinned ? '• ' : ''}${marks.copyOf === null ? '' : '↳ '}`;
  return `${mark}${safeLine(facts.title.text) || '(untitled)'}${archived}${tags}`;
}

function deletedNote(rows: readonly Row[]): string {
  const gone = rows.filter((row) => row.archive?.isOnlyArchived).length;
  return gone > 0 ? `, ${gone} of them only in the archive` : '';
}

async function asJson(rows: readonly Row[], io: Io): Promise<string> {
  // Whether another agent's session resumes is for that agent to say.
  const onDisk = rows.filter((row) => !row.archive && row.session.client === undefined).map((row) => row.session);
  const verdicts = await verdictsOf(onDisk, io);
  const objects = rows.map((row) => jsonOf(row, verdicts));
  return `${JSON.stringify(objects, null, 2)}\n`;
}

function jsonOf({ session, facts, marks, archive }: Row, verdicts: Verdicts) {
  const verdict = verdicts.get(session.file);
  return {
    sessionId: session.sessionId,
    agent: session.client ?? OWN_CLIENT,
    ...jsonFacts(facts),
    startedAt: jsonTime(facts.startedAt),
    endedAt: jsonTime(facts.endedAt),
    turns: facts.turns,
    tokens: withTotal(knownTokens(facts.tokens, session.client)),
    size: session.size,
    subagents: session.agents,
    file: session.file,
    ...marks,
    madeAt: jsonTime(marks.madeAt ?? Number.NaN),
    ...(verdict && { ...verdict, verdict: verdictText(verdict) }),
    ...(archive && { archive: archive.path, archiveSize: archive.size, isOnlyArchived: archive.isOnlyArchived }),
  };
}

function withTotal(tokens: Tokens | undefined): (Tokens & { total: number }) | null {
  return tokens ? { ...tokens, total: totalTokens(tokens) } : null;
}
