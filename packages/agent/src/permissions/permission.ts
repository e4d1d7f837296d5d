import type { JsonObject } from '@unspool/session';
import type { GitRepository } from '../context/git-guard.js';

export const PERMISSION_MODES = ['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk'] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

export type RuleBehavior = 'allow' | 'deny' | 'ask';

/** Where a rule comes from, in the client's names for settings files. */
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

/** A change that an answer may make, so that similar calls need no question. */
export type PermissionUpdate =
  | { type: 'addRules'; rules: string[]; behavior: RuleBehavior; destination: RuleSource }
  | { type: 'setMode'; mode: PermissionMode; destination: 'session' }
  | { type: 'addDirectories'; directories: string[]; destination: RuleSource };

/** Everything that a decision depends on. File access is passed in, so that `decide` stays pure. */
export interface PermissionContext {
  mode: PermissionMode;
  rules: readonly PermissionRule[];
  projectDir: string;
  cwd: string;
  additionalDirectories: readonly string[];
  home: string;
  platform: NodeJS.Platform;
  /** Resolves all links; returns the path unchanged if nothing exists there. */
  realPath(path: string): string;
  /** Lists a folder; empty if it is not one. If absent, patterns are only compared with the rules. */
  namesIn?(folder: string): string[];
  /** The denied file that this path is a hard link to, if any. */
  deniedNameOf?(path: string): string | undefined;
  /** Finds a folder's repository. If absent, repositories are assumed not to name programs to run. */
  gitRepository?(folder: string): GitRepository | undefined;
  /** Whether a sandbox keeps the program that a rule denies from starting, even if the command hides it. */
  holds?(content: string): boolean;
  /** Commands run in a sandbox, so they need no question, except those that run outside it. */
  sandbox?: { isExcluded(command: string): boolean };
  /** The session's own folders, such as offloaded output. They may be read without a question. */
  readableDirectories?: readonly string[];
}

export interface PermissionQuestion {
  tool: string;
  isReadOnly: boolean;
  input: JsonObject;
}

export interface Decision {
  behavior: RuleBehavior;
  /** What made the decision; written as the line's `permissionDecision`. */
  reasonType: 'mode' | 'rule' | 'workingDir' | 'safety' | 'hook' | 'other';
  /** For the user. */
  reason: string;
  rule?: PermissionRule;
  suggestions?: PermissionUpdate[];
  /** Why a command needs no question: it is known to only read, or the mode allows everything that no rule denies. */
  grounds?: 'list' | 'everything';
}
