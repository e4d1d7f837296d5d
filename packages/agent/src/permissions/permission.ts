import type { JsonObject } from '@unspool/session';
import type { GitRepository } from '../context/git-guard.js';

export const PERMISSION_MODES = ['default', 'acceptEdits', 'plan', 'bypassPermissions', 'dontAsk'] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

export type RuleBehavior = 'allow' | 'deny' | 'ask';

/** Where a rule comes from, by the client's names for settings files. */
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

/** What an answer may change, so that similar calls need no question. */
export type PermissionUpdate =
  | { type: 'addRules'; rules: string[]; behavior: RuleBehavior; destination: RuleSource }
  | { type: 'setMode'; mode: PermissionMode; destination: 'session' }
  | { type: 'addDirectories'; directories: string[]; destination: RuleSource };

/** Everything a decision depends on; the caller supplies link resolution, so that `decide` stays pure. */
export interface PermissionContext {
  mode: PermissionMode;
  rules: readonly PermissionRule[];
  projectDir: string;
  cwd: string;
  additionalDirectories: readonly string[];
  home: string;
  platform: NodeJS.Platform;
  /** The path with all links resolved, or unchanged if nothing is there. */
  realPath(path: string): string;
  /** Names in a folder; none if it is not one. Without it, patterns are only compared with the rules. */
  namesIn?(folder: string): string[];
  /** The denied name of this file, if it is a hard link to a denied one. */
  deniedNameOf?(path: string): string | undefined;
  /** A folder's repository. Without it, no repository is taken to name a program. */
  gitRepository?(folder: string): GitRepository | undefined;
  /** Whether a sandbox prevents the programs that a rule denies from starting, even where the command hides them. */
  holds?(content: string): boolean;
  /** All commands run in a sandbox, so they need no question, except those it names. */
  sandbox?: { isExcluded(command: string): boolean };
  /** The session's own folders, readable without a question: offloaded output. */
  readableDirectories?: readonly string[];
}

export interface PermissionQuestion {
  tool: string;
  isReadOnly: boolean;
  input: JsonObject;
}

export interface Decision {
  behavior: RuleBehavior;
  /** What decided; written to the line's `permissionDecision`. */
  reasonType: 'mode' | 'rule' | 'workingDir' | 'safety' | 'hook' | 'other';
  /** For the user. */
  reason: string;
  rule?: PermissionRule;
  suggestions?: PermissionUpdate[];
  /** Why a command needs no question: it is on the read-only list, or everything is allowed that rules do not deny. */
  grounds?: 'list' | 'everything';
}
