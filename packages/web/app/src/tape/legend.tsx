const KINDS = [
  ['human', 'you'],
  ['thinking', 'thinking'],
  ['text', 'writing'],
  ['read', 'read'],
  ['edit', 'edit'],
  ['run', 'run'],
  ['search', 'search'],
  ['agent', 'agent'],
  ['other', 'other'],
  ['error', 'error'],
] as const;

export function Legend() {
  return (
    <ul class="legend" aria-label="Colours of the tape">
      {KINDS.map(([kind, name]) => (
        <li key={kind}>
          <i class={`family k-${kind}`} aria-hidden="true" />
          {name}
        </li>
      ))}
    </ul>
  );
}
