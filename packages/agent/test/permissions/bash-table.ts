import { describe, expect, it } from 'vitest';
import type { RuleBehavior } from '../../src/permissions/decide.js';
import { bash, type Rules } from './support.js';

export type Case = [command: string, behavior: RuleBehavior];

/** One test per command, with the decision of the rules. */
export function table(
  title: string,
  rules: Rules,
  cases: Case[],
  mode?: 'acceptEdits' | 'plan' | 'bypassPermissions',
): void {
  describe(title, () => {
    it.each(cases)('%s → %s', (command, behavior) => {
      const decision = bash(command, rules, mode ? { mode } : {});
      expect(`${decision.behavior}: ${decision.reason}`).toMatch(new RegExp(`^${behavior}: `));
    });
  });
}
