export type * from './view/routes.js';
export type * from './view/view.js';
