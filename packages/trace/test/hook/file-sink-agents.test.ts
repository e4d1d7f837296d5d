import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decodeRequest } from '../support/decode-otlp.js';
import { GrowingProject, mainFilesIn, projectsIn, writesOf } from '../support/growing-session.js';
import { byId, compare, NO_DIFFERENCE, Tracer, wantedSpans } from '../support/tracer.js';

const SESSIONS = join(import.meta.dirname, '../../fixtures/sessions/2.1.325');

/** As the client sends them: Stop when the model stops, SubagentStop when a sub-agent does. */
it.each(['agent', 'agent2'])('a turn with background agents is appended to a file once: %s', async (scenario) => {
  const [project = ''] = projectsIn(join(SESSIONS, scenario));
  const tracer = new Tracer([]);
  const path = join(tracer.home, 'spans.jsonl');
  tracer.configure([{ type: 'file', name: 'file', path }]);
  const growing = new GrowingProject(project, tracer.home);
  const given = () => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);
  let main = '';
  for (const write of writesOf(project)) {
    const file = growing.write(write);
    if (write.isMain) main = file;
    if (!/"stop_reason":"end_turn"/.test(write.bytes.toString())) continue;
    tracer.hook(write.isMain ? 'Stop' : 'SubagentStop', main);
    await tracer.send();
  }
  for (const file of mainFilesIn(growing.folder)) tracer.hook('SessionEnd', file);
  await tracer.send();
  const spans = given().flatMap((line) => decodeRequest(Buffer.from(line), 'application/json'));
  expect(compare(byId(spans), wantedSpans(growing.folder))).toEqual(NO_DIFFERENCE);
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId);
  expect(roots.length).toBe(new Set(roots.map(({ spanId }) => spanId)).size);
  expect(spans.length).toBe(new Set(spans.map(({ spanId }) => spanId)).size);
  tracer.remove();
});
