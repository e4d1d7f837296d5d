import type { ComponentChildren } from 'preact';

/** Actions with one purpose, and its name beside them. */
export function ActionGroup({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <section class={`action-group action-${name.toLowerCase()}`}>
      <h3>{name}</h3>
      <div>{children}</div>
    </section>
  );
}
