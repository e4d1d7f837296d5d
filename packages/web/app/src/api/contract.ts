// The contract with the server: types only, so none of it ends up in the bundle.
export type * from '../../../src/view/routes.js';
export type * from '../../../src/view/view.js';
