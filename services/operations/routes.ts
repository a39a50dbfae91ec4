import { z } from 'zod';
import { projectionResource, type ProjectionResource } from '#contracts/api/back-office.ts';
import { compareText } from '#contracts/vocabulary/compare-text.ts';
import { callGroup, listOfRows, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { registerMendRoutes, type MendRoutes } from './mend-routes.ts';
import { registerHealthRoutes, type Health } from './health-routes.ts';

export type OperationsRoutes = {
  health: Health;
  /** False where a port of its own serves the metrics. */
  metrics: boolean;
  /** Every projection's progress, with its parked streams. */
  projections: () => Promise<ProjectionResource[]>;
  mending: MendRoutes;
};

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest' });

/** GET /healthz, /readyz, /metrics and the back office's /api/projections. */
export function registerOperationsRoutes(
  app: App,
  { health, metrics, projections, mending }: OperationsRoutes,
): void {
  registerHealthRoutes(app, health, () => app.requestCounts(), metrics);
  registerMendRoutes(app, mending);
  listOfRows(
    app,
    forAdministrators,
    {
      resource: 'projections',
      summary: 'Progress of the projections',
      row: projectionResource,
      key: 'id',
      sortedBy: [],
      searched: ({ id }) => id,
    },
    async () => (await projections()).sort((one, other) => compareText(one.id, other.id)),
  );

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
