/** Where the engine reports to; pino's and fastify's loggers fit. */
export type EngineLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
