import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readErrors } from '../../src/hook/error-log.js';
import { runHook } from '../../src/hook/run-hook.js';
import { loadConfig, writeConfig } from '../../src/hook/trace-config.js';
import { queuedFiles } from '../../src/queue/queue-files.js';
import { openSessions } from '../../src/state/open-sessions.js';
import { Tracer } from '../support/tracer.js';
import { layOut, SESSION, temporaryFolder, WrittenSession } from '../support/written-session.js';

let tracer: Tracer;
let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  tracer = new Tracer([{ type: 'file', name: 'file', path: join(folder, 'spans.jsonl') }]);
});
afterEach(() => tracer.remove());

const name = `${SESSION}.jsonl`;
const errors = () => readErrors(tracer.folder.errors).map(({ message }) => message);

it.each(['SessionEnd', 'SubagentStop'])('%s of a session that has no file yet is no error', (event) => {
  tracer.hook(event, join(folder, name));
  expect([errors(), openSessions(tracer.folder), tracer.workersStarted]).toEqual([[], [], 0]);
});

it('Stop waits for the file', () => {
  const session = new WrittenSession().prompt('hello').reply('msg_1', 'Hi there.');
  let now = 0;
  const sleep = (ms: number) => {
    now += ms;
    if (now === 100) layOut({ [name]: session }, folder);
  };
  const event = { hook_event_name: 'Stop', transcript_path: join(folder, name), last_assistant_message: 'Hi there.' };
  writeConfig(tracer.folder, { ...loadConfig(tracer.folder), flushMs: 2000 });
  runHook(JSON.stringify(event), { ...tracer.world, now: () => now, sleep });
  expect(errors()).toEqual([]);
  expect(queuedFiles(tracer.folder.queue('file'))).toHaveLength(1);
});

it('Stop says that there is none in the end', () => {
  tracer.hook('Stop', join(folder, name));
  expect(errors()).toEqual([`there is no ${join(folder, name)}`]);
  expect(openSessions(tracer.folder)).toEqual([]);
});
