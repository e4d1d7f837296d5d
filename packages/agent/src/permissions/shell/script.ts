/** A word of a command, without its quotes. */
export interface Word {
  text: string;
  /** As written. */
  raw: string;
  /** Whether its value is known: no variable, no substitution, no braces that expand to several words. */
  isLiteral: boolean;
  /** Whether the shell replaces it with file names. */
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
  /** Whether its content is known: it contains no variable. */
  isLiteral: boolean;
}

/** One program with its arguments; commands in substitutions are listed separately. */
export interface Command {
  words: Word[];
  assignments: Assignment[];
  redirects: Redirect[];
  stdin?: Input;
  /** Whether it reads the output of the command before it. */
  isPiped: boolean;
  /** As written. */
  raw: string;
}

export interface Script {
  /** Every command that may run, including those in substitutions, in the order they were found. */
  commands: Command[];
  /** Why the script is not understood. `commands` still lists those found before that point. */
  doubt?: string;
}

/** A command that a program runs from its arguments. */
export type Inner =
  /** Whether a rule for the inner command may allow it: the wrapper does not change what runs. */
  | { kind: 'transparent'; words: Word[]; variables: string[] }
  /** Whether unknown arguments are added, for example by xargs. */
  | { kind: 'xargs'; words: Word[] }
  /** Whether it runs as another user, elsewhere or repeatedly: then only a rule of its own allows it. */
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
