/** Time and environment, passed in from outside. */
export interface TerminalWorld {
  env: { readonly [name: string]: string | undefined };
  cwd: string;
  home: string;
  now(): number;
}
