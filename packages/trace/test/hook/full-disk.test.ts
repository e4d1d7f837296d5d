import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readErrors } from '../../src/hook/error-log.js';
import { writeConfig } from '../../src/hook/trace-config.js';
import { Receiver } from '../support/receiver.js';
import { withSmallDisk } from '../support/small-disk.js';
import { compare, NO_DIFFERENCE, SALT, Tracer, wantedSpans } from '../support/tracer.js';
import { SESSION, WrittenSession } from '../support/written-session.js';

let receiver: Receiver;
let tracer: Tracer;
beforeEach(async () => {
  receiver = await new Receiver().start();
  tracer = new Tracer([]);
});
afterEach(async () => {
  await receiver.stop();
  tracer.remove();
});

describe('a hook on a disk that gets full', () => {
  // In the first file of the queue, and in the second.
  it.for(['1m', '3m'])(
    'leaves nothing half written, writes down why, and the next one sends all: %s',
    async (size, context) => {
      const project = join(tracer.home, 'project');
      const transcript = join(project, `${SESSION}.jsonl`);
      mkdirSync(project);
      const session = new WrittenSession();
      for (let turn = 0; turn < 60; turn++) session.prompt(`Go ${turn}`).reply(`m${turn}`, 'words '.repeat(10_000));
      writeFileSync(transcript, session.lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      await withSmallDisk({ folder: join(tracer.home, 'data'), size, context }, async (disk) => {
        const url = `${receiver.url}/v1/traces`;
        const sink = { type: 'otlp', name: 'one', url, encoding: 'json', gzip: false, headers: {} } as const;
        writeConfig(tracer.folder, { sinks: [sink], content: 'redacted', salt: SALT, flushMs: 0 });
        tracer.hook('Stop', transcript);
        expect(readErrors(tracer.folder.errors)).toMatchObject([
          { where: 'hook', message: expect.stringContaining('ENOSPC') },
        ]);
        const left = readdirSync(tracer.folder.root, { recursive: true }).map(String);
        expect(left.filter((name) => /(staging|listed|queue).*jsonl/.test(name))).toEqual([]);
        disk.grow('64m');
        tracer.hook('Stop', transcript);
        await tracer.send();
      });
      expect(compare(receiver.stored, wantedSpans(project))).toEqual(NO_DIFFERENCE);
      expect(receiver.repeated).toBe(0);
    },
  );
});
