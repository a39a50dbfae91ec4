export { openFreshness, READ_MODELS, type Fresh } from './freshness.ts';
