import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileChange, SessionOutline } from '../../src/view/view.js';
import { SESSION, SessionScript } from '../support/script.js';
import { Served } from '../support/served.js';

const patch = (...lines: string[]) => ({
  structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines }],
});
const APP = '/home/dev/app';
const edit = (file: string, from: string, to: string) => ({
  file_path: `${APP}/${file}`,
  old_string: from,
  new_string: to,
});

let served: Served;
let file: string;
const script = new SessionScript();
beforeAll(async () => {
  served = await Served.start((config) => {
    script
      .user('Change it.')
      .call('Read', { file_path: `${APP}/only-read.ts` }, 'x')
      // What the client recorded counts, not the request: here one line was in three places.
      .call('Edit', edit('a.ts', 'x', 'y'), 'ok', {
        noted: patch(' a', '-x', '+y', '-x', '+y', '-x', '+y', '\\ No newline'),
      })
      .call('Edit', edit('a.ts', 'one\ntwo\nthree', 'one\n2\n2b\nthree'), 'ok')
      .call('Edit', edit('a.ts', 'never', 'done'), 'String not found', { isError: true })
      .call('Write', { file_path: `${APP}/new.ts`, content: 'one\ntwo\n' }, 'ok', {
        noted: { type: 'create', structuredPatch: [] },
      })
      .call('Write', { file_path: `${APP}/same.ts`, content: 'one\ntwo\n' }, 'ok', {
        noted: { type: 'update', structuredPatch: [] },
      })
      .call('MultiEdit', { file_path: `${APP}/many.ts`, edits: [edit('', 'a', 'b'), edit('', 'c', '')] }, 'ok');
    file = script.write(config);
  });
});
afterAll(() => served.stop());

const changes = async () =>
  (await served.get<{ files: FileChange[] }>(`/api/sessions/${SESSION}/changes`)).json.files.map(
    ({ path, added, removed }) => `${path} +${added} -${removed}`,
  );

describe('the files of a session', () => {
  it('have the lines that were added and removed', async () => {
    expect(await changes()).toEqual(['a.ts +5 -4', 'new.ts +2 -0', 'same.ts +0 -0', 'many.ts +1 -2']);
  });

  it('show whether they were only read', async () => {
    const { json } = await served.get<SessionOutline>(`/api/sessions/${SESSION}/outline`);
    expect(json.files.map(({ path, writes }) => [path, writes])).toContainEqual(['only-read.ts', 0]);
    expect(json.files.map(({ path, writes }) => [path, writes])).toContainEqual(['a.ts', 2]);
  });

  it('count what a growing session adds', async () => {
    const known = script.lines.length;
    script.call('Edit', edit('new.ts', 'two', 'two\nthree'), 'ok');
    script.append(file, known);
    expect(await changes()).toContain('new.ts +3 -0');
  });
});
