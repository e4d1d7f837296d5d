import type { JsonObject } from '@unspool/session';
import type { GitRepository } from '../context/git-guard.js';

export const PERMISSION_MODES = ['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk'] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

export type RuleBehavior = 'allow' | 'deny' | 'ask';

/** Where a rule comes from, as the client names its settings files. */
export type RuleSource =
  | 'userSettings'
  | 'projectSettings'
  | 'localSettings'
  | 'policySettings'
  | 'cliArg'
  | 'command'
  | 'session';

/** A rule in the client's syntax: `Bash(npm run test:*)`, `Read(./secrets/**)`, `WebFetch(domain:example.org)`. */
export interface PermissionRule {
  behavior: RuleBehavior;
  rule: string;
  source: RuleSource;
}

/** What an answer may change, so that the next call like it is not asked again. */
export type PermissionUpdate =
  | { type: 'addRules'; rules: string[]; behavior: RuleBehavior; destination: RuleSource }
  | { type: 'setMode'; mode: PermissionMode; destination: 'session' }
  | { type: 'addDirectories'; directories: string[]; destination: RuleSource };

/** Everything a decision may look at; links are resolved by the caller so that `decide` stays pure. */
export interface PermissionContext {
  mode: PermissionMode;
  rules: readonly PermissionRule[];
  projectDir: string;
  cwd: string;
  additionalDirectories: readonly string[];
  home: string;
  platform: NodeJS.Platform;
  /** The path with every link followed, or as it is when nothing is there. */
  realPath(path: string): string;
  /** What is in a folder; nothing when it is none. Without it patterns are compared with the rules only. */
  namesIn?(folder: string): string[];
  /** The name by which rules deny a file that this is another name of (a hard link). */
  deniedNameOf?(path: string): string | undefined;
  /** The repository of a folder. Without it no repository names a program. */
  gitRepository?(folder: string): GitRepository | undefined;
  /** Whether a sandbox keeps what a rule denies from starting, also where the command does not show it. */
  holds?(content: string): boolean;
  /** Every command runs in a sandbox, which spares the question; says which do not. */
  sandbox?: { isExcluded(command: string): boolean };
  /** Folders of the session's own that may be read without a question: offloaded output. */
  readableDirectories?: readonly string[];
}

export interface PermissionQuestion {
  tool: string;
  isReadOnly: boolean;
  input: JsonObject;
}

export interface Decision {
  behavior: RuleBehavior;
  /** What decided: goes into the line's `permissionDecision`. */
  reasonType: 'mode' | 'rule' | 'workingDir' | 'safety' | 'hook' | 'other';
  /** For a person. */
  reason: string;
  rule?: PermissionRule;
  suggestions?: PermissionUpdate[];
  /** Why a command needs no question: it is on the short list, or it may do anything that rules allow. */
  grounds?: 'list' | 'everything';
}
