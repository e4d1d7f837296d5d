/**
 * How messages begin that the client wrote for the model in the role of the user (contextual_user_message.rs of the
 * client).
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

/** Whether the client wrote a message, and not a person. */
export function isOfClient(texts: readonly string[]): boolean {
  return texts.some((text) => {
    const words = text.trimStart();
    return STARTS.some((start) => words.startsWith(start));
  });
}
