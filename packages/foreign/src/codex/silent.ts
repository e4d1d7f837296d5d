/** Lines with the client's state. */
export const SILENT_LINES = new Set([
  'retained_context',
  'world_state',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'security_risk_score',
]);

/** Items that only the provider can read, or that repeat another. */
export const SILENT_ITEMS = new Set([
  'ghost_snapshot',
  'compaction',
  'context_compaction',
  'compaction_summary',
  'image_generation_call',
  'other',
]);

/** Events that repeat items or report the client's own work. */
export const SILENT_EVENTS = new Set([
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'agent_reasoning_section_break',
  'collab_agent_interaction_end',
  'collab_close_end',
  'collab_resume_end',
  'collab_waiting_end',
  'context_compacted',
  'dynamic_tool_call_response',
  'entered_review_mode',
  'exec_command_end',
  'exited_review_mode',
  'guardian_assessment',
  'hook_completed',
  'hook_started',
  'image_generation_end',
  'mcp_tool_call_end',
  'plan_update',
  'stream_error',
  'sub_agent_activity',
  'thread_goal_updated',
  'thread_settings_applied',
  'turn_diff',
  'undo_completed',
  'view_image_tool_call',
  'warning',
  'web_search_end',
]);
