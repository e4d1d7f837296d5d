/** The modules that `choose` needs, loaded together. */
export { Picker } from './dialogue/picker.js';
export { paintFor } from './screen/paint.js';
export { Screen } from './screen/screen.js';
export { Tty } from './screen/tty.js';
