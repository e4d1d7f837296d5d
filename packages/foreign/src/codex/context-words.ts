/**
 * Beginnings of messages that the client itself writes in the user's role (see the client's
 * contextual_user_message.rs).
 */
const STARTS = [
  '# AGENTS.md instructions',
  '<user_instructions>',
  '<environment_context>',
  '<user_shell_command>',
  '<turn_aborted>',
  '<subagent_notification>',
  '<skill>',
  '<recommended_plugins>',
  '<codex_internal_context',
  '<goal_context>',
  '<hook_prompt',
  'Warning: The maximum number of unified exec processes',
  'Warning: apply_patch was requested via',
  'Warning: Your account was flagged',
];

/** Matches them. */
export const CLIENT_TEXT = new RegExp(`^\\s*(${STARTS.map((start) => start.replaceAll('.', '\\.')).join('|')})`);

/** Whether the client, not a person, wrote a message. */
export function isOfClient(texts: readonly string[]): boolean {
  return texts.some((text) => CLIENT_TEXT.test(text));
}
