import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** The server that `registerXxxRoutes(app, …)` functions register on: zod schemas give the types of body and reply. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Who may call a route; `staff` are sales reps and administrators (product: Roles). */
export type Access = 'public' | 'signed-in' | 'staff' | 'administrator';

/**
 * The statuses of a route's failures: the portal's calls answer 402 (rule: 402 or sign-out), the REST
 * resources 400, 404, 409, 422 (rule: Back office failures).
 */
type Surface = 'portal' | 'rest';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every route: one without it fails at registration. */
    access?: Access;
    /** Required on every route. */
    surface?: Surface;
    /** Also answers a user who must choose a new password first (rule: Must change password). */
    beforeNewPassword?: true;
    /** Also answers staff who must set up a second factor first (rule: Second factor). */
    beforeSecondFactor?: true;
    /**
     * What holds values and limits, as the beginning of a sentence ('Reports are'): it is for callers who see wholesale
     * prices alone (rule: Price modes).
     */
    wholesale?: string;
  }
  interface FastifyInstance {
    /** Makes ids: of requests, and of commands without a key. */
    newId: () => string;
  }
}
