/** The agents whose sessions can be read, with their names as people know them. */
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

/** An agent, as the command line names it. */
export type AgentName = keyof typeof AGENT_LABELS;

/** The agents whose sessions are looked for. ATIF is a form that any agent may write, in files that a person names. */
export const AGENT_NAMES = (Object.keys(AGENT_LABELS) as AgentName[]).filter((name) => name !== 'atif');

export function isAgentName(text: string): text is AgentName {
  return Object.hasOwn(AGENT_LABELS, text);
}
