import { configurationReply, type Configuration } from '#contracts/api/configuration.ts';
import { callGroup, type App } from '#services/platform/http/index.ts';

const forEveryone = callGroup({ access: 'public', surface: 'portal', tags: ['configuration'] });

/**
 * GET /configuration: the house's settings for the portal's pages, including the public ones (rule: House
 * configuration).
 */
export function registerConfigurationRoutes(app: App, configuration: Configuration): void {
  app.get(
    '/configuration',
    forEveryone({
      summary: 'What the house sets for the pages of the portal',
      response: { 200: configurationReply },
    }),
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300');
      return configuration;
    },
  );
}
