/** The agents whose sessions can be read, with their display names. */
export const AGENT_LABELS = {
  codex: 'Codex',
  gemini: 'Gemini CLI',
  opencode: 'opencode',
  copilot: 'Copilot CLI',
  pi: 'pi',
  qwen: 'Qwen Code',
  cursor: 'Cursor',
  atif: 'ATIF',
} as const;

/** An agent's name on the command line. */
export type AgentName = keyof typeof AGENT_LABELS;

/** The agents whose sessions are searched for. ATIF is missing: any agent may write it, so the user names the files. */
export const AGENT_NAMES = (Object.keys(AGENT_LABELS) as AgentName[]).filter((name) => name !== 'atif');

export function isAgentName(text: string): text is AgentName {
  return Object.hasOwn(AGENT_LABELS, text);
}
