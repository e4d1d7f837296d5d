/** A word of a command, without its quotes. */
export interface Word {
  text: string;
  /** As it was written. */
  raw: string;
  /** What it is, is known now: no variable, no substitution, no brace that makes several of it. */
  isLiteral: boolean;
  /** The shell puts names of files in its place. */
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
  /** No variable in it: what a program reads is known now. */
  isLiteral: boolean;
}

/** One program with its arguments; what stands in substitutions is a command of its own. */
export interface Command {
  words: Word[];
  assignments: Assignment[];
  redirects: Redirect[];
  stdin?: Input;
  /** It reads what the command before it says. */
  isPiped: boolean;
  /** As it was written. */
  raw: string;
}

export interface Script {
  /** Every command that may run, also those inside substitutions, in the order they were found. */
  commands: Command[];
  /** Why the script is not understood; what was found before is there nevertheless. */
  doubt?: string;
}

/** What a program runs that is given to it as arguments. */
export type Inner =
  /** It changes nothing about what runs: a rule for the inner command may allow it. */
  | { kind: 'transparent'; words: Word[]; variables: string[] }
  /** Further arguments come from elsewhere. */
  | { kind: 'xargs'; words: Word[] }
  /** It runs as somebody else, elsewhere or many times: only a rule of its own allows it. */
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

/** A word while it is read. */
export interface WordDraft {
  text: string;
  isLiteral: boolean;
  hasGlob: boolean;
}
