import { blocksOf, isToolResult, isToolUse, type ToolResultBlock, type ToolUseBlock } from '../format/block.js';
import { type Entry, isAssistant, isProgress, isUser, modernise } from '../format/entry.js';
import { isObject } from '../read/json.js';
import type { JsonObject } from '../read/line.js';
import { fileIn } from '../tools/facts.js';
import { isKnownTool, toolNamed } from '../tools/registry.js';

/** A tool call that writes a file. */
export interface WriteCall {
  toolUseId: string;
  tool: string;
  path: string;
  /** The lines it writes, as far as its input shows: the first and the last may be parts of lines. */
  lines: string[];
  /** Whether the lines are the whole file, including older ones. */
  isWhole: boolean;
}

/** The outcome of a call. */
export interface WriteResult {
  toolUseId: string;
  /** Whether the call failed and changed nothing. */
  isFailed: boolean;
  /** The written lines, where the client recorded them: whole, but with their leading tabs as spaces. */
  lines?: string[];
}

/** The calls on a line that write a file. */
export function writeCallsOf(object: JsonObject): WriteCall[] {
  const entry = entryIn(object);
  if (!entry || !isAssistant(entry)) return [];
  return blocksOf(entry.message.content).flatMap((block) => (isToolUse(block) ? (writeCallOf(block) ?? []) : []));
}

/** A call of a tool that is not known here. Its result may note the files that it wrote. */
export interface OtherCall {
  toolUseId: string;
  tool: string;
}

/** The calls of unknown tools on a line: those of other agents. */
export function otherCallsOf(object: JsonObject): OtherCall[] {
  if (object['type'] !== 'assistant') return [];
  const entry = entryIn(object);
  if (!entry || !isAssistant(entry)) return [];
  return blocksOf(entry.message.content).flatMap((block) => {
    if (!isToolUse(block) || typeof block.name !== 'string' || isKnownTool(block.name)) return [];
    return [{ toolUseId: block.id, tool: block.name }];
  });
}

/** A file that a call wrote, as its result notes it. */
export interface NotedFile {
  path: string;
  lines: string[];
  /** The lines are the whole file, which may have been there before. */
  isWhole: boolean;
}

/** The files that a successful call wrote. */
export function notedFilesOf(object: JsonObject): NotedFile[] {
  const noted = object['toolUseResult'];
  if (!isObject(noted)) return [];
  const files = Array.isArray(noted['files']) ? noted['files'].filter(isObject) : [noted];
  return files.flatMap((file) => {
    const { filePath: path, oldString, newString, type } = file;
    if (typeof path !== 'string') return [];
    const isReplaced = typeof oldString === 'string' && typeof newString === 'string';
    const lines = notedLines(file) ?? (isReplaced ? addedLines(oldString, newString) : []);
    return [{ path, lines, isWhole: type === 'update' }];
  });
}

/** Returns the results on a line whose call ids satisfy `isWanted`. */
export function writeResultsOf(object: JsonObject, isWanted: (toolUseId: string) => boolean): WriteResult[] {
  const entry = entryIn(object);
  if (!entry || !isUser(entry)) return [];
  const noted = entry['toolUseResult'];
  return blocksOf(entry.message.content).flatMap((block): WriteResult[] => {
    if (!isToolResult(block) || !isWanted(block.tool_use_id)) return [];
    const { tool_use_id: toolUseId } = block;
    if (hasFailed(block, noted)) return [{ toolUseId, isFailed: true }];
    const lines = isObject(noted) ? notedLines(noted) : undefined;
    return [{ toolUseId, isFailed: false, ...(lines && { lines }) }];
  });
}

/** A sub-agent's lines may be inside the progress lines of its parent. */
function entryIn(object: JsonObject): Entry | undefined {
  const entry = modernise(object as Entry);
  if (!isProgress(entry)) return entry;
  const inner = entry.data.type === 'agent_progress' ? entry.data['message'] : undefined;
  return isObject(inner) && inner['type'] !== 'progress' ? modernise(inner as Entry) : undefined;
}

function writeCallOf({ id, name, input }: ToolUseBlock): WriteCall | undefined {
  const { change } = toolNamed(typeof name === 'string' ? name : '');
  const path = change && isObject(input) ? fileIn(input) : undefined;
  if (!change || !isObject(input) || path === undefined) return undefined;
  const { from, to } = change;
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isObject) : [input];
  const lines = edits.flatMap((edit) => addedLines(from === undefined ? '' : textIn(edit, from), textIn(edit, to)));
  return { toolUseId: id, tool: String(name), path, lines, isWhole: from === undefined };
}

/** A failure is a plain string in place of a result; a notebook's result reports it in a member. */
function hasFailed(block: ToolResultBlock, noted: unknown): boolean {
  if (block.is_error === true) return true;
  return typeof noted === 'string' ? /^Error\b/.test(noted) : isObject(noted) && Boolean(noted['error']);
}

function notedLines(noted: JsonObject): string[] | undefined {
  const { structuredPatch, originalFile, originalFileContents, oldString, newString, content, type } = noted;
  if (Array.isArray(structuredPatch) && structuredPatch.length > 0) return addedInPatch(structuredPatch);
  const original = originalFile ?? originalFileContents;
  if (typeof original === 'string' && typeof oldString === 'string' && typeof newString === 'string') {
    return addedLines(
      original,
      rebuilt(original, { oldString, newString, isEverywhere: noted['replaceAll'] === true }),
    );
  }
  if (typeof content !== 'string' || noted['filePath'] === undefined) return undefined;
  // An existing file with an empty patch was written unchanged.
  return type === 'update' && Array.isArray(structuredPatch) ? [] : content.split('\n');
}

function addedInPatch(patch: unknown[]): string[] {
  return patch.flatMap((hunk) => {
    const lines = isObject(hunk) && Array.isArray(hunk['lines']) ? hunk['lines'] : [];
    return lines.flatMap((line) => (typeof line === 'string' && line.startsWith('+') ? [line.slice(1)] : []));
  });
}

interface Replacement {
  oldString: string;
  newString: string;
  isEverywhere: boolean;
}

function rebuilt(original: string, { oldString, newString, isEverywhere }: Replacement): string {
  if (oldString === '') return newString + original;
  return isEverywhere ? original.replaceAll(oldString, () => newString) : original.replace(oldString, () => newString);
}

/** Returns the lines that only the new text has. */
function addedLines(before: string, after: string): string[] {
  const known = new Set(before.split('\n').map((line) => line.trim()));
  return after.split('\n').filter((line) => !known.has(line.trim()));
}

function textIn(object: JsonObject, key: string): string {
  return typeof object[key] === 'string' ? object[key] : '';
}
