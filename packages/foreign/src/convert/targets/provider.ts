/** Guesses a model's provider from its name. */
export function providerOf(model: string): 'anthropic' | 'google' | 'openai' {
  if (/claude/.test(model)) return 'anthropic';
  return /gemini/.test(model) ? 'google' : 'openai';
}
