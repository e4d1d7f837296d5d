/** What the terminal needs from outside. */
export interface TerminalWorld {
  env: { readonly [name: string]: string | undefined };
  cwd: string;
  home: string;
  now(): number;
}
