import type { Tool } from './tool.js';

interface Todo {
  content: string;
  status: 'pending' | 'in_progress' | 'completed';
  activeForm: string;
}

/** The model's own task list. Each agent has one. */
export function todoTool(): Tool {
  const lists = new Map<string, Todo[]>();
  return {
    name: 'TodoWrite',
    description:
      'Keeps a task list for work with several steps; the user sees it. Each call replaces the whole list. Exactly one step is in progress at a time; mark a step as completed as soon as it is done.',
    inputSchema: {
      type: 'object',
      properties: {
        todos: {
          type: 'array',
          description: 'The whole list',
          items: {
            type: 'object',
            properties: {
              content: { type: 'string', minLength: 1, description: 'The step, in the imperative' },
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
              activeForm: { type: 'string', minLength: 1, description: 'The step in the -ing form' },
            },
            required: ['content', 'status', 'activeForm'],
            additionalProperties: false,
          },
        },
      },
      required: ['todos'],
      additionalProperties: false,
    },
    isReadOnly: () => true,
    isParallel: () => false,
    run: async ({ todos }, { agentId = '' }) => {
      const fault = faultOf(todos);
      if (fault !== undefined) {
        return {
          content: `<tool_use_error>${fault}</tool_use_error>`,
          toolUseResult: `Error: ${fault}`,
          isError: true,
        };
      }
      const newTodos = todos as Todo[];
      const oldTodos = lists.get(agentId) ?? [];
      lists.set(agentId, newTodos.every(({ status }) => status === 'completed') ? [] : newTodos);
      return {
        content:
          'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable',
        toolUseResult: { oldTodos, newTodos },
      };
    },
  };
}

function faultOf(todos: unknown): string | undefined {
  if (!Array.isArray(todos)) return '`todos` must be a list.';
  const isTodo = (each: Partial<Todo> | null) =>
    typeof each === 'object' &&
    typeof each?.content === 'string' &&
    typeof each.activeForm === 'string' &&
    /^(?:pending|in_progress|completed)$/.test(String(each.status));
  const wrong = todos.findIndex((each) => !isTodo(each as Partial<Todo> | null));
  return wrong === -1 ? undefined : `Step ${wrong + 1} needs \`content\`, \`status\` and \`activeForm\`.`;
}
