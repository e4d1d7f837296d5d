/** Facts about models: names, prices, limits. */
export type { Model, ModelFacts, ModelRates } from './models/model.js';
export { apiModel, contextWindowOf, DEFAULT_MODEL, factsOf, modelNamed, modelOf } from './models/model-named.js';
export { MODELS, US_TENTHS, WEB_SEARCH } from './models/registry.js';
