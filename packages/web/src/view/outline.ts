import { planResume, type Session } from '@unspool/session';
import type { Conversation } from '../read/conversation.js';
import type { Billing } from '../read/cost.js';
import { contextsOf } from './context.js';
import { filesOf } from './files.js';
import { oddLines } from './odd-lines.js';
import type { TextStyle } from './texts.js';
import { turnOutline } from './turn-outline.js';
import type { SessionOutline, TurnOutline } from './view.js';

/** A tape of thousands of bands is no clearer than one of these. */
const BANDS_OF_A_SESSION = 3000;
const MOST_BANDS = 40;
const FEWEST_BANDS = 2;

type Outline = Omit<SessionOutline, 'session'>;

const outlines = new WeakMap<Conversation, Outline>();

/**
 * A session page without its turns; the row of the list is added by who has it. Of a huge session that is a second's
 * work: it is done once, and in parts, so that who asks for turns meanwhile is answered in between.
 */
export async function outlineOf(conversation: Conversation, billing: Billing, style: TextStyle): Promise<Outline> {
  const done = style.isRevealed ? undefined : outlines.get(conversation);
  if (done) return done;
  const { session } = conversation;
  await othersFirst();
  const turns = turnOutlines(conversation, billing);
  await othersFirst();
  const resumes = resumesOf(session);
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

function resumesOf(session: Session): SessionOutline['resumes'] {
  const { chain, reasons } = planResume(session);
  return { will: chain !== undefined, reasons: reasons.map((reason) => reason.message) };
}

function othersFirst(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const heads = new WeakMap<Conversation, TurnOutline[]>();

/** The heads of all turns; worked out once, since windows of turns are asked for again and again. */
export function turnOutlines(conversation: Conversation, billing: Billing): TurnOutline[] {
  let known = heads.get(conversation);
  if (!known) {
    const { turns } = conversation.turns;
    const bands = Math.round(BANDS_OF_A_SESSION / Math.max(1, turns.length));
    const maxBands = Math.min(MOST_BANDS, Math.max(FEWEST_BANDS, bands));
    const contexts = contextsOf(conversation);
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
