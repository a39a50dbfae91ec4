import { z } from 'zod';
import { projectionResource, restQuery, type ProjectionResource } from '#contracts/api/back-office.ts';
import {
  callGroup,
  readRestList,
  sendRange,
  type App,
  type RestList,
} from '#services/platform/http/index.ts';
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
    return sendRange(reply, 'projections', chosenProjections(await projections(), asked), asked.range);
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

/** Those that a list asks for: by `id` or part of it (`q`), in the order of their ids. Throws Refusal 400 for other fields. */
function chosenProjections(
  all: readonly ProjectionResource[],
  { sort, filter: { q, id, ...unknown } }: RestList,
): ProjectionResource[] {
  const [field] = Object.keys(unknown);
  if (field !== undefined)
    throw new Refusal(400, `filter: ${field} cannot be filtered by; use q, id.`, { field: 'filter' });
  if (sort && sort.field !== 'id')
    throw new Refusal(400, `sort: ${sort.field} is none of id.`, { field: 'sort' });
  const ids = id === undefined ? undefined : [id].flat();
  return all
    .filter((one) => (typeof q !== 'string' || one.id.includes(q)) && ids?.includes(one.id) !== false)
    .toSorted((one, other) => one.id.localeCompare(other.id) * (sort?.descending ? -1 : 1));
}
