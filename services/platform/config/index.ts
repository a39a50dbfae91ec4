export { BadConfiguration, readConfig, type Config, type LogLevel, type Role } from './config.ts';
export { sessionSecret } from './session-secret.ts';
