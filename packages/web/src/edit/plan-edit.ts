import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { createRedactor } from '@unspool/redact';
import { type Entry, readLines } from '@unspool/session';
import {
  draftPlan,
  type EditPlan,
  type EditSource,
  type FamilyChange,
  type FamilyRedaction,
  type Finding,
  planCut,
  planFamilyRedaction,
  planFork,
  planRepair,
  planStrip,
  type StripOptions,
  stripPresets,
} from '@unspool/session/edit';
import { AppFailure, wrongRequest } from '../failure.js';
import type { EditPlanView, EditRequest } from '../view/routes.js';

/** Plans an edit in the same way as the command line. */
export interface PlannedEdit {
  plan: EditPlan;
  change?: FamilyChange;
  /** A copy is made even if nothing changes. */
  isCopy: boolean;
  isInPlace: boolean;
  findings: readonly Finding[];
  secrets: EditPlanView['secrets'];
}

const NOTHING = { isCopy: false, findings: [], secrets: [] };

export function planEdit(source: EditSource, request: EditRequest): PlannedEdit {
  const isInPlace = 'inPlace' in request && request.inPlace === true;
  switch (request.operation) {
    case 'clone':
      return { ...NOTHING, plan: draftPlan('clone', 'clone'), isCopy: true, isInPlace };
    case 'fork':
      return {
        ...NOTHING,
        plan: planFork(source.session, source.turns, known(source, request.at)),
        isCopy: true,
        isInPlace,
      };
    case 'cut': {
      const turns = new Set(request.turns.map((turn) => known(source, turn)));
      if (turns.size === source.turns.turns.length) throw everyTurn();
      return { ...NOTHING, plan: planCut(source.session, source.turns, turns), isInPlace };
    }
    case 'strip': {
      const { session, turns } = source;
      const chosen = request.turns && new Set(request.turns.map((turn) => known(source, turn)));
      return { ...NOTHING, plan: planStrip(session, turns, stripOptions(request, chosen)), isInPlace };
    }
    case 'repair': {
      const lastWritten = statSync(source.file).mtimeMs;
      const options = { newUuid: randomUUID, lastWritten };
      const { plan, findings } = planRepair(source.session, readLines(source.file), options);
      return { ...NOTHING, plan, findings, isInPlace };
    }
    case 'redact':
      return planRedaction(source, isInPlace);
  }
}

/** As on the command line. */
function everyTurn(): AppFailure {
  return new AppFailure(400, 'Cannot cut all turns of a session.', {
    hint: 'Keep at least one, or delete the session.',
  });
}

function planRedaction(source: EditSource, isInPlace: boolean): PlannedEdit {
  const redactor = createRedactor();
  const { plan, change, tooLong } = planFamilyRedaction(source, {
    text: redactor.redactText,
    value: (value) => redactor.redactValue(value as Entry),
  });
  const [long] = tooLong;
  if (long) throw notLookedThrough(long);
  const { found, kinds } = redactor.report();
  plan.what = `redact ${found} ${found === 1 ? 'secret' : 'secrets'}`;
  if (source.family.fileHistory && !isInPlace) {
    plan.notes.push('File history is not copied: a rewind would put tokens into your files.');
  }
  const secrets = Object.entries(kinds).map(([kind, counts]) => ({ kind, ...counts }));
  return { plan, change, isCopy: found > 0, isInPlace, findings: [], secrets };
}

/** Such a session cannot be called clean, so it is not redacted at all, as on the command line. */
function notLookedThrough({ file, line }: FamilyRedaction['tooLong'][number]): AppFailure {
  return new AppFailure(409, `Line ${line} of ${basename(file)} is too long to search for secrets.`, {
    why: 'It may contain secrets, so nothing was written.',
    hint: 'Look at the line yourself, and do not share this session.',
  });
}

function stripOptions(
  request: EditRequest & { operation: 'strip' },
  chosen: ReadonlySet<number> | undefined,
): StripOptions {
  const { preset, toolNames, calls, operation: _, inPlace: __, turns: ___, ...own } = request;
  const saysWhat =
    own.tools || own.thinking || own.images || own.results || own.attachments || own.truncate !== undefined;
  const base = preset ?? (saysWhat ? undefined : 'standard');
  return {
    ...(base && stripPresets[base]),
    // Turns that were chosen one by one are stripped, also the last ones.
    ...(chosen && { turns: chosen, keepLast: 0 }),
    ...own,
    ...(toolNames && { toolNames: new Set(toolNames) }),
    ...(calls && { calls: new Set(calls) }),
  };
}

function known({ turns }: EditSource, turn: number): number {
  const count = turns.turns.length;
  if (turn >= 1 && turn <= count) return turn;
  throw wrongRequest(`There is no turn ${turn}: the session has ${count === 1 ? 'one turn' : `${count} turns`}.`);
}
