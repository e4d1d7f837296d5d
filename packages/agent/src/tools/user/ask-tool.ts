import type { JsonObject } from '@unspool/session';
import { misused } from '../outcome.js';
import type { Tool, ToolResult } from '../tool.js';

export interface Question {
  question: string;
  header: string;
  options: { label: string; description: string }[];
  multiSelect: boolean;
}

/** The terminal or the driving program adds the user's answers to the call's input. */
export const askTool: Tool = {
  name: 'AskUserQuestion',
  description:
    'Asks the user to choose: one to four questions with two to four options each. The user can also type an answer. Use it when the decision is theirs and the work depends on it; put the option you recommend first.',
  inputSchema: {
    type: 'object',
    properties: {
      questions: {
        type: 'array',
        minItems: 1,
        maxItems: 4,
        items: {
          type: 'object',
          properties: {
            question: { type: 'string', description: 'The whole question' },
            header: { type: 'string', description: 'A short label, at most twelve characters' },
            multiSelect: { type: 'boolean', description: 'Whether several options may be chosen' },
            options: {
              type: 'array',
              minItems: 2,
              maxItems: 4,
              items: {
                type: 'object',
                properties: {
                  label: { type: 'string', description: 'One to five words' },
                  description: { type: 'string', description: 'What choosing it means' },
                },
                required: ['label', 'description'],
              },
            },
          },
          required: ['question', 'header', 'options', 'multiSelect'],
        },
      },
      answers: { type: 'object', description: 'Filled in by the user' },
    },
    required: ['questions'],
  },
  isReadOnly: () => true,
  isParallel: () => false,
  run: async (input) => answered(input),
};

function answered(input: JsonObject): ToolResult {
  const questions = questionsIn(input);
  const answers = (input['answers'] ?? {}) as JsonObject;
  const given = questions.filter(({ question }) => typeof answers[question] === 'string');
  if (given.length === 0) return misused('Nobody answered the questions.');
  const answered = given.map(({ question }) => `"${question}"="${String(answers[question])}"`).join(', ');
  return {
    content: `The user has answered: ${answered}. Continue with these answers in mind.`,
    toolUseResult: { questions, answers, annotations: {} },
  };
}

/** The model's questions, which may be incomplete. */
export function questionsIn({ questions }: JsonObject): Question[] {
  if (!Array.isArray(questions)) return [];
  return questions.map((each) => {
    const { question, header, options, multiSelect } = (each ?? {}) as JsonObject;
    const list = Array.isArray(options) ? (options as JsonObject[]) : [];
    return {
      question: String(question ?? ''),
      header: String(header ?? ''),
      options: list.map((option) => ({
        label: String(option?.['label'] ?? ''),
        description: String(option?.['description'] ?? ''),
      })),
      multiSelect: multiSelect === true,
    };
  });
}
