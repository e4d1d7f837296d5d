export { hasEscapedLetters } from '../read/session-ids.js';
