const MOVES = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Enter', ' ', 'Escape']);

/**
 * Focus is shown to whoever moves by keyboard. Browsers also show it when a key is pressed after a click, and in every
 * field: the page notes which of the two was used last, and its style rings nothing for the pointer.
 */
export function watchInput(): void {
  const { dataset } = document.documentElement;
  addEventListener('pointerdown', () => Object.assign(dataset, { input: 'pointer' }), { capture: true, passive: true });
  addEventListener(
    'keydown',
    ({ key }) => {
      if (MOVES.has(key)) delete dataset['input'];
    },
    { capture: true, passive: true },
  );
}
