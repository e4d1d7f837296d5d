/** A question on the screen. Words are typed into the prompt field below it. */
export interface Dialogue {
  readonly isBackground: boolean;
  /** The option for a typed answer is selected. */
  readonly takesWords: boolean;
  render(width: number, waiting: number): string[];
  /** A key pressed while the prompt field is empty. False: it is not one of the question's keys. */
  handleKey(data: string): boolean;
  selectWords(): void;
  answerWith(words: string): void;
  leave(): void;
}
