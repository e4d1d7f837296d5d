import type { AgentName } from '../../contract/agent-name.js';
import type { Target } from '../target.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import { pi } from './pi.js';
import { qwen } from './qwen.js';

/** The other agents for which sessions can be written. */
export const TARGETS: readonly Target[] = [codex, gemini, opencode, copilot, pi, qwen];

export function targetNamed(agent: AgentName): Target | undefined {
  return TARGETS.find((target) => target.agent === agent);
}
