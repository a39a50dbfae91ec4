export { BadConfiguration, readConfig, readFeedShares, type Config, type SingleSignOn } from './config.ts';
export { signingSecret } from './session-secret.ts';
