import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { paths } from '../format/paths.js';
import { notedTitleOf } from '../locate/side-notes.js';
import { forEachEntry } from '../read/line-reader.js';
import { addAgentLine, type ListFacts, ListFactsBuilder } from './list-facts.js';
import { ReplyTokens } from './reply-tokens.js';
import { COUNTER } from './usage.js';

/** A session's file and those of its sub-agents, whose replies count too. */
export interface ListedFiles {
  main: string;
  agents: readonly string[];
}

/** Reads what a list shows about a session, in one pass over its files. */
export function scanList({ main, agents }: ListedFiles): ListFacts {
  const tokens = new ReplyTokens();
  const builder = new ListFactsBuilder(tokens);
  forEachEntry(main, (fields) => builder.add(fields));
  for (const agent of agents) {
    forEachEntry(agent, (fields) => addAgentLine(tokens, fields), { holding: [COUNTER] });
  }
  const facts = {
    ...builder.finish((uuids) => uuidsOf(main, uuids)),
    tokens: tokens.total((session) => isBeside(main, session)),
  };
  const noted = notedTitleOf(main);
  return noted === undefined ? facts : { ...facts, title: { text: noted, source: 'custom' } };
}

/** Whether the session that a fork was made from is still there: forks stay in the project. */
function isBeside(main: string, session: string): boolean {
  return basename(session) === session && existsSync(join(dirname(main), `${session}.jsonl`));
}

/** Returns which of these uuids occur on lines of the file. */
function uuidsOf(file: string, uuids: readonly string[]): Set<string> {
  const wanted = new Set(uuids);
  const found = new Set<string>();
  forEachEntry(file, (fields) => {
    const uuid = fields.text(paths.uuid);
    if (uuid !== undefined && wanted.has(uuid)) found.add(uuid);
  });
  return found;
}
