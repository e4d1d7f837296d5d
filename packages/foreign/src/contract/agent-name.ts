/** The agents whose sessions can be read, with their names as people know them. */
export const AGENT_LABELS = {
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
  copilot: 'Copilot CLI',
  pi: 'pi',
  qwen: 'Qwen Code',
  cursor: 'Cursor',
} as const;

/** An agent, as the command line names it. */
export type AgentName = keyof typeof AGENT_LABELS;

export const AGENT_NAMES = Object.keys(AGENT_LABELS) as AgentName[];

export function isAgentName(text: string): text is AgentName {
  return Object.hasOwn(AGENT_LABELS, text);
}
