/**
 * How clients of three periods write. They differ where readers make mistakes: the place of sub-agents, progress lines,
 * and the usage on a reply's lines.
 */
export const CLIENTS = [
  {
    version: (random) => `2.0.${random.integer(36, 76)}`,
    /** agent-<id>.jsonl next to the session. */
    agentLayout: 'project',
    agentTool: 'Task',
    hasProgress: false,
    /** Only the last line of a reply has its final output tokens and stop reason. */
    usage: 'final-on-last',
    title: 'summary',
  },
  {
    version: (random) => `2.1.${random.integer(29, 49)}`,
    /** <sessionId>/subagents/agent-<id>.jsonl. */
    agentLayout: 'session',
    agentTool: 'Task',
    hasProgress: true,
    /** Every line has the first output count; there is no stop reason. */
    usage: 'never-final',
    title: 'custom',
  },
  {
    version: (random) => `2.1.${random.integer(112, 222)}`,
    agentLayout: 'session',
    isNew: true,
    hasAgentMeta: true,
    agentTool: 'Agent',
    hasProgress: false,
    usage: 'final-on-every',
    title: 'ai',
  },
];
