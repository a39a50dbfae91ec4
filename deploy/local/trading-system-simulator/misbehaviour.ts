import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { TRADING_INSTANCES } from '#contracts/trading-system/wire.ts';

/** Test hook: how the peer shall behave from now on, for one instance or for all. */
export const behaviourSchema = z.object({
  instance: z.enum(TRADING_INSTANCES).optional(),
  /**
   * ok · fail: 503 · hang: never an answer · html: a page instead of JSON · cut: JSON that stops in the middle ·
   * shape: JSON of another shape · huge: without an end · drop: the connection is closed
   */
  mode: z.enum(['ok', 'fail', 'hang', 'html', 'cut', 'shape', 'huge', 'drop']),
  /** Milliseconds before each answer. */
  latencyMs: z.int().nonnegative().max(600_000).default(0),
  /** For that many answers, then it behaves again; always when left out. */
  times: z.int().positive().optional(),
});
export type Behaviour = z.infer<typeof behaviourSchema>;

/** The behaviours asked for, kept in memory: a peer that is started again behaves well. */
export function misbehaviour() {
  const asked = new Map<string, Behaviour & { left: number }>();
  return {
    set(behaviour: Behaviour): void {
      for (const instance of behaviour.instance === undefined ? TRADING_INSTANCES : [behaviour.instance]) {
        asked.set(instance, { ...behaviour, left: behaviour.times ?? Number.POSITIVE_INFINITY });
      }
    },
    /** Misbehaves in the way asked for; true when the answer has been dealt with. */
    async play(instance: string, response: ServerResponse): Promise<boolean> {
      const behaviour = asked.get(instance);
      if (behaviour === undefined || behaviour.left <= 0) return false;
      behaviour.left -= 1;
      if (behaviour.latencyMs > 0) await sleep(behaviour.latencyMs, undefined, { ref: false });
      return answerBadly(behaviour.mode, response);
    },
  };
}

function answerBadly(mode: Behaviour['mode'], response: ServerResponse): boolean {
  switch (mode) {
    case 'ok':
      return false;
    case 'hang':
      return true;
    case 'fail':
      response
        .writeHead(503, { 'content-type': 'application/json' })
        .end('{"message":"closed for stocktaking"}');
      return true;
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><body>Welcome to nginx!</body></html>');
      return true;
    case 'cut':
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"documents":[{"docType":"MEMO","docNo":"SIM');
      return true;
    case 'shape':
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"documents":[{"memo":1},2,null],"cursor":"999999","accepted":"maybe"}');
      return true;
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' });
      pourWithoutEnd(response);
      return true;
    case 'drop':
      response.destroy();
      return true;
  }
}

function pourWithoutEnd(response: ServerResponse): void {
  const chunk = ' '.repeat(64 * 1024);
  const pour = (): void => {
    while (!response.destroyed) {
      if (!response.write(chunk)) break;
    }
  };
  response.on('drain', pour);
  pour();
}
