import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Thumbnail } from '../../src/view/routes.js';
import type { Band, SessionOutline } from '../../src/view/view.js';
import { SESSION, SessionScript } from '../support/script.js';
import { Served } from '../support/served.js';

const CALLS = 120;
/** This many of them fail, far apart. */
const FAILED = 3;
let served: Served;

describe('the tape', () => {
  beforeAll(async () => {
    served = await Served.start((config) => {
      const script = new SessionScript().user('Try it');
      for (let call = 0; call < CALLS; call++) {
        const isError = call % (CALLS / FAILED) === 0;
        const [name, input] = call % 2 === 0 ? ['Bash', { command: 'make' }] : ['Read', { file_path: '/a' }];
        script.call(String(name), input as { [key: string]: unknown }, 'x'.repeat(100), { isError });
      }
      script.write(config);
    });
  });
  afterAll(() => served.stop());

  it('shows every error, and nothing else as an error', async () => {
    const { json } = await served.get<SessionOutline>(`/api/sessions/${SESSION}/outline`);
    const bands = json.turns[0]?.bands ?? [];
    expect(bands.length).toBeLessThan(CALLS / 2);
    expect(json.turns[0]?.hasError).toBe(true);
    expect(bands.filter(({ failed }) => failed > 0)).toHaveLength(FAILED);
    expect(shareOf(bands)).toBeGreaterThan((FAILED / CALLS) * 0.5);
    expect(shareOf(bands)).toBeLessThan((FAILED / CALLS) * 1.5);
  });

  it('shows every error in a thumbnail too', async () => {
    const { json } = await served.get<{ tapes: Thumbnail[] }>(`/api/tapes?ids=${SESSION}`);
    const cells = json.tapes[0]?.cells ?? [];
    expect(cells.filter(({ failed }) => failed > 0)).toHaveLength(FAILED);
    for (const { failed } of cells) expect(failed).toBeLessThan(0.5);
  });
});

/** How much of the tape is red. */
function shareOf(bands: readonly Band[]): number {
  const all = bands.reduce((sum, { size }) => sum + size, 0);
  return bands.reduce((sum, { size, failed }) => sum + size * failed, 0) / all;
}
