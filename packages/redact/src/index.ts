export * from './browser.js';
export { createRedactor, type RedactionReport, type Redactor, type RedactorOptions } from './redactor.js';
