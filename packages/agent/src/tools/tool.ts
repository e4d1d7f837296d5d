import type { Block, JsonObject } from '@unspool/session';
import type { Usage } from '@unspool/session/read';
import type { CallModel } from '../loop/model-call.js';
import type { Decision, PermissionMode } from '../permissions/decide.js';
import type { Sandbox } from '../sandbox/sandbox.js';

/** Something the model can call. A tool never throws for a reason the model can act on. */
export interface Tool {
  /** The client's name for it. */
  name: string;
  /** Older names of the same tool, which a resumed conversation may use. */
  aliases?: readonly string[];
  description: string;
  /** JSON schema of the input. The loop checks `required` and the types of top-level fields before `run`. */
  inputSchema: JsonObject;
  /** Whether this call changes nothing outside the conversation. Plan mode runs only such calls. */
  isReadOnly(input: JsonObject): boolean;
  /** Whether it may run beside its neighbouring calls. Default: if it is read-only. */
  isParallel?(input: JsonObject): boolean;
  /** Why the call would fail, so that the user is not asked about it. Changes nothing. */
  whyNot?(input: JsonObject, context: ToolContext): Promise<ToolResult | undefined>;
  run(input: JsonObject, context: ToolContext): Promise<ToolResult>;
}

export interface ToolResult {
  /** What the model sees. */
  content: string | Block[];
  /** What the client stores, in its own shape; a failure is a plain string. Absent in sub-agents' files. */
  toolUseResult?: JsonObject | string | unknown[];
  isError?: boolean;
  /** Further fields of the result's line, such as `sandboxed`. */
  lineFields?: JsonObject;
  /** Text for the model after the results, written as meta lines: a skill's instructions. */
  meta?: (string | Block[])[];
}

/** What a tool reports while it runs; `data` is what the client puts in a `progress` line. */
export interface ToolProgress {
  data: JsonObject & { type: string };
  /** The client's id for the progress line, if it is not the call's id. */
  toolUseID?: string;
}

/** What a tool may use. */
export interface ToolContext {
  toolUseId: string;
  /** Where the session started; relative paths and permissions are relative to it. */
  projectDir: string;
  /** Where commands run now. Bash may change it with `setCwd`. */
  cwd: string;
  setCwd(folder: string): void;
  /** Aborted on Esc. A tool stops at once and returns what it has. */
  signal: AbortSignal;
  progress(news: ToolProgress): void;
  readFiles: ReadFiles;
  /** Must be called before a file is changed or created: keeps the old content, for /rewind. */
  backUp(path: string): Promise<void>;
  /** Checks more than the call itself showed: a redirect to another host, a path inside a script. */
  checkPermission(name: string, input: JsonObject): Promise<Decision>;
  permissionMode(): PermissionMode;
  setPermissionMode(mode: PermissionMode): void;
  /** Saves a large output in the session's `tool-results/` folder. */
  offload(output: OffloadedOutput): OffloadedFile;
  callModel: CallModel;
  /** Adds what a question to the model used to the session's costs. */
  count(model: string, usage: Usage, apiMs: number): void;
  model: string;
  /** The file for this session's plan. */
  planFile: string;
  /** Undefined in the main conversation. */
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
  /** A file that already holds all of it, if it is too large for memory; it is moved, not copied. */
  file?: string;
  extension?: string;
}

export interface OffloadedFile {
  path: string;
  size: number;
  /** The `<persisted-output>` stub that the model sees instead. */
  stub: string;
}

/** What the model has seen of files: an edit requires the file as it was read. One per conversation. */
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
