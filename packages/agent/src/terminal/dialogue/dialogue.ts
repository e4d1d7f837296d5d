/** A question on the screen. Text is typed into the prompt field below it. */
export interface Dialogue {
  readonly isBackground: boolean;
  /** Whether the option for a typed answer is selected. */
  readonly takesWords: boolean;
  render(width: number, waiting: number): string[];
  /** Handles a key while the prompt field is empty. Returns false if the question does not use it. */
  handleKey(data: string): boolean;
  selectWords(): void;
  answerWith(words: string): void;
  leave(): void;
}
