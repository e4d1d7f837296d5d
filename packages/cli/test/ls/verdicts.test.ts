import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { LONG_AGO, type SampleHome, sampleHome, UPLOAD } from '../support/sample-home.js';

let home: SampleHome;
let file: string;

beforeEach(() => {
  home = sampleHome();
  file = join(home.project, `${UPLOAD}.jsonl`);
});

/** A later part of the conversation loses the line it hangs on. */
function loseParent(): void {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const prompts = lines.filter((line) => JSON.parse(line).type === 'user' && JSON.parse(line).parentUuid);
  const lost = JSON.parse(prompts[Math.floor(prompts.length / 2)] ?? '').parentUuid;
  writeFileSync(file, `${lines.filter((line) => JSON.parse(line).uuid !== lost).join('\n')}\n`);
  utimesSync(file, LONG_AGO, LONG_AGO);
}

async function listed() {
  const rows = JSON.parse((await home.unspool('ls', '--json')).out);
  return rows.find((row: { sessionId: string }) => row.sessionId === UPLOAD);
}

async function checked() {
  const [{ resumes, messages, damagedLines, faults }] = JSON.parse((await home.unspool('check', UPLOAD, '--json')).out);
  return { resumes, messages, damagedLines, faults };
}

describe('how much resumes, in `ls --json`', () => {
  it.each(['without an index', 'with an index'])('is what `check` says, %s', async (how) => {
    if (how === 'with an index') await home.unspool('index');
    expect(await listed()).toMatchObject({
      ...(await checked()),
      verdict: expect.stringMatching(/^resumes \d+ messages/),
    });
    loseParent();
    const after = await listed();
    expect(after).toMatchObject({
      ...(await checked()),
      verdict: expect.stringMatching(/^resumes \d+ of \d+ messages; /),
    });
    // The same from the index.
    expect(await listed()).toEqual(after);
    appendFileSync(file, '{"type":"user"\n');
    expect(await listed()).toMatchObject(await checked());
  });
});
