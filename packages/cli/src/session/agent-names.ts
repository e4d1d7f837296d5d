/** The agents beside Claude Code, as foreign's `AGENT_NAMES` has them. Help texts need them without what reads sessions. */
export const OTHER_AGENTS: readonly string[] = ['codex', 'gemini', 'opencode', 'copilot', 'pi', 'qwen', 'cursor'];

/** What --agent takes. */
export const AGENT = ['claude', ...OTHER_AGENTS].join(', ');
