import { join } from 'node:path';
import { isUuid } from '../locate/session-id.js';
import { slugOf } from '../locate/slug.js';
import { type ChainOptions, ChainWriter } from './chain-writer.js';

/** The parameters of `createSession`. */
export interface NewSession extends Omit<ChainOptions, 'sessionId' | 'agentId' | 'after'> {
  /** The `projects` folder of a config folder. */
  projects: string;
  /** The name of the project folder. Derived from the working folder by default. */
  project?: string;
  /** A new UUID by default. The client resumes only UUIDs. */
  sessionId?: string;
}

/** Starts a session where the client will look for it. Throws if one with this id exists. */
export function createSession({ projects, project, ...options }: NewSession): ChainWriter {
  const sessionId = options.sessionId ?? options.newUuid();
  if (!isUuid(sessionId)) throw new Error(`"${sessionId}" is not a UUID: the client would not resume the session`);
  const file = join(projects, project ?? slugOf(options.cwd), `${sessionId}.jsonl`);
  return new ChainWriter(file, { ...options, sessionId, isNew: true });
}

/** Continues a session after the line given as `after`, which the resume plan names. */
export function continueSession(file: string, options: ChainOptions): ChainWriter {
  return new ChainWriter(file, options);
}
