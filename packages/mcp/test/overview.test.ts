import { expect, it } from 'vitest';
import { recorded, SESSION } from './support/recorded.js';

const ask = await recorded({
  [`${SESSION}.jsonl`]: [
    ['user', 'Convert the project'],
    ['assistant', 'I delegate it.'],
    ['side', 'You convert one file'],
    ['user', 'Thanks'],
  ],
});

it('lists what the user asked, not the tasks of sub-agents that early clients wrote into the same file', () => {
  const answer = ask('session_overview', { session: SESSION });
  expect(answer).toContain('turn 1\n> Convert the project\n');
  expect(answer).toContain('> Thanks');
  expect(answer).not.toContain('You convert one file');
});
