import type { Block, JsonObject } from '@unspool/session';
import type { Usage } from '@unspool/session/read';
import type { CallModel } from '../loop/model-call.js';
import type { Decision, PermissionMode } from '../permissions/decide.js';
import type { Sandbox } from '../sandbox/sandbox.js';

/** Something the model can call. An error that the model can act on is returned, not thrown. */
export interface Tool {
  /** The client's name for it. */
  name: string;
  /** Older names of the same tool, which a resumed conversation may use. */
  aliases?: readonly string[];
  description: string;
  /** JSON schema of the input. The loop checks `required` and the types of top-level fields before `run`. */
  inputSchema: JsonObject;
  /** Whether the call changes nothing outside the conversation. Plan mode runs only such calls. */
  isReadOnly(input: JsonObject): boolean;
  /** Whether the call may run in parallel with its neighbours. Default: only if it is read-only. */
  isParallel?(input: JsonObject): boolean;
  /** Returns why the call would fail, so that the user is not asked in vain. Changes nothing. */
  whyNot?(input: JsonObject, context: ToolContext): Promise<ToolResult | undefined>;
  run(input: JsonObject, context: ToolContext): Promise<ToolResult>;
}

export interface ToolResult {
  /** What the model sees. */
  content: string | Block[];
  /** What the client stores in the line: an object of its own format, or a string for a failure. Not in sub-agents' files. */
  toolUseResult?: JsonObject | string | unknown[];
  isError?: boolean;
  /** Further fields of the result's line, such as `sandboxed`. */
  lineFields?: JsonObject;
  /** Text for the model after the results, such as a skill's instructions. Written as meta lines. */
  meta?: (string | Block[])[];
}

/** Progress of a running tool. `data` is the content of the client's `progress` line. */
export interface ToolProgress {
  data: JsonObject & { type: string };
  /** The client's id for the progress line, if it is not the call's id. */
  toolUseID?: string;
}

/** The context of one call, passed to the tool. */
export interface ToolContext {
  toolUseId: string;
  /** The folder in which the session started. Permission rules are relative to it. */
  projectDir: string;
  /** The current folder of commands. Bash may change it with `setCwd`. */
  cwd: string;
  setCwd(folder: string): void;
  /** Aborted on Esc. A tool stops at once and returns what it has. */
  signal: AbortSignal;
  progress(news: ToolProgress): void;
  readFiles: ReadFiles;
  /** Keeps the old content for /rewind. Call this before changing or creating a file. */
  backUp(path: string): Promise<void>;
  /** Asks for permission during the call, for example for a redirect to another host. */
  checkPermission(name: string, input: JsonObject): Promise<Decision>;
  permissionMode(): PermissionMode;
  setPermissionMode(mode: PermissionMode): void;
  /** Saves a large output in the session's `tool-results/` folder. */
  offload(output: OffloadedOutput): OffloadedFile;
  callModel: CallModel;
  /** Adds the usage of a tool's own request to the session's costs. */
  count(model: string, usage: Usage, apiMs: number): void;
  model: string;
  /** The file for this session's plan. */
  planFile: string;
  /** Undefined for the main conversation. */
  agentId: string | undefined;
  /** What allowed the call; `ask` when the user did. */
  decision?: Decision | undefined;
  /** Returns the sandbox for a command; undefined: it runs outside. */
  sandboxFor?(command: string): Sandbox | undefined;
  env: { readonly [name: string]: string | undefined };
  home: string;
  platform: NodeJS.Platform;
  now(): number;
  newUuid(): string;
  fetch: typeof fetch;
}

export interface OffloadedOutput {
  text: string;
  /** A file with the whole output, if that is too large for memory. The file is moved, not copied. */
  file?: string;
  extension?: string;
}

export interface OffloadedFile {
  path: string;
  size: number;
  /** The `<persisted-output>` stub that is sent to the model instead. */
  stub: string;
}

/** Records which files the model has read: an edit requires an unchanged file. One per conversation. */
export interface ReadFiles {
  get(path: string): ReadFileState | undefined;
  set(path: string, state: ReadFileState): void;
  delete(path: string): void;
  paths(): string[];
}

export interface ReadFileState {
  content: string;
  mtimeMs: number;
  offset?: number;
  limit?: number;
}
