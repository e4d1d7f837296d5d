/** An error that the user can fix: what failed, why, and what to do. */
export class UserError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, options: { why?: string; hint?: string; isUsage?: boolean } = {}) {
    super([message, options.why, options.hint].filter(Boolean).join('\n  '));
    this.exitCode = options.isUsage ? 2 : 1;
  }
}
