const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

const NAMES: { [key: string]: string } = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Mod: isApple ? '⌘' : 'Ctrl',
};

/** Keys as they are printed on a keyboard; several are alternatives. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span class="keys">
      {keys.map((key, at) => (
        <span key={key}>
          {at > 0 && <span class="quiet"> or </span>}
          {key.split(' ').map((part) => (
            <kbd key={part}>{NAMES[part] ?? (key.startsWith('Mod ') ? part.toUpperCase() : part)}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}
