/** A word of a command, without its quotes. */
export interface Word {
  text: string;
  /** As written. */
  raw: string;
  /** Its value is known now: no variable, no substitution, no braces that expand to several words. */
  isLiteral: boolean;
  /** The shell replaces it with file names. */
  hasGlob: boolean;
}

export interface Assignment {
  name: string;
  value: Word;
}

export interface Redirect {
  kind: 'read' | 'write';
  target: Word;
}

/** A here-document or here-string. */
export interface Input {
  text: string;
  /** It contains no variable: what a program reads is known now. */
  isLiteral: boolean;
}

/** One program with its arguments; commands in substitutions are listed separately. */
export interface Command {
  words: Word[];
  assignments: Assignment[];
  redirects: Redirect[];
  stdin?: Input;
  /** It reads the output of the command before it. */
  isPiped: boolean;
  /** As written. */
  raw: string;
}

export interface Script {
  /** Every command that may run, including those in substitutions, in the order they were found. */
  commands: Command[];
  /** Why the script is not understood; commands found before that are listed anyway. */
  doubt?: string;
}

/** What a program runs from its arguments. */
export type Inner =
  /** The wrapper does not change what runs: a rule for the inner command may allow it. */
  | { kind: 'transparent'; words: Word[]; variables: string[] }
  /** More arguments come from elsewhere. */
  | { kind: 'xargs'; words: Word[] }
  /** It runs as another user, elsewhere or repeatedly: only a rule of its own allows it. */
  | { kind: 'other'; words: Word[] }
  | { kind: 'script'; script: Script }
  | { kind: 'doubt'; why: string };

/** A here-document whose text begins on the next line. */
export interface Heredoc {
  delimiter: string;
  stripsTabs: boolean;
  isQuoted: boolean;
  command: Command;
}

/** A word while it is being read. */
export interface WordDraft {
  text: string;
  isLiteral: boolean;
  hasGlob: boolean;
}
