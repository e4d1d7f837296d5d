import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInsidePath, isSamePath, isSessionId, projectName } from '@unspool/session/locate';
import { makeFolder, replaceFile } from '@unspool/session/write';
import type { Visibility } from '../contract/model.js';
import { teamFolder } from './membership.js';

export type Sharing = Visibility | 'private';

export interface ShareRule {
  /** A session id, a folder, a project's name, or a glob over either of the last two. */
  match: string;
  as: Sharing;
  /** Overrides every other rule: it is never shared. */
  isNever?: boolean;
  /** It is shared with its secrets, as its owner chose. */
  isUnredacted?: boolean;
}

const fileIn = (dataFolder: string) => join(teamFolder(dataFolder), 'rules.json');

export function readRules(dataFolder: string): ShareRule[] {
  const file = fileIn(dataFolder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ShareRule[]) : [];
}

/** Adds a rule at the end, and removes an earlier one for the same match. */
export function addRule(dataFolder: string, rule: ShareRule): ShareRule[] {
  const rules = [...readRules(dataFolder).filter(({ match }) => match !== rule.match), rule];
  makeFolder(teamFolder(dataFolder));
  replaceFile(fileIn(dataFolder), (sink) => sink.write(Buffer.from(`${JSON.stringify(rules, null, 2)}\n`)));
  return rules;
}

export interface RuledSession {
  sessionId: string;
  cwd: string | undefined;
}

/** A `never` rule wins, then a rule for the session itself, then the last one for its project. Without a rule it is private. */
export function ruleFor(rules: readonly ShareRule[], session: RuledSession): ShareRule | undefined {
  const matching = rules.filter((rule) => isMatch(rule.match, session));
  return (
    matching.find(({ isNever }) => isNever) ?? matching.findLast(({ match }) => isSessionId(match)) ?? matching.at(-1)
  );
}

export function sharingOf(rule: ShareRule | undefined): Sharing {
  return rule === undefined || rule.isNever ? 'private' : rule.as;
}

function isMatch(match: string, { sessionId, cwd }: RuledSession): boolean {
  if (isSessionId(match)) return match === sessionId;
  if (cwd === undefined) return false;
  if (match.includes('*')) {
    const glob = new RegExp(`^${match.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}$`, 'i');
    return glob.test(cwd) || glob.test(projectName(cwd));
  }
  if (/[\\/]/.test(match)) return isSamePath(cwd, match) || isInsidePath(cwd, match);
  return projectName(cwd).toLowerCase() === match.toLowerCase();
}
