import { useEffect, useState } from 'preact/hooks';

/** Grey shapes where content will be. Shown only after 150 ms, so that quick answers do not flicker. */
export function Skeleton({ lines, label }: { lines: number; label: string }) {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="skeleton" role="status" data-shown={isShown}>
      <span class="hidden-text">{label}</span>
      {Array.from({ length: lines }, (_, at) => (
        <i key={at} class={`w${(at * 7) % 4}`} />
      ))}
    </div>
  );
}
