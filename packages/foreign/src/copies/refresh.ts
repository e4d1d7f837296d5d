import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Adapter, ChangedMeanwhile, type Place, type Source } from '../contract/adapter.js';
import type { Extent } from '../contract/output.js';
import { type AgentFolder, agentFolder } from './agent-folder.js';
import { commit, forget } from './commit.js';
import { CopyOutput } from './copy-output.js';
import { withDrafts } from './draft-folder.js';
import { placeSubAgents } from './place-sub-agents.js';
import { type CopyRecord, readRecord, writeRecord } from './record.js';

export interface RefreshOptions {
  /** The folder that holds all copies. */
  root: string;
  place: Place;
  /** Everything by default. Copies of usage alone are kept apart from those of everything. */
  extent?: Extent;
  /** Called before each source that is translated. */
  onProgress?: (progress: { done: number; total: number }) => void;
}

export interface Refreshed {
  /** The folder of the agent's copies; undefined if there are none. */
  folder: AgentFolder | undefined;
  /** How many sources were translated. */
  translated: number;
  problems: SourceProblem[];
}

export interface SourceProblem {
  path: string;
  message: string;
}

/**
 * Updates the copies of one agent's sessions: translates new and changed sources and removes copies of deleted ones.
 * Safe to run in several processes at once, because all write the same bytes.
 */
export function refresh(adapter: Adapter, options: RefreshOptions): Refreshed {
  const problems: SourceProblem[] = [];
  const sources = [...adapter.locate(options.place, (path, message) => problems.push({ path, message }))];
  const { extent = 'everything', onProgress } = options;
  const folder = agentFolder(rootOf(options.root, extent), adapter.name);
  const { translated, record } = update(adapter, sources, { folder, extent, problems, onProgress });
  problems.push(...unreadable(record));
  return { folder: existsSync(folder.projects) ? folder : undefined, translated, problems };
}

/** The folder of all copies to this extent. */
export function rootOf(root: string, extent: Extent): string {
  return extent === 'usage' ? join(root, 'usage') : root;
}

interface Update {
  folder: AgentFolder;
  extent: Extent;
  problems: SourceProblem[];
  onProgress?: RefreshOptions['onProgress'];
}

/** Damaged sources without a single readable entry. Of others the readable part is shown; `check` reports the rest. */
function unreadable({ sources }: CopyRecord): SourceProblem[] {
  return Object.entries(sources).flatMap(([path, { sessions, subAgents, report }]) =>
    report.damaged > 0 && sessions.length + subAgents.length === 0
      ? [{ path, message: report.examples[0]?.message ?? 'it is damaged' }]
      : [],
  );
}

/** Makes a folder contain the copies of exactly these sources. `translated` is the number of changed ones. */
export function update(
  adapter: Adapter,
  sources: readonly Source[],
  { folder, extent, problems, onProgress }: Update,
): { translated: number; record: CopyRecord } {
  const record = existsSync(folder.projects) ? readRecord(folder.folder) : { sources: {} };
  const present = new Set(sources.map(({ file }) => file));
  const gone = Object.keys(record.sources).filter((file) => !present.has(file));
  for (const file of gone) forget(folder, record, file);
  const changed = sources.filter((source) => !isCurrent(adapter, record, source));
  if (changed.length + gone.length === 0) return { translated: 0, record };
  withDrafts(folder.folder, (drafts) => {
    let written = performance.now();
    changed.forEach((source, done) => {
      onProgress?.({ done, total: changed.length });
      translate(adapter, source, { folder, extent, record, problems, drafts });
      if (performance.now() - written < RECORD_MS) return;
      write(folder, record);
      written = performance.now();
    });
  });
  write(folder, record);
  return { translated: changed.length, record };
}

/** How much of a long translation may be lost if it is interrupted. */
const RECORD_MS = 3000;

function write(folder: AgentFolder, record: CopyRecord): void {
  placeSubAgents(folder, record);
  writeRecord(folder.folder, record);
}

function isCurrent({ version }: Adapter, { sources }: CopyRecord, { file, stamp }: Source): boolean {
  const known = sources[file];
  return known?.stamp === stamp && known.version === version;
}

const MOST_TRIES = 3;

/** If a source cannot be read, its earlier copies are kept and the other sources are still read. */
function translate(
  adapter: Adapter,
  source: Source,
  update: Update & { record: CopyRecord; drafts: string },
  tries = 1,
): void {
  const { folder, extent, record, problems, drafts } = update;
  const known = record.sources[source.file];
  const before = known?.version === adapter.version ? known.sessions : [];
  const output = new CopyOutput({ agent: adapter.name, extent, drafts, before });
  try {
    adapter.translate(source, output);
    commit(folder, record, { source, version: adapter.version, output });
  } catch (error) {
    if (error instanceof ChangedMeanwhile && tries < MOST_TRIES) translate(adapter, source, update, tries + 1);
    else problems.push({ path: source.file, message: error instanceof Error ? error.message : String(error) });
  } finally {
    output.drop();
  }
}
