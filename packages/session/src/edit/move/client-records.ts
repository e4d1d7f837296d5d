import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parse } from '../../read/json.js';
import type { JsonObject } from '../../read/line.js';
import { readLines } from '../../read/read-lines.js';
import { copyRange } from '../../write/copy.js';
import type { Sink } from '../../write/sink.js';
import { lineOf } from '../patch-line.js';
import { PathRewriter } from './path-rewriter.js';
import { movedPath } from './path-rules.js';
import type { MovePlan } from './plan-move.js';

/** New content for one of the client's lists. Without `write` the file is removed. */
export interface RecordChange {
  file: string;
  write: ((sink: Sink) => void) | undefined;
  ifChanged: 'append' | 'keep';
}

const INDEX = 'sessions-index.json';

/** Returns the changes to the client's lists that name the moved sessions. */
export function changedRecords(plan: MovePlan, mode: 'move' | 'copy'): RecordChange[] {
  return [...changedIndexes(plan, mode), ...(mode === 'move' ? changedHistory(plan) : [])];
}

/** A project folder may have an index of its sessions. The entries move with the sessions. */
function changedIndexes(plan: MovePlan, mode: 'move' | 'copy'): RecordChange[] {
  const indexes = new Indexes(plan);
  const ids = new Set(plan.sessions.map((session) => session.sessionId));
  for (const folder of plan.folders) indexes.move(folder, ids, mode);
  const own = join(plan.config.folder, INDEX);
  if (mode === 'move') indexes.move({ from: plan.config.folder, to: plan.config.folder }, ids, mode, own);
  return indexes.changes();
}

class Indexes {
  private readonly read = new Map<string, JsonObject | undefined>();
  private readonly changed = new Map<string, JsonObject>();
  private readonly rewriter: PathRewriter;

  constructor(private readonly plan: MovePlan) {
    this.rewriter = new PathRewriter(plan.rules);
  }

  move(folder: { from: string; to: string }, ids: ReadonlySet<string>, mode: 'move' | 'copy', file?: string): void {
    const source = file ?? join(folder.from, INDEX);
    const target = file ?? join(folder.to, INDEX);
    const index = this.at(source);
    if (!index) return;
    const isMoved = (entry: unknown) => isObject(entry) && ids.has(String(entry['sessionId']));
    const moved = entriesOf(index).filter(isMoved);
    if (moved.length === 0) return;
    const fresh = moved.map((entry) => parse(this.rewriter.text(JSON.stringify(entry), 'json')));
    if (mode === 'move' && source !== target) {
      this.put(source, { ...index, entries: entriesOf(index).filter((entry) => !isMoved(entry)) });
    }
    const there = source === target ? index : (this.at(target) ?? { ...index, entries: [] });
    const kept = entriesOf(there).filter((entry) => !isMoved(entry));
    const renamed = parse(this.rewriter.text(JSON.stringify({ ...there, entries: [] }), 'json'));
    this.put(target, { ...(isObject(renamed) ? renamed : there), entries: [...kept, ...fresh] });
  }

  changes(): RecordChange[] {
    return [...this.changed].map(([file, index]) => {
      const isGone = entriesOf(index).length === 0;
      const text = JSON.stringify(index, null, 2);
      return { file, write: isGone ? undefined : (sink: Sink) => sink.write(Buffer.from(text)), ifChanged: 'keep' };
    });
  }

  /** An unreadable index is left alone: the client rebuilds it. */
  private at(file: string): JsonObject | undefined {
    const changed = this.changed.get(file);
    if (changed) return changed;
    if (!this.read.has(file)) {
      const value = existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined;
      if (existsSync(file) && !isObject(value)) this.plan.notes.push(`${file} is damaged and left as it is`);
      this.read.set(file, isObject(value) ? value : undefined);
    }
    return this.read.get(file);
  }

  private put(file: string, index: JsonObject): void {
    this.changed.set(file, index);
  }
}

function entriesOf(index: JsonObject): unknown[] {
  return Array.isArray(index['entries']) ? index['entries'] : [];
}

/** The prompts typed in all projects. Only the project member of a line changes. */
function changedHistory(plan: MovePlan): RecordChange[] {
  const file = join(plan.config.folder, 'history.jsonl');
  if (!existsSync(file)) return [];
  let count = 0;
  for (const line of readLines(file)) if (line.objects.some((object) => movedProject(object, plan))) count++;
  if (count === 0) return [];
  return [{ file, write: (sink) => writeHistory(file, plan, sink), ifChanged: 'append' }];
}

function writeHistory(file: string, plan: MovePlan, sink: Sink): void {
  for (const line of readLines(file)) {
    const [object] = line.objects;
    const project = object && line.objects.length === 1 ? movedProject(object, plan) : undefined;
    if (line.bytes) sink.write(project === undefined ? line.bytes : withProject(line.bytes, object, project));
    else copyRange(file, line, sink);
  }
}

function movedProject(object: JsonObject, { from, to }: MovePlan): string | undefined {
  const { project } = object;
  return typeof project === 'string' ? movedPath(project, from, to) : undefined;
}

/** Changes only this member in the bytes, and only where it is written as the client writes it. */
function withProject(line: Uint8Array, object: JsonObject | undefined, project: string): Uint8Array {
  const bytes = Buffer.from(line);
  const member = Buffer.from(`"project":${JSON.stringify(object?.['project'])}`);
  const at = bytes.lastIndexOf(member);
  const changed = `"project":${JSON.stringify(project)}`;
  if (at < 0) return lineOf({ ...object, project }, line);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(changed), bytes.subarray(at + member.length)]);
}
