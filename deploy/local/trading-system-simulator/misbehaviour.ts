import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { TRADING_INSTANCES } from '#contracts/trading-system/wire.ts';

/** Test hook: how the peer shall behave from now on, for one instance or for all. */
export const behaviourSchema = z.object({
  instance: z.enum(TRADING_INSTANCES).optional(),
  /**
   * ok · fail: 503 · hang: never an answer · html: a page instead of JSON · cut: JSON that stops in the middle ·
   * shape: JSON of another shape · huge: without an end · drop: the connection is closed · lose: it does what is asked,
   * then closes the connection
   */
  mode: z.enum(['ok', 'fail', 'hang', 'html', 'cut', 'shape', 'huge', 'drop', 'lose']),
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
    /** Misbehaves in the way asked for; gives what is left to do. */
    async play(instance: string, response: ServerResponse): Promise<'answer' | 'work only' | 'nothing'> {
      const behaviour = asked.get(instance);
      if (behaviour === undefined || behaviour.left <= 0) return 'answer';
      behaviour.left -= 1;
      if (behaviour.latencyMs > 0) await sleep(behaviour.latencyMs, undefined, { ref: false });
      if (behaviour.mode === 'ok') return 'answer';
      if (behaviour.mode === 'lose') return 'work only';
      answerBadly(behaviour.mode, response);
      return 'nothing';
    },
  };
}

function answerBadly(mode: Exclude<Behaviour['mode'], 'ok' | 'lose'>, response: ServerResponse): void {
  switch (mode) {
    case 'hang':
      return;
    case 'fail':
      response
        .writeHead(503, { 'content-type': 'application/json' })
        .end('{"message":"closed for stocktaking"}');
      return;
    case 'html':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><body>Welcome to nginx!</body></html>');
      return;
    case 'cut':
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"documents":[{"docType":"MEMO","docNo":"SIM');
      return;
    case 'shape':
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"documents":[{"memo":1},2,null],"cursor":"999999","accepted":"maybe"}');
      return;
    case 'huge':
      response.writeHead(200, { 'content-type': 'application/json' });
      pourWithoutEnd(response);
      return;
    case 'drop':
      response.destroy();
      return;
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
