import { renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Failure, TurnsPage } from '../../src/view/routes.js';
import type { SessionOutline } from '../../src/view/view.js';
import { SESSION, SessionScript } from '../support/script.js';
import { Served } from '../support/served.js';

let served: Served;
let file = '';
let seconds = 1000;

beforeAll(async () => {
  served = await Served.start((config) => {
    file = talk('First', 4).write(config);
    age();
  });
});
afterAll(async () => {
  expect(served.faults).toEqual([]);
  await served.stop();
});

function talk(word: string, turns: number): SessionScript {
  const script = new SessionScript();
  for (let turn = 1; turn <= turns; turn++) script.user(`${word} ${turn}`).reply(`m${word}${turn}`, `Reply ${turn}.`);
  return script;
}

const text = (script: SessionScript) => `${script.lines.join('\n')}\n`;

/** Each change is later than the previous one, and old enough for the session not to count as live. */
function age(): void {
  const time = new Date(Date.now() - 5_000_000 + ++seconds * 1000);
  utimesSync(file, time, time);
}

/** What the pages show now: its prompts, and whether it resumes. */
async function shown(): Promise<{ asks: (string | undefined)[]; titles: string[]; will: boolean | undefined }> {
  const page = await served.get<TurnsPage>(`/api/sessions/${SESSION}/turns`);
  const outline = await served.get<SessionOutline>(`/api/sessions/${SESSION}/outline`);
  expect([page.status, outline.status]).toEqual([200, 200]);
  const asks = page.json.turns.map((turn) => turn.items.find((item) => item.type === 'words')?.text.text);
  return { asks, titles: outline.json.turns.map(({ title }) => title), will: outline.json.resumes?.will };
}

const words = (word: string, turns: number) => {
  const asks = Array.from({ length: turns }, (_, at) => `${word} ${at + 1}`);
  return { asks, titles: asks, will: turns > 0 };
};

describe('a file that is on screen', () => {
  it('is shown as it is', async () => {
    expect(await shown()).toEqual(words('First', 4));
  });

  it('is read again after it was truncated', async () => {
    truncateSync(file, text(talk('First', 2)).length);
    age();
    expect(await shown()).toEqual(words('First', 2));
  });

  it('is read again after it was overwritten with a longer text', async () => {
    writeFileSync(file, text(talk('Longer', 9)));
    age();
    expect(await shown()).toEqual(words('Longer', 9));
  });

  it('is read again after it was overwritten with a text of the same length', async () => {
    writeFileSync(file, text(talk('Others', 9)));
    age();
    expect(await shown()).toEqual(words('Others', 9));
  });

  it('is read again after it was replaced by another file', async () => {
    writeFileSync(`${file}.new`, text(talk('Another', 3)));
    renameSync(`${file}.new`, file);
    expect(await shown()).toEqual(words('Another', 3));
  });

  it('is shown as empty after it was emptied', async () => {
    for (const rest of ['no session\n\0\0\n{"type":', '']) {
      writeFileSync(file, rest);
      age();
      expect(await shown()).toEqual(words('', 0));
    }
  });

  it('is reported as gone, and comes back', async () => {
    rmSync(file);
    for (const what of ['turns', 'outline', 'raw?byte=0', 'export']) {
      const { status, json } = await served.get<Failure>(`/api/sessions/${SESSION}/${what}`);
      expect(status).toBe(404);
      expect(json.error.what).toContain('is gone');
    }
    writeFileSync(file, text(talk('Again', 5)));
    expect(await shown()).toEqual(words('Again', 5));
  });
});
