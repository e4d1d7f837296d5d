/** A short form of `claude-opus-4-5-20251101`. Show the full name on hover. */
export function shortModel(model: string): string {
  return model.replace(/^claude-/, '').replace(/-20\d{6}$/, '');
}
