import type { FastifyContextConfig, FastifySchema } from 'fastify';

type CallGroup = FastifyContextConfig &
  Required<Pick<FastifyContextConfig, 'access' | 'surface'>> & {
    /** Their chapter in the documentation of the calls. */
    tags?: string[];
  };

/**
 * Declares once what several calls have in common: who may make them, how they fail, and their chapter. Returns a
 * function that turns a schema into a route's options, as in `app.get('/api/bills', forAdministrators({ summary,
 * response }), handler)`.
 */
export function callGroup({ tags, ...config }: CallGroup) {
  return <const Schema extends FastifySchema>(schema: Schema) => ({
    config,
    schema: { ...(tags && { tags }), ...schema },
  });
}

export type CallsOfGroup = ReturnType<typeof callGroup>;
