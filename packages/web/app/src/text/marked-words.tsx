import { useSession } from '../turn/context.js';

/** Plain text with the searched words marked. */
export function Marked({ text }: { text: string }) {
  const { marked } = useSession();
  return <MarkedText text={text} words={marked} />;
}

export function MarkedText({ text, words }: { text: string; words: string[] }) {
  if (words.length === 0) return <>{text}</>;
  const parts = text.split(
    new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi'),
  );
  return <>{parts.map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))}</>;
}

/** The plain words of a query, for marking. */
export function wordsOf(query: string): string[] {
  const phrases = [...query.matchAll(/"([^"]+)"/g)].map(([, phrase]) => phrase ?? '');
  const rest = query.replace(/"[^"]*"/g, ' ').split(/[\s()]+/);
  return [...phrases, ...rest.filter((word) => !/^(OR|AND|NOT|)$/.test(word)).map((word) => word.replace(/\*+$/, ''))]
    .filter((word) => word.length > 1)
    .slice(0, 12);
}
