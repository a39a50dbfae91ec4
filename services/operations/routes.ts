import { z } from 'zod';
import { projectionResource, restQuery, type ProjectionResource } from '#contracts/api/back-office.ts';
import { callGroup, readRestList, rowsAsked, sendRange, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { registerMendRoutes, type MendRoutes } from './mend-routes.ts';
import { registerHealthRoutes, type Health } from './health-routes.ts';

export type OperationsRoutes = {
  health: Health;
  /** False where a port of its own serves the figures. */
  figures: boolean;
  /** Every projection's progress, with its parked streams. */
  projections: () => Promise<ProjectionResource[]>;
  mending: MendRoutes;
};

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest' });

/** GET /healthz, /readyz, /metrics and the back office's /api/projections. */
export function registerOperationsRoutes(
  app: App,
  { health, figures, projections, mending }: OperationsRoutes,
): void {
  registerHealthRoutes(app, health, () => app.requestCounts(), figures);
  registerMendRoutes(app, mending);
  const list = {
    summary: 'Progress of the projections',
    querystring: restQuery,
    response: { 200: z.array(projectionResource) },
  };
  app.get('/api/projections', forAdministrators(list), async (request, reply) => {
    const asked = readRestList(request.query);
    const chosen = rowsAsked(
      // By id, unless it is asked for otherwise.
      await projections(),
      { ...asked, sort: asked.sort ?? { field: 'id', descending: false } },
      { key: 'id', sortedBy: [], searched: ({ id }) => id },
    );
    return sendRange(reply, 'projections', chosen, asked.range);
  });

  const params = z.object({ id: z.string() });
  app.get(
    '/api/projections/:id',
    forAdministrators({
      summary: 'Progress of one projection',
      params,
      response: { 200: projectionResource },
    }),
    async (request) => {
      const found = (await projections()).find(({ id }) => id === request.params.id);
      if (!found) throw new Refusal(404, `There is no projection ${request.params.id}.`);
      return found;
    },
  );
}
