import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { createRedactor } from '@unspool/redact';
import { familyOf, type ListFacts, type SessionFile, scanList } from '@unspool/session';
import { filesToPack, type SecretCleaner, startFolderOf, UnsearchedLine } from '@unspool/session/edit';
import { cwdOf, leadsOut, projectName } from '@unspool/session/locate';
import type { Visibility } from '../contract/model.js';
import { copySideFile, copyTranscript, LineTooLong } from './copy-file.js';
import type { Queue, QueuedSession } from './queue.js';
import { ruleFor, type ShareRule, sharingOf } from './rules.js';
import type { Description } from './team-client.js';

export interface CollectOrder {
  sessions: readonly SessionFile[];
  rules: readonly ShareRule[];
  queue: Queue;
  salt: string;
  home: string;
  platform: string;
  now: number;
}

export interface Collected {
  session: QueuedSession;
  /** Added by this call. */
  newBytes: number;
  redacted: number;
}

/** Copies what the rules share into the queue, without its secrets. What is no longer shared is marked to be withdrawn. */
export function* collect(order: CollectOrder): Generator<Collected> {
  const { rules, queue, sessions } = order;
  const seen = new Set<string>();
  for (const found of sessions) {
    if (!found.hasMain || !found.hasUuidName || seen.has(found.sessionId)) continue;
    seen.add(found.sessionId);
    const known = queue.get(found.sessionId);
    if (rules.length === 0 && !known) continue;
    const rule = ruleFor(rules, { sessionId: found.sessionId, cwd: startFolderOf(found.file) });
    const as = sharingOf(rule);
    if (as !== 'private') {
      if (known?.isWithdrawn || leadsOut(found.file)) continue;
      yield collectOne(started(found, { known, as, isUnredacted: rule?.isUnredacted === true }, queue), order);
    } else if (known && !known.isLeaving && !known.isWithdrawn) queue.put({ ...known, isLeaving: true });
  }
}

/** What is queued of a session already, or a fresh start if it is now shared in another way. */
function started(
  { sessionId, file }: SessionFile,
  { known, as, isUnredacted }: { known: QueuedSession | undefined; as: Visibility; isUnredacted: boolean },
  queue: Queue,
): QueuedSession {
  if (known?.visibility === as && known.isUnredacted === isUnredacted && !known.isLeaving)
    return { ...known, main: file };
  if (known) queue.remove(sessionId);
  const again = known?.isLeaving && { isAgain: true };
  return {
    sessionId,
    visibility: as,
    isUnredacted,
    main: file,
    files: {},
    described: '',
    redacted: 0,
    left: [],
    ...again,
  };
}

function collectOne(session: QueuedSession, { queue, salt, now }: CollectOrder): Collected {
  const redactor = createRedactor({ salt });
  const cleaner: SecretCleaner | undefined = session.isUnredacted
    ? undefined
    : { text: redactor.redactText, value: redactor.redactValue };
  const { problem: _, ...rest } = session;
  const next: QueuedSession = { ...rest, files: { ...session.files }, left: [] };
  const isMetrics = session.visibility === 'metrics';
  const metrics = isMetrics ? { session: session.sessionId, project: projectOf(session.main) } : undefined;
  try {
    for (const { file: source, name } of filesOf(session)) {
      const known = session.files[name];
      const copy = queue.copyOf(session.sessionId, name);
      const order = { source, copy, cleaner, metrics, now };
      const file = name.endsWith('.jsonl') ? copyTranscript(known, order) : copySideFile(known, order);
      if (file) next.files[name] = file;
      else next.left.push(source);
    }
  } catch (error) {
    if (!(error instanceof UnsearchedLine) && !(error instanceof LineTooLong)) throw error;
    next.problem = error.message;
  }
  const { found } = redactor.report();
  next.redacted += found;
  const sum = (files: QueuedSession['files']) => Object.values(files).reduce((all, { bytes }) => all + bytes, 0);
  queue.put(next);
  return { session: next, newBytes: sum(next.files) - sum(session.files), redacted: found };
}

/**
 * The transcripts and offloaded output. File history, todos and plans are not shared: they contain whole files of the
 * project, and the session resumes without them. With `metrics`, only transcripts are shared, under meaningless names.
 */
function filesOf({ main, sessionId, visibility }: QueuedSession): { file: string; name: string }[] {
  const { files } = filesToPack(familyOf(main), main, sessionId);
  const own = files.filter(({ file, name }) => name.startsWith('project/') && !leadsOut(file));
  // The main transcript comes last, so that readers see the session only once it is complete.
  const mainLast = [...own.filter(({ file }) => file !== main), ...own.filter(({ file }) => file === main)];
  if (visibility !== 'metrics') return mainLast;
  return mainLast
    .filter(({ name }) => name.endsWith('.jsonl'))
    .map(({ file, name }) => {
      if (file === main) return { file, name };
      const hash = createHash('sha256').update(name).digest('hex').slice(0, 16);
      return { file, name: `project/${sessionId}/subagents/agent-${hash}.jsonl` };
    });
}

function projectOf(main: string): string {
  const cwd = startFolderOf(main) ?? cwdOf(main);
  const name = cwd === undefined ? '' : projectName(cwd);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a project's name is shown in lists and addresses
  return name.replace(/[\\/\u0000-\u001f]/g, ' ').slice(0, 100);
}

/** What the team's lists show. Taken from the redacted copy, so that it contains no secrets either. */
export function describe(
  session: QueuedSession,
  order: Pick<CollectOrder, 'queue' | 'home' | 'platform'>,
): Description {
  const { sessionId, main, visibility, isAgain } = session;
  const copy = order.queue.copyOf(sessionId, `project/${sessionId}.jsonl`);
  const facts = scanList({ main: copy, agents: [] });
  const common = {
    visibility,
    project: projectOf(main),
    ...timesOf(facts),
    version: Math.max(0, ...Object.values(session.files).map((file) => file.version)),
    ...(isAgain && { isAgain }),
  };
  if (visibility === 'metrics') {
    return { ...common, turns: 0, title: '', cwd: '', home: '', platform: '', slug: '', branch: '' };
  }
  return {
    ...common,
    turns: facts.turns,
    title: facts.title.text.slice(0, 500),
    cwd: startFolderOf(main) ?? '',
    home: order.home,
    platform: order.platform,
    slug: basename(dirname(main)),
    branch: facts.gitBranch ?? '',
  };
}

function timesOf({ startedAt, endedAt }: ListFacts): { startedAt: number; endedAt: number } {
  const known = (time: number) => (Number.isFinite(time) && time > 0 ? time : 0);
  return { startedAt: known(startedAt), endedAt: known(endedAt) };
}

/** The folder of the queue. */
export function queueFolder(teamFolder: string): string {
  return join(teamFolder, 'queue');
}
