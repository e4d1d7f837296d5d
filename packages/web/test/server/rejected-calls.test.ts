import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionsPage, TurnsPage } from '../../src/view/routes.js';
import type { SessionOutline } from '../../src/view/view.js';
import { SESSION, SessionScript } from '../support/script.js';
import { Served } from '../support/served.js';

const NO =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";
const OTHER = '22222222-2222-4333-8444-555555555555';

let served: Served;
beforeAll(async () => {
  served = await Served.start((config) => {
    new SessionScript()
      .user('Remove it.')
      .call('Bash', { command: 'rm -r build' }, NO, { isError: true, noted: 'User rejected tool use' })
      .user('No, leave it.')
      .call('Bash', { command: 'ls' }, 'build')
      .reply('m1', 'It is there.')
      .write(config);
    new SessionScript(OTHER)
      .user('Test it.')
      .call('Bash', { command: 'rm -r build' }, NO, { isError: true })
      .call('Bash', { command: 'npm test' }, 'Exit code 1', { isError: true })
      .reply('m2', 'It fails.')
      .write(config);
  });
});
afterAll(() => served.stop());

const outline = async (id: string) => (await served.get<SessionOutline>(`/api/sessions/${id}/outline`)).json;
const turns = async (id: string) => (await served.get<TurnsPage>(`/api/sessions/${id}/turns`)).json;

describe('a declined call', () => {
  it('is not an error on the tape, and neither is its turn', async () => {
    const [first] = (await outline(SESSION)).turns;
    expect(first).toMatchObject({ hasError: false, bands: [{ kind: 'run', failed: 0, rejected: 1 }] });
    expect((await turns(SESSION)).turns[0]?.items[1]).toMatchObject({ type: 'tool', status: 'rejected' });
  });

  it('is distinguished from a failed one in the same turn', async () => {
    const [turn] = (await outline(OTHER)).turns;
    expect(turn?.hasError).toBe(true);
    expect(turn?.bands.map(({ failed, rejected }) => [failed, rejected])).toEqual([
      [0, 1],
      [1, 0],
      [0, 0],
    ]);
  });

  it('does not mark its session as having errors', async () => {
    const { rows } = (await served.get<SessionsPage>('/api/sessions?marks=errors')).json;
    expect(rows.map(({ id }) => id)).toEqual([OTHER]);
  });
});
