/** The provider of a model, judged by the model's name. */
export function providerOf(model: string): 'anthropic' | 'google' | 'openai' {
  if (/claude/.test(model)) return 'anthropic';
  return /gemini/.test(model) ? 'google' : 'openai';
}
