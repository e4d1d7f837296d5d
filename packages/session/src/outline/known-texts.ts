export { KnownTexts } from '../read/known-texts.js';
