/** `claude-opus-4-5-20251101` as people say it. The whole name belongs beside it, on hover. */
export function shortModel(model: string): string {
  return model.replace(/^claude-/, '').replace(/-20\d{6}$/, '');
}
