import { randomUUID } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  ADAPTERS,
  type Conversion,
  convertSession,
  leftBehind,
  lossesOf,
  type Planned,
  readBack,
  type Tally,
  type Target,
  tallyOf,
} from '@unspool/foreign';
import { createRedactor } from '@unspool/redact';
import { openSession, planResume, type Session, titleOf } from '@unspool/session';
import { copyAll, makeFolder, writeNewFile } from '@unspool/session/write';
import { dataFolder } from '@unspool/store';
import { journalOf } from '../edit/source.js';
import type { Io } from '../io.js';
import { writing } from '../not-writable.js';
import { agentLabel } from '../session/agent.js';
import { Progress } from '../terminal/progress.js';
import { safeLine } from '../terminal/safe.js';
import { UserError } from '../user-error.js';
import type { Convertible, ConvertOptions } from './order.js';
import { printConverted } from './print-converted.js';
import { nothingToConvert, notTheSame } from './refusals.js';
import { takenOver } from './taken-over.js';

/** A session of another agent, in that agent's form and place. It is read back before it is put there. */
export async function toOther(
  { source, from, cwd }: Convertible,
  target: Target,
  options: ConvertOptions,
  io: Io,
  scratch: string,
): Promise<number> {
  const { file } = source;
  const { chain } = planResume(source.session);
  if (!chain) throw nothingToConvert(file);
  const taken = from === 'claude' ? undefined : takenOver(source, { from, to: target.agent, cwd, scratch });
  const session = taken ? openSession(taken.file) : source.session;
  const redactor = createRedactor();
  const own = shortTitle(titleOf(source.session).text);
  const title = options.redact ? createRedactor().redactText(own) : own;
  const planned = target.plan(
    { id: randomUUID(), cwd, gitBranch: branchOf(session), title, now: io.now },
    { ...io, handover: join(dataFolder(io), 'converted') },
  );
  const names = { from: taken ? target.agent : from, target, now: io.now };
  // Every step is written and read back.
  const progress = new Progress('Converting', chain.lines.length * 2, io);
  const clean = <Value>(value: Value): Value => {
    progress.step();
    const redacted = redactor.redactValue(value);
    return options.redact ? redacted : value;
  };
  const plain = <Value>(value: Value): Value => {
    progress.step();
    return value;
  };
  const draft = join(scratch, basename(planned.file));
  const tally = writing(() => writeDraft({ session, ...names, clean, planned }, draft));
  if (tally.prompts + tally.replies === 0) throw nothingToConvert(file);
  const secrets = redactor.report().found;
  const root = join(scratch, 'copies');
  const wanted = { session, ...names, clean: options.redact ? clean : plain };
  const check = readBack(draft, wanted, { adapters: ADAPTERS, root });
  progress.clear();
  if (check.kind === 'different') throw notTheSame(target.agent, check.reason);
  const what = `convert to ${agentLabel(target.agent)}`;
  const undo = options.dryRun ? undefined : writing(() => put(planned, { draft, what, from: file }, io));
  const behind = leftBehind(source.session, source.turns, source.family);
  const losses = lossesOf({ ...tally, ...behind, ...taken?.left }, agentLabel(target.agent));
  const { tools } = taken ? tallyOf(source.session, { from, to: target.agent }) : tally;
  printConverted(
    { what, title, from, cwd, planned, tally: { ...tally, tools }, losses, check, secrets, undo },
    options,
    io,
  );
  return 0;
}

function writeDraft(conversion: Conversion, draft: string): Tally {
  return writeNewFile(draft, (sink) => convertSession(conversion, (piece) => sink.write(Buffer.from(piece))));
}

/** Puts the new session in its place. Nothing that is there is changed. Returns the number of the edit. */
function put(
  { file, others }: Planned,
  { draft, what, from }: { draft: string; what: string; from: string },
  io: Io,
): string {
  if (existsSync(file)) throw new UserError(`${safeLine(file)} already exists and was not overwritten.`);
  const created: string[] = [];
  try {
    for (const other of others.filter((each) => !existsSync(each.file))) {
      makeFolder(dirname(other.file));
      writeFileSync(other.file, other.text, { flag: 'wx', mode: 0o600 });
      created.push(other.file);
    }
    writeNewFile(file, (sink) => copyAll(draft, sink));
    created.push(file);
  } catch (error) {
    for (const path of created) rmSync(path, { force: true });
    throw error;
  }
  return journalOf(io).created({ at: new Date(io.now).toISOString(), what, file, from, created }).id;
}

function branchOf(session: Session): string | undefined {
  const last = session.nodes.findLast(({ user, reply }) => user || reply);
  const { gitBranch } = (last ? session.read(last) : {}) as { gitBranch?: unknown };
  return typeof gitBranch === 'string' && gitBranch !== '' ? gitBranch : undefined;
}

/** A prompt can serve as title. */
const LONGEST_TITLE = 80;

function shortTitle(title: string): string {
  const line = safeLine(title).trim();
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE).trimEnd()}…` : line;
}
