import type { ChoiceList } from '@unspool/agent';

/** The outside world. It is passed in at the edge, so that everything inside can be tested. */
export interface Io {
  out(text: string): void;
  /** Writes bytes unchanged. */
  outBytes(bytes: Uint8Array): void;
  err(text: string): void;
  env: { readonly [name: string]: string | undefined };
  home: string;
  platform: NodeJS.Platform;
  cwd: string;
  /** A config folder with sample sessions, for users who have none of their own. */
  samples: string;
  now: number;
  /** Columns of the terminal; undefined if the output goes to a pipe or a file. */
  columns: number | undefined;
  hasColour: boolean;
  /** Lets the user choose from a list. Undefined without a terminal; gives undefined when nothing was chosen. */
  choose?: ((list: ChoiceList) => Promise<string | undefined>) | undefined;
}
