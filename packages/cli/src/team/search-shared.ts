import { shortId } from '@unspool/session/show';
import type { TeamHit, TeamResult } from '@unspool/team';
import type { Io } from '../io.js';
import { colours } from '../terminal/colour.js';
import { givenTime } from '../terminal/given-time.js';
import { safeLine, safePart } from '../terminal/safe.js';
import { when } from '../terminal/times.js';
import { asUser, joinedTeam } from './as-user.js';

export interface SearchSharedOptions {
  person?: string;
  project?: string;
  since?: string;
  limit?: string;
  json?: boolean;
}

/** Searches what the team shares. Like grep, returns 1 if there are no matches. */
export function searchShared(words: readonly string[], options: SearchSharedOptions, io: Io): Promise<number> {
  return asUser(async () => {
    const { person, project, since, limit, json } = options;
    const result = await joinedTeam(io).client.search({
      q: words.join(' '),
      ...(person !== undefined && { person }),
      ...(project !== undefined && { project }),
      ...(since !== undefined && { since: String(givenTime(since, io.now)) }),
      ...(limit !== undefined && { limit }),
    });
    if (json) io.out(`${JSON.stringify(asJson(result), null, 2)}\n`);
    else if (result.hits.length === 0) io.err('No matches.\n');
    else print(result, io);
    return result.hits.length > 0 ? 0 : 1;
  });
}

function asJson({ hits, ...rest }: TeamResult) {
  return {
    ...rest,
    hits: hits.map(({ owner, session, time, ...hit }) => ({
      ...hit,
      person: owner,
      sessionId: session,
      time: time === 0 ? null : new Date(time).toISOString(),
    })),
  };
}

function print({ hits, count, isMore, people }: TeamResult, io: Io): void {
  const paint = colours(io.hasColour);
  let last = '';
  for (const hit of hits) {
    const key = `${hit.owner}/${hit.session}`;
    if (key !== last)
      io.out(
        `${paint.bold(safeLine(hit.title) || '(untitled)')}  ${paint.dim(`${hit.owner}/${shortId(hit.session)} ${safeLine(hit.project)}`)}\n`,
      );
    last = key;
    io.out(
      `  ${paint.dim(hit.kind.replace('_', ' '))} ${marked(hit, paint.yellow)}${hit.time === 0 ? '' : paint.dim(` ${when(hit.time, io.now)}`)}\n`,
    );
  }
  const by = people.map(({ name, count: each }) => `${safeLine(name)} ${each}`).join(', ');
  io.out(paint.dim(`${count}${isMore ? ' or more' : ''}: ${by}\n`));
}

function marked({ snippet: { text, ranges } }: TeamHit, paint: (text: string) => string): string {
  let shown = '';
  let at = 0;
  for (const { start, end } of ranges) {
    shown += safePart(text.slice(at, start)) + paint(safePart(text.slice(start, end)));
    at = end;
  }
  return (shown + safePart(text.slice(at))).trim();
}
