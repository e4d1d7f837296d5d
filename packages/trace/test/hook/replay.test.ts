import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { GrowingProject, mainFilesIn, projectsIn, writesOf } from '../support/growing-session.js';
import { Receiver } from '../support/receiver.js';
import { compare, NO_DIFFERENCE, Tracer, wantedSpans } from '../support/tracer.js';

const corpus = process.env['UNSPOOL_CORPUS'];
// All sessions of the real client take minutes: UNSPOOL_LONG=1 with UNSPOOL_CORPUS=<folder with real-client/>.
const SESSIONS =
  process.env['UNSPOOL_LONG'] && corpus
    ? join(corpus, 'real-client/sessions')
    : join(import.meta.dirname, '../../fixtures/sessions');
const receiver = await new Receiver().start();
afterAll(() => receiver.stop());

describe('a session that grows line by line, with a Stop at every line', () => {
  it.each(projectsIn(SESSIONS).map((project) => [relative(SESSIONS, project), project]))('%s', async (_, project) => {
    const tracer = new Tracer([
      { type: 'otlp', name: 'one', url: `${receiver.url}/v1/traces`, encoding: 'json', gzip: false, headers: {} },
    ]);
    receiver.stored.clear();
    receiver.taken.clear();
    const growing = new GrowingProject(project, tracer.home);
    for (const write of writesOf(project)) {
      const file = growing.write(write);
      if (write.isMain) tracer.hook('Stop', file);
    }
    for (const file of mainFilesIn(growing.folder)) tracer.hook('SessionEnd', file);
    await tracer.send();
    expect(compare(receiver.stored, wantedSpans(growing.folder))).toEqual(NO_DIFFERENCE);
    expect(receiver.repeated).toBe(0);
    tracer.remove();
  });
});
