import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type AgentName, type Client, lossesOf, sameReplies, tallyOf } from '@unspool/foreign';
import { createRedactor, type Redactor } from '@unspool/redact';
import { openSession, readLines, titleOf } from '@unspool/session';
import { makeSession } from '@unspool/session/edit';
import { projectFolderName, wholeFamilyOf } from '@unspool/session/locate';
import { journalOf, type Source } from '../edit/source.js';
import { configFor } from '../edit/take-in.js';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { agentLabel } from '../session/agent.js';
import { UserError } from '../user-error.js';
import type { Convertible, ConvertOptions } from './order.js';
import { printConverted } from './print-converted.js';
import { notTheSame } from './refusals.js';
import { takenOver } from './taken-over.js';

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
  const { source, cwd } = convertible;
  const from = agentOf(convertible.from);
  const names = { from, to: 'claude' } as const;
  const redactor = createRedactor();
  const secrets = secretsIn(source, redactor);
  const taken = takenOver(source, { ...names, cwd, scratch, ...(options.redact && { redactor }) });
  const folder = join(options.dryRun ? scratch : configFor(io).projects, projectFolderName(cwd, io.env));
  const made = writing(() => newSession(taken.file, { folder, mark: `from ${agentLabel(from)}` }));
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
    losses: lossesOf(taken.left, agentLabel('claude')),
    check,
    secrets,
    undo,
  };
  printConverted(converted, options, io);
  return 0;
}

/** The number of secrets in the session and its sub-agents. */
function secretsIn({ file, family }: Source, redactor: Redactor): number {
  for (const each of [file, ...family.agents.map((agent) => agent.file)]) {
    for (const { objects } of readLines(each)) for (const object of objects) redactor.redactValue(object);
  }
  return redactor.report().found;
}

function newSession(file: string, { folder, mark }: { folder: string; mark: string }) {
  const family = wholeFamilyOf(file);
  const order = { file, session: openSession(file), family, mark, folder, sessionId: randomUUID() };
  const made = makeSession({ ...order, newUuid: randomUUID });
  if (made.kind === 'made') return made;
  throw new UserError('The result would not resume, so nothing was written.', {
    why: made.check.reasons.map(({ message }) => message).join('\n  '),
    hint: 'See what is wrong with the session: unspool check',
  });
}

function agentOf(client: Client): AgentName {
  if (client !== 'claude') return client;
  throw new Error('a session of Claude Code is not taken over');
}
