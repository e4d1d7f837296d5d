import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Adapter, ChangedMeanwhile, type Place, type Source } from '../contract/adapter.js';
import type { Extent } from '../contract/output.js';
import { detectAgent } from '../detect.js';
import { type AgentFolder, agentFolder, folderOfCopies } from './agent-folder.js';
import { commit, forget } from './commit.js';
import { CopyOutput } from './copy-output.js';
import { withDrafts } from './draft-folder.js';
import { placeSubAgents } from './place-sub-agents.js';
import { type CopiedSource, type CopyRecord, readRecord, writeRecord } from './record.js';

export interface RefreshOptions {
  /** The folder that holds all copies. */
  root: string;
  place: Place;
  /** Everything by default. Copies of usage alone are kept apart from those of everything. */
  extent?: Extent;
  /** Adapters for files that this one cannot read: some are in the folder of another agent. */
  others?: readonly Adapter[];
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
  const { translated, record } = update(adapter, sources, {
    folder,
    extent,
    problems,
    others: options.others,
    onProgress,
  });
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
  others?: readonly Adapter[] | undefined;
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
  { folder, extent, problems, others, onProgress }: Update,
): { translated: number; record: CopyRecord } {
  const record = readRecord(folder.folder);
  const present = new Set(sources.map(({ file }) => file));
  const gone = Object.keys(record.sources).filter((file) => !present.has(file));
  for (const file of gone) forget(folder, record, file);
  const isCurrent = ({ file, stamp }: Source) => {
    const known = record.sources[file];
    return known?.stamp === stamp && known.version === adapter.version && hasCopies(folder, known);
  };
  const changed = sources.filter((source) => !isCurrent(source));
  if (changed.length + gone.length === 0) return { translated: 0, record };
  withDrafts(folder.folder, (drafts) => {
    let written = performance.now();
    changed.forEach((source, done) => {
      onProgress?.({ done, total: changed.length });
      translate(adapter, source, { folder, extent, record, problems, drafts, others });
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

/** False if someone deleted the copies. */
function hasCopies(folder: AgentFolder, { agent, sessions, subAgents }: CopiedSource): boolean {
  return sessions.length + subAgents.length === 0 || existsSync(folderOfCopies(folder, agent).projects);
}

const MAX_TRIES = 3;

/** If a source cannot be read, its earlier copies are kept and the other sources are still read. */
function translate(
  adapter: Adapter,
  source: Source,
  update: Update & { record: CopyRecord; drafts: string },
  tries = 1,
): void {
  const { folder, extent, record, problems, drafts, others } = update;
  const known = record.sources[source.file];
  const before = known?.version === adapter.version ? known.sessions : [];
  const { version } = adapter;
  const output = new CopyOutput({ agent: adapter.name, extent, drafts, before });
  let outputOfOther: CopyOutput | undefined;
  try {
    adapter.translate(source, output);
    const other = output.isEmpty ? detectAgent(source.file, others ?? []) : undefined;
    if (other) {
      outputOfOther = new CopyOutput({ agent: other.name, extent, drafts, before: [] });
      other.translate(source, outputOfOther);
    }
    commit(folder, record, { source, version, output: outputOfOther ?? output, agent: other?.name });
  } catch (error) {
    if (error instanceof ChangedMeanwhile && tries < MAX_TRIES) translate(adapter, source, update, tries + 1);
    else problems.push({ path: source.file, message: error instanceof Error ? error.message : String(error) });
  } finally {
    output.drop();
    outputOfOther?.drop();
  }
}
