import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { membershipOf, Queue, queueFolder, TeamClient, teamFolder } from '@unspool/team';
import { expect, it } from 'vitest';
import { madeHome, repliesAt } from '../support/made-home.js';
import { bundle, ended, firstLines, freePort, killed, unspool } from '../support/process.js';

const KILLS = 30;
const SESSIONS = 5;

it.skipIf(bundle === undefined)(
  `loses and doubles nothing over ${KILLS} kills of the service and of laptops that push`,
  async () => {
    const host = madeHome(Date.now());
    const ana = madeHome(Date.now());
    const port = String(await freePort());
    let service = unspool(host, 'team', 'serve', '--port', port);
    const [, url = '', code = ''] =
      /team join (\S+) (\S+)/.exec(await firstLines(service, /team join \S+ \S+\n/)) ?? [];
    expect((await ana.unspool('team', 'join', url, code)).exitCode).toBe(0);
    await ana.unspool('team', 'share', 'shop', '--as', 'team');
    const cwd = join(ana.home, 'shop');
    mkdirSync(cwd);
    const slug = cwd.replace(/[^a-zA-Z0-9]/g, '-');
    const files = Array.from({ length: SESSIONS }, (_, at) => {
      const sessionId = `${String(at).repeat(8)}-1111-4111-8111-111111111111`;
      return ana.write(`${slug}/${sessionId}.jsonl`, repliesAt([Date.UTC(2026, 4, 1, at)], { sessionId, cwd }));
    });
    let replies = SESSIONS;
    for (let round = 0; round < KILLS; round++) {
      const file = files[round % SESSIONS] as string;
      const last = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '');
      for (let more = 0; more < 40; more++) {
        const id = `k${round}.${more}`;
        const line = {
          ...last,
          uuid: `u${id}`,
          message: { ...last.message, id: `m${id}`, content: [{ type: 'text', text: 'x'.repeat(9000) }] },
        };
        appendFileSync(file, `${JSON.stringify(line)}\n`);
        replies++;
      }
      const push = unspool(ana, 'team', 'push');
      // Spread over the whole push, from its start to after its end.
      await wait(60 + ((round * 37) % 400));
      if (round % 3 === 0) {
        await killed(service);
        service = unspool(host, 'team', 'serve', '--port', port);
        await firstLines(service, /http:/);
        await killed(push);
      } else await killed(push);
    }
    const final = unspool(ana, 'team', 'push', '--json');
    const out = firstLines(final, /\}\n$/);
    expect(await ended(final), await out).toBe(0);

    const membership = membershipOf(ana.data);
    const client = new TeamClient(url, membership?.token);
    const queue = new Queue(queueFolder(teamFolder(ana.data)));
    for (const { sessionId } of queue.all()) {
      const { files: marks } = await client.open('ana', sessionId, 'show');
      expect(marks).toHaveLength(1);
      for (const mark of marks) {
        const parts: Uint8Array[] = [];
        for await (const part of client.file({ ...mark, owner: 'ana', session: sessionId }, 'show')) parts.push(part);
        const bytes = Buffer.concat(parts);
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(mark.sha256);
        expect(bytes.equals(readFileSync(queue.copyOf(sessionId, mark.file)))).toBe(true);
        expect(bytes.equals(readFileSync(files.find((file) => file.includes(sessionId)) as string))).toBe(true);
      }
    }
    const rows = await client.usage({});
    expect(rows.reduce((sum, row) => sum + row.replies, 0)).toBe(replies);
    await killed(service);
  },
);
