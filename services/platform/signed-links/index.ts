export { createLinkTokens, type LinkTokens } from './link-tokens.ts';
export { endOf, linkAddress, linkGone, NOTED_EVERY_MS, stateOf, type LinkLife } from './signed-link.ts';
