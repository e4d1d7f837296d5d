/** Whether events of this type are known and not part of the conversation. */
export function isSilent(type: string): boolean {
  return EVENTS.has(type) || GROUPS.test(type);
}

/** State of the client, its screen and its extensions; `model.` repeats what other events say. */
const GROUPS = new RegExp(
  [
    '^assistant\\.(turn_|reasoning|intent|idle|fusion|message_|streaming|tool_call_|server_tool)',
    '^session\\.(auto_|canvas|extensions|fusion|managed_settings|mcp_|schedule_)',
    '^(auto_mode_switch|capabilities|commands?|elicitation|exit_plan_mode|external_tool|factory|hook|mcp|mcp_app|model)\\.',
    '^(pending_messages|permission|sampling|session_limits_exhausted|skill|tool_search|ui|user_input)\\.',
  ].join('|'),
);

const EVENTS = new Set([
  'session.autopilot_objective_changed',
  'session.background_tasks_changed',
  'session.compaction_start',
  'session.completion_receipt',
  'session.custom_agents_updated',
  'session.custom_notification',
  'session.handoff',
  'session.idle',
  'session.info',
  'session.mode_changed',
  'session.mode_notice_delivered',
  'session.permissions_changed',
  'session.plan_changed',
  'session.remote_steerable_changed',
  'session.session_limits_changed',
  'session.skills_loaded',
  'session.task_complete',
  'session.todos_changed',
  'session.tools_updated',
  'session.truncation',
  'session.usage_checkpoint',
  'session.usage_info',
  'session.warning',
  'session.workspace_file_changed',
  'subagent.completed',
  'subagent.configured',
  'subagent.deselected',
  'subagent.selected',
  'system.message',
  'tool.execution_partial_result',
  'tool.execution_progress',
]);
