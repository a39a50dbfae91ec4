export { createLinkTokens, type LinkTokens } from './link-tokens.ts';
export { createLinkRows, isLive, type LinkRow } from './link-rows.ts';
export { endOf, linkAddress, linkGone, stateOf, wireLife } from './signed-link.ts';
