export * from './browser.js';
export { openSession } from './graph/open-session.js';
