const text = (description: string) => ({ type: 'string', description }) as const;
const number = (description: string) => ({ type: 'integer', minimum: 1, description }) as const;

const COMMON = {
  max_tokens: number('The most tokens of the answer (default 800, at least 200).'),
  all_projects: { type: 'boolean', description: 'Also sessions of other projects (default false).' },
} as const;

const SESSION = text('A session id or the start of one, as other answers name it.');

/** The tools, as described to a client. None of them changes anything. */
export const TOOLS = [
  tool(
    'search_sessions',
    'Search past coding sessions of this project: what was asked, tried, decided, which error came up and how it was solved. ' +
      'Use before solving a problem that may have been solved before. One line per hit, with session, turn and item.',
    {
      query: text('Words, "phrases", word*, OR, NOT.'),
      kind: text('Only these: prompt, reply, tool_input, tool_output, summary. Separate several with commas.'),
      file: text('Only calls about a file whose path contains this.'),
      since_days: number('Only this many of the last days.'),
      limit: number('Maximum number of hits (default 8).'),
    },
    ['query'],
  ),
  tool(
    'show_turn',
    'Show one turn of a past session: the prompt, the replies, and each tool call on one line. Use after search_sessions.',
    {
      session: SESSION,
      turn: { type: 'integer', minimum: 0, description: 'The number of the turn (default 1).' },
      agent: text('The sub-agent, if a search named one: its turns are counted separately.'),
      from: number('Begin with this item (default 1): a search names the one that it found.'),
      offset: number('Continue within that item from this character; 1 shows a shortened text in full.'),
    },
    ['session'],
  ),
  tool(
    'blame',
    'Which past session, turn and prompt wrote a line, some lines or a commit, and what was said. Use to learn why code is as it is.',
    { target: text('FILE, FILE:LINE, FILE:FROM-TO, or a commit.') },
    ['target'],
  ),
  tool(
    'uncompact',
    'What a compaction of a session dropped: decisions, commands, files, errors, numbers, open questions. Use when something from ' +
      'before a compaction is missing.',
    { session: SESSION, compaction: number('Which compaction (default: the last).') },
    ['session'],
  ),
  tool('usage', 'Tokens and cost of this project by day, session or model.', {
    by: {
      type: 'string',
      enum: ['daily', 'sessions', 'models'],
      description: 'One row per day, session or model (default daily).',
    },
    since_days: number('Only this many of the last days (default 7).'),
  }),
  tool(
    'session_overview',
    'A summary of a past session: title, times, prompts by turn, files it wrote.',
    { session: SESSION },
    ['session'],
  ),
] as const;

function tool(name: string, description: string, properties: object, required: readonly string[] = []) {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties: { ...properties, ...COMMON }, required, additionalProperties: false },
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  };
}
