import type { FastifyContextConfig, FastifySchema } from 'fastify';

type CallGroup = FastifyContextConfig &
  Required<Pick<FastifyContextConfig, 'access' | 'surface'>> & {
    /** Their chapter in the documentation of the calls. */
    tags?: string[];
  };

/**
 * What calls have in common is declared once: who may make them, how they fail, and their chapter. Gives the function that
 * makes a route's options of its schema, as in `app.get('/api/bills', forAdministrators({ summary, response }), handler)`.
 */
export function callGroup({ tags, ...config }: CallGroup) {
  return <const Schema extends FastifySchema>(schema: Schema) => ({
    config,
    schema: { ...(tags && { tags }), ...schema },
  });
}

export type CallsOfGroup = ReturnType<typeof callGroup>;
