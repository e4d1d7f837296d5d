/** How much is shown, and the hint where something is cut. */
export interface Detail {
  /** Inputs, outputs, thinking and the turns of sub-agents. */
  isFull: boolean;
  /** The most lines of one output. */
  maxLines: number;
  /** The most lines of one prompt. */
  maxPromptLines: number;
  /** The command that shows more. */
  more: string;
}

const PROMPT_LINES = 40;
const OUTPUT_LINES = 60;
const OUTPUT_LINES_OF_ONE_TURN = 2000;

export function detailOf(parts: { isFull: boolean; isOneTurn: boolean; turn: number; session: string }): Detail {
  const { isFull, isOneTurn, turn, session } = parts;
  const of = `unspool show ${session} --turn ${turn}`;
  if (!isFull) return { isFull, maxLines: 0, maxPromptLines: PROMPT_LINES, more: `${of} --full` };
  const maxLines = isOneTurn ? OUTPUT_LINES_OF_ONE_TURN : OUTPUT_LINES;
  return { isFull, maxLines, maxPromptLines: Infinity, more: isOneTurn ? `${of} --full --json` : `${of} --full` };
}
