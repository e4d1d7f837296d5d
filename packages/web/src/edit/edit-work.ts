import { basename, join } from 'node:path';
import {
  cleanTitle,
  type EditSource,
  editSourceOf,
  isEmptyPlan,
  Journal,
  kindTitles,
  MAX_TITLE,
  NOT_COUNTED,
  type Outcome,
  performEdit,
  rehearseEdit,
  renameSession,
  sessionsOfEdit,
  whyLive,
} from '@unspool/session/edit';
import { sessionsAndRemains } from '@unspool/session/locate';
import { archiveSession, type CauseKind, deleteFamily, Prices, parsePrices } from '@unspool/store';
import { AppFailure, notFound, wrongRequest } from '../failure.js';
import { type CausesQuery, causes } from '../list/causes.js';
import { type PullRequest, pullShared } from '../team/pull.js';
import type { Setting } from '../thread/setting.js';
import type { EditDone, EditPlanView, EditRecord, EditRequest, UsageRow } from '../view/routes.js';
import type { TeamPulled } from '../view/team-view.js';
import { maskedLine } from '../view/texts.js';
import { restore, type Unpacked, unpack } from './archived.js';
import { type ExportRequest, exportToFile } from './export-file.js';
import { type PlannedEdit, planEdit } from './plan-edit.js';
import { kindsOf } from './plan-kinds.js';

/** A session as the server knows it. */
export interface EditTarget {
  file: string;
  sessionId: string;
  cwd: string | null;
}

/** A finished edit, before the server has an id for the new session. */
export type Done = Omit<EditDone, 'id'> & { file: string };

/** Changes to sessions, and reports over all of them: rare and slow. */
export class EditWork {
  constructor(private readonly setting: Setting) {}

  /** The plan of an edit, with the proof. Writes nothing. */
  plan({ file, sessionId }: EditTarget, request: EditRequest): EditPlanView {
    const source = editSourceOf(file, sessionId);
    const planned = planEdit(source, request);
    const isChange = planned.isCopy || !isEmptyPlan(planned.plan);
    const live = whyLive(file, this.journal, Date.now());
    const refusal = live.length > 0 ? live.join('\n') : null;
    if (!isChange) return { ...nothing(source, planned), refusal };
    const outcome = rehearseEdit({ source, plan: planned.plan, isInPlace: planned.isInPlace });
    return viewOf(outcome, planned, { refusal, kinds: kindsOf(source, planned.plan) });
  }

  /** Why it cannot be edited now; empty if it can. */
  whyLive({ file }: EditTarget): { reasons: string[] } {
    return { reasons: whyLive(file, this.journal, Date.now()) };
  }

  apply({ file, sessionId, cwd }: EditTarget, request: EditRequest): Done {
    const source = editSourceOf(file, sessionId);
    const planned = planEdit(source, request);
    if (!planned.isCopy && isEmptyPlan(planned.plan)) throw new AppFailure(409, 'There is nothing to do.');
    // Before it is written: an edit in place replaces what it is compared with.
    const kinds = kindsOf(source, planned.plan);
    const done = performEdit({
      source,
      plan: planned.plan,
      change: planned.change,
      isInPlace: planned.isInPlace,
      journal: this.journal,
      now: Date.now(),
      refuseLive: (each) => this.refuseLive(each),
    });
    if (done.kind === 'refused') {
      const why = done.check.reasons.map((reason) => reason.message).join('\n');
      throw new AppFailure(409, 'The result would not resume, so nothing was written.', { why });
    }
    if (done.kind === 'overtaken') throw new AppFailure(409, OVERTAKEN, { hint: 'Try again.' });
    const command = `claude --resume ${basename(done.file, '.jsonl')}`;
    return {
      ...viewOf(done.outcome, planned, { refusal: null, kinds }),
      command,
      folder: cwd,
      undo: done.undo,
      file: done.file,
    };
  }

  undo(id: string): { what: string; notes: string[] } {
    const entry = this.journal.list().find((each) => each.id === id);
    if (!entry) throw notFound('There is no such edit.');
    for (const file of sessionsOfEdit(entry)) this.refuseLive(file);
    const undone = this.journal.undo(entry);
    if (undone.kind === 'refused') throw new AppFailure(409, `"${entry.what}" was not undone.`, { why: undone.reason });
    return { what: entry.what, notes: undone.notes ?? [] };
  }

  /** Newest first. */
  edits(): (Omit<EditRecord, 'id' | 'title'> & { file: string; from: string | undefined })[] {
    return this.journal.list().map(({ id, what, at, file, from, isUndone }) => {
      const time = Date.parse(at);
      return { undo: id, what: shown(what), at: Number.isNaN(time) ? null : time, file, from, isUndone };
    });
  }

  rename({ file, sessionId }: EditTarget, text: string): { title: string; undo: string | null } {
    const title = cleanTitle(text);
    if (title === undefined) throw wrongRequest(`A title must have 1 to ${MAX_TITLE} characters.`);
    const renamed = renameSession({
      source: editSourceOf(file, sessionId),
      title,
      journal: this.journal,
      now: Date.now(),
      refuseLive: (each) => this.refuseLive(each),
    });
    if (renamed.kind === 'renamed') return { title, undo: renamed.undo };
    if (renamed.kind === 'unchanged') return { title, undo: null };
    throw new AppFailure(409, 'The title could not be read back after writing.');
  }

  remove({ file }: EditTarget, title: string): { undo: string } {
    const { session, config } = this.listed(file);
    const undo = deleteFamily({
      session,
      config,
      archives: this.archives,
      title,
      journal: this.journal,
      now: Date.now(),
      refuseLive: (each) => this.refuseLive(each),
    });
    return { undo };
  }

  archive({ file }: EditTarget): { isNew: boolean; notes: string[] } {
    const { session, config } = this.listed(file);
    const archived = archiveSession(session, config, { folder: this.archives, now: Date.now() });
    if (archived.kind === 'nothing') throw new AppFailure(409, 'Nothing is left of this session to archive.');
    return { isNew: archived.kind === 'archived', notes: archived.kind === 'archived' ? archived.notes : [] };
  }

  unpack(archive: string): Unpacked {
    return unpack(archive, this.setting.dataFolder);
  }

  restore(archive: string, { file }: EditTarget, title: string): { undo: string; files: number } {
    const { configs } = this.setting;
    return restore({ archive, configs, main: file, title, journal: this.journal, now: Date.now() });
  }

  /** Writes an export into a file of its own. The caller removes its folder. */
  async export(target: EditTarget, request: ExportRequest): Promise<{ file: string; folder: string }> {
    const { ownPrices, dataFolder } = this.setting;
    const prices = ownPrices === undefined ? new Prices() : new Prices(parsePrices(ownPrices));
    return exportToFile(target, request, { prices, dataFolder });
  }

  pull(request: PullRequest): Promise<TeamPulled> {
    return pullShared(request, this.setting, this.journal);
  }

  /** What tools, skills or sub-agents cost. */
  causes(kind: CauseKind, query: CausesQuery): Promise<UsageRow[]> {
    return causes(kind, query, this.setting);
  }

  private get journal(): Journal {
    return new Journal(join(this.setting.dataFolder, 'journal'));
  }

  private get archives(): string {
    return join(this.setting.dataFolder, 'archive');
  }

  /** A session that is being written is never touched; there is no way to force it. */
  private refuseLive(file: string): void {
    const reasons = whyLive(file, this.journal, Date.now());
    if (reasons.length === 0) return;
    const hint = 'Close it in the client and wait a minute.';
    throw new AppFailure(409, 'This session is live, so it was not changed.', { why: reasons.join('\n'), hint });
  }

  private listed(file: string) {
    for (const config of this.setting.configs) {
      const session = sessionsAndRemains(config).find((each) => each.file === file);
      if (session) return { session, config };
    }
    throw notFound('The session no longer exists.');
  }
}

const OVERTAKEN = 'The session changed during the edit, so it was left unchanged.';

/** Secrets are masked here as everywhere. */
function shown(text: string): string {
  return maskedLine(text, { isRevealed: false });
}

function viewOf(
  outcome: Outcome,
  planned: PlannedEdit,
  { refusal, kinds }: Pick<EditPlanView, 'refusal' | 'kinds'>,
): EditPlanView {
  return {
    what: outcome.what,
    isChange: true,
    notes: outcome.notes,
    turns: outcome.turns.map((turn) => ({ ...turn, words: shown(turn.words) })),
    lines: outcome.lines,
    bytes: outcome.bytes,
    messages: outcome.messages ?? null,
    tokens: outcome.tokens ?? null,
    kinds,
    resumes: outcome.resumes,
    verdict: outcome.verdict ?? { isWhole: false, text: NOT_COUNTED },
    reasons: outcome.reasons.map((reason) => reason.message),
    findings: findingsOf(planned),
    secrets: planned.secrets,
    refusal,
  };
}

function nothing({ session }: EditSource, planned: PlannedEdit): Omit<EditPlanView, 'refusal'> {
  const same = (count: number) => ({ before: count, after: count });
  return {
    what: planned.plan.what,
    isChange: false,
    notes: planned.plan.notes,
    turns: [],
    lines: same(session.lines.total),
    bytes: same(session.size),
    messages: null,
    tokens: null,
    kinds: null,
    resumes: true,
    verdict: null,
    reasons: [],
    findings: findingsOf(planned),
    secrets: planned.secrets,
  };
}

function findingsOf({ findings }: PlannedEdit): EditPlanView['findings'] {
  return findings.map(({ kind, line, what, repair }) => ({
    kind,
    title: kindTitles[kind],
    line,
    what: shown(what),
    repair: shown(repair),
  }));
}
