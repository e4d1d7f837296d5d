import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '@unspool/session/write';

/** A session whose copy was made from a source. */
export interface CopiedSession {
  id: string;
  /** The project folder's name. */
  slug: string;
  /** How much it holds. Of two files of one session the longer one is shown. */
  entries: number;
  /** As given to `Output.keep`. */
  stamp?: string;
  /** Another source has more of this session, and the copy is of that one. */
  isOutdone?: true;
}

export interface CopiedSubAgent {
  id: string;
  parent: string;
  /** The project of its own working folder, for when its session is unknown. */
  slug: string;
  /** Where its copy is, in the agent's folder. */
  file: string;
}

/** What could not be read in a source, or is not known. */
export interface Report {
  damaged: number;
  /** The first of them. */
  examples: { where: string; message: string }[];
  /** Kinds of records that the adapter does not know, with their numbers. */
  unknown: { [kind: string]: number };
}

export interface CopiedSource {
  stamp: string;
  /** The adapter's. */
  version: number;
  sessions: CopiedSession[];
  subAgents: CopiedSubAgent[];
  report: Report;
}

/** What was made of which source, of one agent. */
export interface CopyRecord {
  sources: { [file: string]: CopiedSource };
}

const NAME = 'sources.json';
/** Of the form of this file. */
const FORM = 1;

/** A record that cannot be understood is an empty one: everything is then translated again. */
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
