import { Dialog } from '../shell/dialog.js';

import { Keys } from './key-names.js';
import { type Binding, bindingsNow } from './keys.js';

/** Every key that works on this page. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const groups = new Map<string, Binding[]>();
  const seen = new Set<string>();
  for (const binding of bindingsNow()) {
    const name = binding.keys.join();
    if (seen.has(name)) continue;
    seen.add(name);
    groups.set(binding.group, [...(groups.get(binding.group) ?? []), binding]);
  }
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div class="key-groups">
        {[...groups].sort(everywhereLast).map(([group, bindings]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {bindings.map(({ keys, does }) => (
                <div key={keys.join()}>
                  <dt>
                    <Keys keys={keys} />
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** The keys of this page come first. */
function everywhereLast([a]: [string, Binding[]], [b]: [string, Binding[]]): number {
  return Number(a === 'Everywhere') - Number(b === 'Everywhere');
}
