export { isInterruption, isOutage, isStoreAway } from './is-outage.ts';
export { openStores, type Stores } from './open-stores.ts';
export { holdFiles, identifyLog } from './prepare-stores.ts';
export { untilStoresAnswer } from './until-stores-answer.ts';
