/** What `choose` needs, loaded at once. */
export { Picker } from './dialogue/picker.js';
export { paintFor } from './screen/paint.js';
export { Screen } from './screen/screen.js';
export { Tty } from './screen/tty.js';
