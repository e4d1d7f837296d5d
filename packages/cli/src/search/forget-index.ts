/** By itself: what writes the index takes long to load, and a search that only reads it does not need it. */
export { forgetIndex } from '@unspool/store';
