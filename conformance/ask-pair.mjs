import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { resumeWithClient } from './client.mjs';
import { difference } from './same-messages.mjs';
import { layOut } from './sources.mjs';

export const PROMPT = 'Go on, please: conformance.';
export const NOTHING_TO_DO = 'nothing to do';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Our command's view of a source before it is edited. */
export async function lookAt({ file, sessionId }, unspool) {
  const { out } = await run(unspool, ['show', file, '--json'], {});
  const shown = JSON.parse(out);
  const id = sessionId ?? shown.sessionId;
  return {
    resumes: shown.resumes,
    turns: shown.turnCount,
    startedIn: shown.cwd,
    sessionId: UUID.test(id) ? id : randomUUID(),
  };
}

/**
 * Edits a session in a private home, resumes the result with the client and compares what it sends with our prediction.
 * `kind`: passed, failed, or skipped (nothing to do, nothing left to resume, too long for the client).
 */
export async function askPair({ source, operation, turns, sessionId, startedIn, unspool, client }) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'unspool-conform-')));
  const place = { home: join(folder, 'home'), cwd: join(folder, 'project') };
  // The folder that the sessions name is not on this machine, so the project is moved away from it.
  if (operation.isMove) place.cwd = startedIn;
  try {
    if (!operation.isMove) mkdirSync(place.cwd, { recursive: true });
    layOut(source, sessionId, projectFolder(place));
    const edited = await edit({ operation, turns, sessionId, unspool, place, folder });
    if (edited.kind) return edited;
    return await compare({ ...edited, home: place.home, unspool, client });
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function projectFolder({ home, cwd }) {
  return join(home, '.claude/projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
}

async function edit({ operation, turns, sessionId, unspool, place, folder }) {
  if (operation.isMove) {
    const to = join(folder, 'moved');
    mkdirSync(to);
    const { status, err } = await run(unspool, ['move', place.cwd, to, '--json'], { home: place.home, cwd: to });
    return status === 0 ? { cwd: to, sessionId } : { kind: 'failed', why: err };
  }
  if (operation.isRestore) return restore({ sessionId, unspool, place });
  const args = [operation.command, sessionId, ...operation.args(turns), '--json'];
  const { status, out, err } = await run(unspool, args, place);
  if (/never compacted|nothing to put back/.test(err)) return { kind: 'skipped', why: NOTHING_TO_DO };
  if (/would not resume/.test(err)) return { kind: 'skipped', why: 'nothing left to resume' };
  if (status !== 0) return { kind: 'failed', why: err || out };
  const result = JSON.parse(out);
  if (result.changed === false) return { kind: 'skipped', why: NOTHING_TO_DO };
  return { cwd: place.cwd, sessionId: result.sessionId };
}

/** Deletes an archived session, as the client does. Restoring it must bring back every byte. */
async function restore({ sessionId, unspool, place }) {
  const project = projectFolder(place);
  const before = bytesIn(project);
  const archived = await run(unspool, ['archive', sessionId, '--json'], place);
  if (archived.status !== 0) return { kind: 'failed', why: archived.err || archived.out };
  rmSync(project, { recursive: true });
  const restored = await run(unspool, ['restore', sessionId, '--json'], place);
  if (restored.status !== 0) return { kind: 'failed', why: restored.err || restored.out };
  const after = bytesIn(project);
  // Sub-agents of other sessions may be next to it.
  const isOwn = ([name, bytes]) => name.startsWith(sessionId) || bytes.includes(`"sessionId":"${sessionId}"`);
  const lost = [...before].filter((each) => isOwn(each) && after.get(each[0]) !== each[1]).map(([name]) => name);
  if (lost.length > 0) return { kind: 'failed', why: `not restored as they were: ${lost.join(', ')}` };
  return { cwd: place.cwd, sessionId };
}

function bytesIn(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), readFileSync(path, 'latin1')];
    }),
  );
}

/** Compares the output of `unspool messages` with what the client sends when it resumes the session. */
export async function compare({ sessionId, cwd, home, unspool, client }) {
  const output = await run(unspool, ['messages', sessionId, '--prompt', PROMPT, '--json'], { home, cwd });
  if (!output.out) return { kind: 'failed', why: output.err };
  const predicted = JSON.parse(output.out);
  const sent = await resumeWithClient({ command: client, home, cwd, sessionId, prompt: PROMPT });
  if (sent.isCompacted) return { kind: 'skipped', why: 'too long: the client compacts first' };
  if (sent.resumed !== predicted.resumed) {
    const why = `resumed: the client ${sent.resumed}, unspool ${predicted.resumed}. ${sent.said.slice(0, 300)}`;
    return { kind: 'failed', why };
  }
  const differs = difference(sent.messages, predicted.messages);
  if (!differs) return { kind: 'passed', why: `${sent.messages.length} messages` };
  const { at, counts, ...sides } = differs;
  const why = `message ${at} of ${counts[0]} (unspool: ${counts[1]})\n  client:  ${sides.client}\n  unspool: ${sides.unspool}`;
  return { kind: 'failed', why };
}

/** Runs our command in a home. */
export function run(unspool, args, { home = tmpdir(), cwd = tmpdir() }) {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, LANG: 'C.UTF-8' };
    const child = spawn(process.execPath, [unspool, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const out = [];
    const err = [];
    child.stdout.on('data', (chunk) => out.push(chunk));
    child.stderr.on('data', (chunk) => err.push(chunk));
    child.on('close', (status) => {
      resolve({ status, out: Buffer.concat(out).toString('utf8'), err: Buffer.concat(err).toString('utf8').trim() });
    });
  });
}
