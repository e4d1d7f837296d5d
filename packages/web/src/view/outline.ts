import { planResume, type Session } from '@unspool/session';
import { isSessionId } from '@unspool/session/locate';
import { faultsText, isWholeResume, judgeResume, verdictText } from '@unspool/session/resume';
import type { Conversation } from '../read/conversation.js';
import type { Billing } from '../read/cost.js';
import { contextsOf } from './context.js';
import { filesOf } from './files.js';
import { oddLines } from './odd-lines.js';
import type { TextStyle } from './texts.js';
import { turnOutline } from './turn-outline.js';
import type { SessionOutline, TurnOutline } from './view.js';

/** More bands would not make a tape clearer. */
const BANDS_OF_A_SESSION = 3000;
const MAX_BANDS = 40;
const MIN_BANDS = 2;
/** About one point per pixel of a chart. */
const POINTS_OF_A_SESSION = 1500;

type Outline = Omit<SessionOutline, 'session'>;

const outlines = new WeakMap<Conversation, Outline>();

/**
 * A session page without its turns and without its row of the list. For a huge session this takes a second, so it is done
 * once, and in parts, so that requests for turns are answered in between.
 */
export async function outlineOf(conversation: Conversation, billing: Billing, style: TextStyle): Promise<Outline> {
  const done = style.isRevealed ? undefined : outlines.get(conversation);
  if (done) return done;
  const { session } = conversation;
  await othersFirst();
  const turns = turnOutlines(conversation, billing);
  await othersFirst();
  const resumes = resumesOf(conversation);
  await othersFirst();
  const outline: Outline = {
    models: modelsOf(conversation),
    resumes,
    turns,
    files: filesOf(conversation, style),
    problems: oddLines(session),
    revision: conversation.revision,
  };
  if (!style.isRevealed) outlines.set(conversation, outline);
  return outline;
}

function resumesOf({ session, file }: Conversation): SessionOutline['resumes'] {
  // A sub-agent's conversation may be only a part of the file.
  if (!isSessionId(session.sessionId)) return refused(session);
  const verdict = judgeResume(session, file);
  const faults = faultsText(verdict);
  const reasons = verdict.reasons.map((reason) => reason.message);
  return {
    will: verdict.resumes,
    isWhole: isWholeResume(verdict),
    text: verdictText(verdict),
    reasons: faults === undefined ? reasons : [...reasons, faults],
  };
}

function refused(session: Session): SessionOutline['resumes'] {
  const reasons = planResume(session).reasons.map((reason) => reason.message);
  return { will: false, isWhole: false, text: 'does not resume', reasons };
}

function othersFirst(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const heads = new WeakMap<Conversation, TurnOutline[]>();

/** The outlines of all turns. They are kept, since parts of them are requested again and again. */
export function turnOutlines(conversation: Conversation, billing: Billing): TurnOutline[] {
  let known = heads.get(conversation);
  if (!known) {
    const { turns } = conversation.turns;
    const bands = Math.round(BANDS_OF_A_SESSION / Math.max(1, turns.length));
    const maxBands = Math.min(MAX_BANDS, Math.max(MIN_BANDS, bands));
    const contexts = contextsOf(conversation, Math.ceil(POINTS_OF_A_SESSION / Math.max(1, turns.length)));
    const counted = new Set<string>();
    known = turns.map((turn) => turnOutline(conversation, turn, { billing, maxBands, contexts, counted }));
    heads.set(conversation, known);
  }
  return known;
}

function modelsOf({ turns }: Conversation): string[] {
  const models = new Set<string>();
  for (const { replies } of turns.turns) {
    for (const { model, isSynthetic } of replies) if (model !== undefined && !isSynthetic) models.add(model);
  }
  return [...models];
}
