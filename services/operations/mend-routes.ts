import { z } from 'zod';
import { rebuildReply, retryReply } from '#contracts/api/back-office.ts';
import { callGroup, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';

const forAdministrators = callGroup({ access: 'administrator', surface: 'rest', tags: ['operations'] });

/** What became of a parked stream that was retried. */
type Retried = { stream: string; applied: number; parkedAgain: string | null };

export type MendRoutes = {
  /** The names there are. */
  names: readonly string[];
  /** Asks for a rebuild beside the live one, which a job carries out; false when one is open already. */
  requestRebuild: (name: string, requestedBy: string) => Promise<boolean>;
  /** Applies what a projection's parked streams have skipped. */
  retry: (name: string) => Promise<readonly Retried[]>;
};

/**
 * Mending read models from the back office, for administrators (architecture: Projections): without downtime,
 * with progress.
 */
export function registerMendRoutes(app: App, { names, requestRebuild, retry }: MendRoutes): void {
  const params = z.object({ id: z.string() });

  const known = (name: string): string => {
    if (names.includes(name)) return name;
    throw new Refusal(404, `There is no projection ${name}. There are: ${names.join(', ')}.`);
  };

  app.post(
    '/api/projections/:id/rebuild',
    forAdministrators({
      summary: 'Rebuild a projection beside the live one, in the background',
      params,
      response: { 202: rebuildReply },
    }),
    async (request, reply) => {
      const name = known(request.params.id);
      const requestedBy = request.caller.user.username;
      if (!(await requestRebuild(name, requestedBy)))
        throw new Refusal(409, `${name} is being rebuilt already.`, { code: 'ALREADY_REBUILDING' });
      request.log.info({ projection: name, by: requestedBy }, 'a rebuild was asked for');
      return reply.code(202).send({ started: true });
    },
  );

  app.post(
    '/api/projections/:id/retry',
    forAdministrators({
      summary: "Retry a projection's parked streams",
      params,
      response: { 200: retryReply },
    }),
    async (request) => ({ streams: [...(await retry(known(request.params.id)))] }),
  );
}
