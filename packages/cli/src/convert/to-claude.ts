import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { lossesOf, sameReplies, tallyOf } from '@unspool/foreign';
import { createRedactor } from '@unspool/redact';
import { openSession, titleOf } from '@unspool/session';
import { planFamilyRedaction } from '@unspool/session/edit';
import { projectFolderName } from '@unspool/session/locate';
import { journalOf } from '../edit/source.js';
import { configFor } from '../edit/take-in.js';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { agentLabel } from '../session/agent.js';
import { UserError } from '../user-error.js';
import type { Convertible, ConvertOptions } from './convert.js';
import { notTheSame } from './refusals.js';
import { takenOver } from './taken-over.js';
import { tellConverted } from './tell.js';

/**
 * A session of Claude Code made of another agent's: all turns, branches and sub-agents. It is checked by the rules of a
 * resume before it can be seen.
 */
export async function toClaude(
  convertible: Convertible,
  options: ConvertOptions,
  io: Io,
  scratch: string,
): Promise<number> {
  const { source, from, cwd } = convertible;
  const names = { from, to: 'claude' } as const;
  const redactor = createRedactor();
  const redaction = planFamilyRedaction(source, { text: redactor.redactText, value: redactor.redactValue });
  const secrets = redactor.report().found;
  const [long] = options.redact ? redaction.tooLong : [];
  if (long) throw notSearched(long.line);
  const folder = join(options.dryRun ? scratch : configFor(io).projects, projectFolderName(cwd, io.env));
  const taken = writing(() =>
    takenOver(source, { ...names, cwd, folder, ...(options.redact && { redactor, change: redaction.change }) }),
  );
  if (!taken) throw new Error('a session of Claude Code is not taken over');
  const { made, left } = taken;
  const session = openSession(made.file);
  const check = options.redact ? { kind: 'redacted' as const } : sameReplies(source.session, session, names);
  if (check.kind === 'different') {
    for (const path of made.created) rmSync(path, { recursive: true, force: true });
    throw notTheSame('claude', check.reason);
  }
  const what = `convert to ${agentLabel('claude')}`;
  const edit = { at: new Date(io.now).toISOString(), what, file: made.file, from: source.file, created: made.created };
  const undo = options.dryRun ? undefined : journalOf(io).created(edit).id;
  const { tools } = tallyOf(source.session, names);
  const sessionId = basename(made.file, '.jsonl');
  const converted = {
    what,
    title: titleOf(session).text,
    from,
    cwd,
    planned: { sessionId, file: made.file, commands: [['claude', '--resume', sessionId]] },
    tally: { ...tallyOf(session, { from: 'claude', to: 'claude' }), tools },
    losses: lossesOf(left, agentLabel('claude')),
    check,
    secrets,
    undo,
  };
  tellConverted(converted, options, io);
  return 0;
}

function notSearched(line: number): UserError {
  return new UserError(`Line ${line} is too long to search for secrets, so nothing was written.`, {
    hint: 'Look at the line yourself, and convert without --redact.',
  });
}
