import type { ServerResponse } from 'node:http';
import type { LiveChange } from '#contracts/api/live-changes.ts';
import { everythingChanged } from './change-for-viewer.ts';

/** One open connection of server-sent events. */
export type Feed = {
  send(change: LiveChange): void;
  /** Keeps proxies from closing a quiet connection, notices one that is gone, and lets the client know that it is heard. */
  beat(): void;
  /** Tells the client to confirm its session, and ends the connection. */
  endSession(): void;
  end(): void;
};

/**
 * Writes a connection's messages. A client that does not read is sent nothing more until it has caught up, and then
 * one message to load everything again: what waits for it never grows.
 */
export function openFeed(response: ServerResponse, position: string): Feed {
  let behind: string | null = null;

  const write = (text: string): void => {
    if (response.writableEnded || response.destroyed) return;
    if (!response.write(text)) behind ??= '';
  };
  const message = (change: LiveChange): string =>
    `id: ${change.position}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;

  response.on('drain', () => {
    const missed = behind;
    behind = null;
    if (missed) write(message(everythingChanged(missed)));
  });

  // An id without data gives the browser a place to resume from before anything has changed.
  write(`retry: 2000\nid: ${position}\n\n`);
  return {
    send(change) {
      if (behind === null) write(message(change));
      else behind = change.position;
    },
    beat() {
      if (behind === null) write('event: beat\ndata: {}\n\n');
    },
    endSession() {
      if (!response.writableEnded) response.end('event: session\ndata: {}\n\n');
    },
    end() {
      if (!response.writableEnded) response.end();
    },
  };
}
