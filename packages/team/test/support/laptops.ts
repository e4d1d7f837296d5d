import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSessions } from '@unspool/session';
import { expect } from 'vitest';
import { TeamFailure } from '../../src/contract/failure.js';
import { collect } from '../../src/laptop/collect.js';
import { pushQueue } from '../../src/laptop/push-queue.js';
import { Queue } from '../../src/laptop/queue.js';
import { TeamClient } from '../../src/laptop/team-client.js';
import type { RunningService } from '../../src/service/start-service.js';

export interface Laptop {
  person: string;
  client: TeamClient;
  files: Map<string, string>;
  /** Adds replies to each session. Returns how many. */
  work(turn: number): number;
  /** Again until the service has everything, as the hook does after each turn. */
  push(): Promise<void>;
}

/** A laptop with sessions, joined at one of the services, all shared with the team and sent as they are. */
export async function laptopOf(
  person: string,
  service: RunningService,
  { sessions, url = service.url, padding }: { sessions: number; url?: string; padding: number },
): Promise<Laptop> {
  const { token } = await new TeamClient(service.url, undefined).join(await service.invite(person, 'member'), 'x');
  const client = new TeamClient(url, token);
  const folder = mkdtempSync(join(tmpdir(), 'unspool-laptop-'));
  const project = join(folder, 'projects/-home-shop');
  mkdirSync(project, { recursive: true });
  const queue = new Queue(join(folder, 'queue'));
  const files = new Map(
    Array.from({ length: sessions }, () => {
      const id = randomUUID();
      return [id, join(project, `${id}.jsonl`)] as const;
    }),
  );
  const machine = { home: '/home', platform: 'linux' };
  const pushOnce = async () => {
    const { sessions: found } = listSessions({ folder, projects: join(folder, 'projects') });
    const rules = [...files.keys()].map((match) => ({ match, as: 'team', isUnredacted: true }) as const);
    for (const _ of collect({ sessions: found, rules, queue, salt: 'x', now: Date.now(), ...machine })) {
      // Each step queues one session.
    }
    return pushQueue({ queue, client, person, now: Date.now, ...machine });
  };
  return {
    person,
    client: new TeamClient(service.url, token),
    files,
    work: (turn) => {
      for (const [id, file] of files) appendFileSync(file, turnOf({ id, person, turn, padding }));
      return files.size * REPLIES;
    },
    push: async () => {
      for (let attempt = 0; ; attempt++) {
        try {
          const { problems } = await pushOnce();
          expect(problems).toEqual([]);
          return;
        } catch (error) {
          if (!(error instanceof TeamFailure) || attempt > 300) throw error;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    },
  };
}

/** Compares what the service gives back with the files of the laptop, and removes them. */
export async function expectWhole({ person, client, files }: Laptop): Promise<void> {
  for (const [session, file] of files) {
    const { files: marks } = await client.open(person, session, 'show');
    expect(marks).toHaveLength(1);
    for (const mark of marks) {
      const parts: Uint8Array[] = [];
      for await (const part of client.file({ ...mark, owner: person, session }, 'show')) parts.push(part);
      expect(Buffer.concat(parts).equals(readFileSync(file))).toBe(true);
    }
    rmSync(file);
  }
}

const REPLIES = 5;

function turnOf({ id, person, turn, padding }: { id: string; person: string; turn: number; padding: number }): string {
  const common = { sessionId: id, cwd: '/home/shop', version: '2.1.0', isSidechain: false };
  const lines: object[] = [];
  for (let n = 0; n < REPLIES; n++) {
    const key = `${person}-${id}-${turn}-${n}`;
    const usage = { input_tokens: 1, output_tokens: 1 };
    const content = [{ type: 'text', text: `zebrafish ${key} ${randomBytes(padding).toString('hex')}` }];
    const message = { id: `msg-${key}`, role: 'assistant', model: 'claude-opus-5', content, usage };
    const timestamp = new Date(Date.UTC(2026, 4, 1, 12, turn, n)).toISOString();
    lines.push({ ...common, type: 'assistant', uuid: key, parentUuid: null, timestamp, message });
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
