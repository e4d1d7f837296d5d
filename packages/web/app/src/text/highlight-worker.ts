import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { GRAMMARS } from './grammars.js';

/** Highlights code in a worker, so that a long file does not block scrolling. */
export interface HighlightJob {
  id: number;
  code: string;
  language: string;
}

/** For each line, pairs of class name and text. */
export type HighlightedLine = [look: string, text: string][];

const theme = createCssVariablesTheme({ name: 'page', variablePrefix: '--', fontStyle: false });
const highlighter = createHighlighterCore({
  themes: [theme],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});
const loaded = new Map<string, Promise<void>>();

self.addEventListener('message', ({ data }: MessageEvent<HighlightJob>) => {
  void run(data);
});

async function run({ id, code, language }: HighlightJob): Promise<void> {
  try {
    const core = await highlighter;
    const grammar = GRAMMARS[language];
    if (!grammar) throw new Error(`no grammar for ${language}`);
    let ready = loaded.get(language);
    if (!ready) {
      ready = grammar().then(async (module) => core.loadLanguage(module.default));
      loaded.set(language, ready);
    }
    await ready;
    const { tokens } = core.codeToTokens(code, {
      lang: language,
      theme: 'page',
      tokenizeTimeLimit: 300,
      tokenizeMaxLineLength: 2000,
    });
    const lines = tokens.map((line): HighlightedLine => line.map((token) => [lookOf(token.color), token.content]));
    self.postMessage({ id, lines });
  } catch (error) {
    self.postMessage({ id, lines: null, why: String(error) });
  }
}

/** The theme says `var(--token-keyword)`; the page has a class for it. */
function lookOf(color: string | undefined): string {
  const name = /--token-([a-z-]+)/.exec(color ?? '')?.[1];
  return name ? `tk-${name}` : '';
}
