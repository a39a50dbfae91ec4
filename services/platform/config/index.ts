export {
  BadConfiguration,
  readConfig,
  readFeedShares,
  type Config,
  type LogLevel,
  type Role,
  type SingleSignOn,
} from './config.ts';
export { sessionSecret } from './session-secret.ts';
