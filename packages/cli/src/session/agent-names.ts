/** What --agent takes. Help texts need it without loading what reads sessions. */
export const AGENT = 'claude, codex, gemini, opencode, copilot, pi, qwen, cursor';
