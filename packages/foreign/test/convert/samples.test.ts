import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openSession } from '@unspool/session';
import { describe, expect, it } from 'vitest';
import {
  ADAPTERS,
  convertSession,
  openForeign,
  readBack,
  sameReplies,
  TARGETS,
  writeTakeOver,
} from '../../src/index.js';
import { withFolder } from '../support/converted.js';

const corpus = process.env.UNSPOOL_CORPUS;
const LARGEST = 300_000;
/** Agents' ids may not be UUIDs, which a resume requires. */
const ANY_ID = '00000000-0000-4000-8000-000000000000';

const samples = corpus ? filesIn(join(corpus, 'other-agents/samples')) : [];

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile() && /\.(jsonl|json|db|zst)$/.test(file) && !file.endsWith('.meta.json'))
    .filter((file) => statSync(file).size < LARGEST);
}

describe.runIf(samples.length > 0)("other agents' sessions", () => {
  it.each(samples)('have the same content after conversion for each other agent: %s', (file) => {
    withFolder((folder) => {
      const opened = openForeign(file, ADAPTERS, join(folder, 'copies'));
      if (!opened) return;
      const { name: from } = opened.adapter;
      for (const copy of opened.sessions) {
        for (const target of TARGETS.filter(({ agent }) => agent !== from)) {
          expect(differenceFor(copy, { from, target, folder }), target.agent).toBeUndefined();
        }
      }
    });
  });
});

function differenceFor(
  copy: string,
  {
    from,
    target,
    folder,
  }: { from: (typeof ADAPTERS)[number]['name']; target: (typeof TARGETS)[number]; folder: string },
): string | undefined {
  const sessionId = randomUUID();
  const taken = join(folder, target.agent, `${sessionId}.jsonl`);
  writeTakeOver(copy, taken, { from, to: target.agent, cwd: '/home/dev', sessionId });
  const session = openSession(taken);
  const replies = sameReplies(openSession(copy, { sessionId: ANY_ID }), session, { from, to: target.agent });
  if (replies.kind === 'different') return replies.reason;
  const now = Date.UTC(2026, 10, 19);
  const place = { env: {}, home: folder, platform: 'linux' as const, handover: folder };
  const planned = target.plan({ id: sessionId, cwd: '/home/dev', gitBranch: undefined, title: '', now }, place);
  const conversion = { session, from: target.agent, target, planned, now };
  let text = '';
  const { prompts, replies: output } = convertSession(conversion, (piece) => {
    text += piece;
  });
  if (prompts + output === 0) return undefined;
  mkdirSync(dirname(planned.file), { recursive: true });
  writeFileSync(planned.file, text);
  const check = readBack(planned.file, conversion, { adapters: ADAPTERS, root: join(folder, 'back') });
  return check.kind === 'same' ? undefined : check.kind === 'different' ? check.reason : 'no reader';
}
