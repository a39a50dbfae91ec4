import fastify, { LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { App } from './app.ts';
import { addRequestIds, requestIds } from './request-ids.ts';

/** A server for operators' questions: with request ids, and without sessions, pages and limits. */
export function createHealthApp(logLevel: string, newId: () => string): App {
  const app: App = fastify({
    logger: { level: logLevel },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIds(newId),
    forceCloseConnections: true,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  addRequestIds(app);
  return app;
}
