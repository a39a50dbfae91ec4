import { ServerInterceptingCall, status } from '@grpc/grpc-js';
import type { ServerInterceptor } from '@grpc/grpc-js';
import { isAnswer } from './read-answers.ts';

/** Events that a real server keeps for a live subscriber. */
const LIVE_BUFFER = 32;

/**
 * Ends a subscription that has caught up when more events are waiting for it than a real server's live buffer holds.
 * A commit of more than 32 events is enough, because it arrives in one piece.
 */
class SmallLiveBuffer extends ServerInterceptingCall {
  #isLive = false;
  #isEnded = false;
  #waiting = 0;

  override sendMessage(message: unknown, callback: () => void): void {
    if (this.#isEnded) return;
    if (!this.#isLive || !isAnswer(message, 'event')) {
      if (isAnswer(message, 'caughtUp')) this.#isLive = true;
      super.sendMessage(message, callback);
      return;
    }
    if (this.#waiting === LIVE_BUFFER) {
      this.#isEnded = true;
      super.sendStatus({
        code: status.ABORTED,
        details:
          'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
      });
      return;
    }
    this.#waiting += 1;
    super.sendMessage(message, () => {
      this.#waiting -= 1;
    });
    callback();
  }
}

export const smallLiveBuffer: ServerInterceptor = (_method, call) => new SmallLiveBuffer(call);
