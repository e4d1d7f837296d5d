import type { ToolUseBlock } from '@unspool/session/read';
import { argumentOf, type ToolFamily, toolLabel, toolNamed } from '@unspool/session/tools';
import { harmlessLine } from '../screen/harmless.js';

/** Calls whose subject is shown in full elsewhere. */
const SHOWN_ELSEWHERE = new Set<ToolFamily>(['todo', 'plan', 'question']);

const MAX_CHARACTERS = 200;

/** A call in one line: its name and its subject. */
export interface CallHead {
  name: string;
  about: string;
}

export function callHead({ name, input }: ToolUseBlock, cwd: string): CallHead {
  const about = SHOWN_ELSEWHERE.has(toolNamed(name).family) ? '' : harmlessLine(argumentOf(name, input, cwd));
  return {
    name: harmlessLine(toolLabel(name)),
    about: about.length > MAX_CHARACTERS ? `${about.slice(0, MAX_CHARACTERS)}…` : about,
  };
}
