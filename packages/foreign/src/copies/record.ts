import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@unspool/session/write';
import type { AgentName } from '../contract/agent-name.js';

/** A session copied from a source. */
export interface CopiedSession {
  id: string;
  /** The project folder's name. */
  slug: string;
  /** The number of entries. If two files have one session, the longer one is shown. */
  entries: number;
  /** The stamp given to `Output.keep`. */
  stamp?: string;
  /** Another source has more of this session, so the copy was made from that one. */
  isOutdone?: true;
}

export interface CopiedSubAgent {
  id: string;
  parent: string;
  /** The project of its own working folder, used if its session is unknown. */
  slug: string;
  /** Its copy's path in the agent's folder. */
  file: string;
}

/** The unreadable and unknown parts of a source. */
export interface Report {
  damaged: number;
  /** The first problems. */
  examples: { where: string; message: string }[];
  /** Counts of records by kind, for kinds that the adapter does not know. */
  unknown: { [kind: string]: number };
}

export interface CopiedSource {
  stamp: string;
  /** The adapter's version. */
  version: number;
  /** The agent whose session it is, if the file is in the folder of another. Its copies are among that agent's. */
  agent?: AgentName;
  sessions: CopiedSession[];
  subAgents: CopiedSubAgent[];
  report: Report;
}

/** The copies of one agent's sessions, by source. */
export interface CopyRecord {
  sources: { [file: string]: CopiedSource };
}

const NAME = 'sources.json';
/** The version of this file's format. */
const FORM = 1;

/** Treats an unreadable record as empty, so that everything is translated again. */
export function readRecord(folder: string): CopyRecord {
  try {
    const { form, sources } = JSON.parse(readFileSync(join(folder, NAME), 'utf8'));
    if (form === FORM && typeof sources === 'object' && sources !== null) return { sources };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && name !== 'SyntaxError') throw error;
  }
  return { sources: {} };
}

export function writeRecord(folder: string, { sources }: CopyRecord): void {
  const bytes = Buffer.from(JSON.stringify({ form: FORM, sources }));
  replaceFile(join(folder, NAME), (sink) => sink.write(bytes));
}
