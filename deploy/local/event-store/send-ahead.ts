import { ServerInterceptingCall } from '@grpc/grpc-js';
import type { ServerInterceptor } from '@grpc/grpc-js';

/** How much of a call's answers may be on its way to the socket. */
const MOST_BYTES_AHEAD = 64 * 1024;
/** Counted for an answer that is no bytes yet (an acknowledgement). */
const SMALL_ANSWER_BYTES = 256;

/**
 * The gRPC server hands the socket one answer and waits until it is written before the next: a turn of the
 * event loop and a system call for each event. This lets a call's answers follow one another directly, up to
 * a limit, so that they are written together; beyond it the client's pace rules as before.
 */
class SendAhead extends ServerInterceptingCall {
  #bytesAhead = 0;
  #goOn: (() => void) | undefined;

  override sendMessage(message: unknown, callback: () => void): void {
    const bytes = message instanceof Uint8Array ? message.length : SMALL_ANSWER_BYTES;
    this.#bytesAhead += bytes;
    super.sendMessage(message, () => {
      this.#bytesAhead -= bytes;
      const goOn = this.#goOn;
      this.#goOn = undefined;
      goOn?.();
    });
    if (this.#bytesAhead < MOST_BYTES_AHEAD) callback();
    else this.#goOn = callback;
  }
}

export const sendAhead: ServerInterceptor = (_method, call) => new SendAhead(call);
