// The contract with the server: types only, nothing of it is in the page.
export type * from '../../../src/view/routes.js';
export type * from '../../../src/view/view.js';
