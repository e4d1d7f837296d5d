import {
  Calendar,
  isOfClient,
  isOfProject as isPlaceOfProject,
  repositoryOf,
  type SessionRef,
  type Usage,
} from '@unspool/store';
import type { Io } from '../io.js';
import { givenAgent } from '../session/agent.js';
import { givenProject } from '../session/given-project.js';
import { givenTime } from '../terminal/given-time.js';
import { isDay as isCalendarDay, parseTime } from '../terminal/times.js';
import { UserError } from '../user-error.js';

export interface FilterOptions {
  since?: string;
  until?: string;
  project?: string;
  model?: string;
  agent?: string;
  timezone?: string;
  /** False with --no-sub-agents. */
  subAgents?: boolean;
}

export function calendarOf(timezone: string | undefined): Calendar {
  try {
    return new Calendar(timezone);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(`"${timezone}" is not a time zone.`, {
      hint: 'Use UTC or a name such as Europe/Berlin.',
      isUsage: true,
    });
  }
}

/** Compares days in the report's time zone, so that each row is included or excluded as a whole. */
export function filterOf(options: FilterOptions, calendar: Calendar, io: Io): (usage: Usage) => boolean {
  const since = boundOf(options.since, calendar, io);
  const until = boundOf(options.until, calendar, io);
  const { model, subAgents } = options;
  const project = options.project === undefined ? undefined : givenProject(options.project, io);
  const agent = options.agent === undefined ? undefined : givenAgent(options.agent);
  const inProject = new Map<SessionRef, boolean>();
  return (usage) => {
    if (subAgents === false && usage.isAgent) return false;
    if (!isOfClient(usage.session.client, agent)) return false;
    if (model !== undefined && !usage.model.toLowerCase().includes(model.toLowerCase())) return false;
    if (since && !since.isAtOrBefore(usage.time)) return false;
    if (until && !until.isAtOrAfter(usage.time)) return false;
    if (project === undefined) return true;
    let isIn = inProject.get(usage.session);
    if (isIn === undefined) {
      isIn = isOfProject(usage.session, project);
      inProject.set(usage.session, isIn);
    }
    return isIn;
  };
}

/** Whether every day is included or excluded as a whole. */
export function isOfWholeDays({ since, until }: FilterOptions): boolean {
  return [since, until].every((text) => text === undefined || isDay(text));
}

function isDay(text: string): boolean {
  return NAMED_DAYS.has(text) || isoDayOf(text) !== undefined;
}

/** The first moment that is included and the first after it that is not, if they are not days. */
export function edgesOf({ since, until }: FilterOptions, io: Io): number[] {
  const moments = [since, until].map((text) => (text === undefined ? undefined : momentOf(text, io)));
  const [first, last] = moments;
  return [first, last === undefined ? undefined : last + 1].filter((edge) => edge !== undefined);
}

/** A whole day, or a moment. */
interface Bound {
  isAtOrBefore(time: number): boolean;
  isAtOrAfter(time: number): boolean;
}

function boundOf(text: string | undefined, calendar: Calendar, io: Io): Bound | undefined {
  if (text === undefined) return undefined;
  const day = dayOf(text, calendar, io);
  if (day !== undefined) {
    return {
      isAtOrBefore: (time) => day <= calendar.day(time),
      isAtOrAfter: (time) => !Number.isNaN(time) && day >= calendar.day(time),
    };
  }
  const moment = givenTime(text, io.now);
  return { isAtOrBefore: (time) => moment <= time, isAtOrAfter: (time) => moment >= time };
}

export function momentOf(text: string, io: Io): number | undefined {
  return isDay(text) ? undefined : parseTime(text, io.now);
}

const NAMED_DAYS = new Set(['today', 'yesterday']);

function dayOf(text: string, calendar: Calendar, io: Io): string | undefined {
  if (text === 'today') return calendar.day(io.now);
  if (text === 'yesterday') return calendar.day(io.now - 86_400_000);
  return isoDayOf(text);
}

function isoDayOf(text: string): string | undefined {
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  const day = compact ? `${compact[1]}-${compact[2]}-${compact[3]}` : text;
  return isCalendarDay(day) ? day : undefined;
}

/** As in search: by folder, parent folder, name or slug; worktrees count for their repository. */
export function isOfProject(session: SessionRef, project: string): boolean {
  const cwd = session.cwd();
  const repo = session.repo?.() ?? (cwd === undefined ? undefined : repositoryOf(cwd));
  return isPlaceOfProject({ slug: session.slug, cwd, repo }, project);
}
