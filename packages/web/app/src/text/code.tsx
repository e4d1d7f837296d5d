import { CopyButton } from '../shell/copy.js';
import { useHighlight } from './highlight.js';
import { languageOf } from './language.js';
import { visible } from './visible.js';

/** A block of code, highlighted if its language is known. */
export function Code({ code, name }: { code: string; name?: string | undefined }) {
  return (
    <div class="code">
      <CopyButton text={code} label="Copy the code" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways */}
      <pre tabIndex={0}>
        <code>
          <Coloured code={code} language={languageOf(name)} />
        </code>
      </pre>
    </div>
  );
}

export function Coloured({ code, language }: { code: string; language: string | undefined }) {
  const lines = useHighlight(code, language);
  if (!lines) return <>{visible(code)}</>;
  return (
    <>
      {lines.map((line, at) => (
        <span key={at}>
          {line.map(([look, text], part) =>
            look ? (
              <span key={part} class={look}>
                {visible(text)}
              </span>
            ) : (
              visible(text)
            ),
          )}
          {at < lines.length - 1 && '\n'}
        </span>
      ))}
    </>
  );
}
