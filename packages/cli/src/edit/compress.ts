import { randomUUID } from 'node:crypto';
import {
  extract,
  modelBatches,
  pastToCompress,
  planCompress,
  shortenedIn,
  type TurnToCompress,
} from '@unspool/session/edit';
import type { Io } from '../io.js';
import { plural } from '../terminal/numbers.js';
import { UserError } from '../user-error.js';
import { apiOf, askModel } from './messages-api.js';
import { type EditOptions, runEdit } from './run-edit.js';
import { refuseLive, type Source, sourceOf } from './source.js';
import { turnCount } from './turn-numbers.js';

export interface CompressFlags extends EditOptions {
  keepLast: string;
  with?: string;
}

/** Replaces all turns but the last ones with a summary. */
export async function compress(query: string, flags: CompressFlags, io: Io): Promise<number> {
  const keepLast = turnCount(flags.keepLast);
  const how = flags.with ?? 'extract';
  if (how !== 'extract' && how !== 'model') {
    throw new UserError(`--with takes extract or model, not "${how}".`, {
      hint: 'extract works offline; model asks the Messages API.',
      isUsage: true,
    });
  }
  const asked = how === 'model' ? await askAbout(sourceOf(query, io), { keepLast, flags }, io) : undefined;
  const shortened = (turn: TurnToCompress) => asked?.get(turn.id) ?? extract(turn.modelText);
  const plan = ({ session, turns }: Source) =>
    planCompress(session, turns, { keepLast, newUuid: randomUUID, shortened });
  return runEdit({ query, plan, options: flags }, io);
}

/** A model's summary of each turn, by the turn's id. Nothing is sent until all checks that could refuse the edit have passed. */
async function askAbout(
  { file, session, turns }: Source,
  { keepLast, flags }: { keepLast: number; flags: CompressFlags },
  io: Io,
): Promise<Map<string, string>> {
  const api = apiOf(io.env);
  if (!flags.dryRun) refuseLive(file, io);
  const past = pastToCompress(session, turns, keepLast);
  const batches = modelBatches(past.turns);
  const shortened = new Map<string, string>();
  for (const [at, batch] of batches.entries()) {
    io.err(`Asking ${api.model} to shorten ${plural(past.turns.length, 'turn')} (${at + 1} of ${batches.length})…\n`);
    const answer = shortenedIn(await askModel(api, batch));
    for (const turn of past.turns) {
      const text = answer.get(turn.number);
      if (text !== undefined) shortened.set(turn.id, text);
    }
  }
  const missing = past.turns.filter((turn) => turn.modelText !== '' && !shortened.has(turn.id)).length;
  if (missing > 0) io.err(`note: the model left out ${plural(missing, 'turn')}, which were shortened offline\n`);
  return shortened;
}
