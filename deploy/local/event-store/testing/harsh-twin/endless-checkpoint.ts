import { ServerInterceptingCall } from '@grpc/grpc-js';
import type { ServerInterceptor } from '@grpc/grpc-js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { isAnswer } from './read-answers.ts';

const ENDLESS = (2n ** 64n - 1n).toString();

/**
 * As version 24.6.0: a filtered subscription from the start that has found nothing when it catches up has "searched
 * up to" 2^64 − 1.
 */
class EndlessCheckpoint extends ServerInterceptingCall {
  #mayFindNothing = false;

  constructor(call: ConstructorParameters<typeof ServerInterceptingCall>[0]) {
    super(call, {
      start: (next) => {
        next({
          onReceiveMessage: (message: unknown, pass) => {
            this.#mayFindNothing = message instanceof streamsPb.ReadReq && isFilteredFromStart(message);
            pass(message);
          },
        });
      },
    });
  }

  override sendMessage(message: unknown, callback: () => void): void {
    if (isAnswer(message, 'event')) this.#mayFindNothing = false;
    if (this.#mayFindNothing && isAnswer(message, 'caughtUp')) {
      this.#mayFindNothing = false;
      super.sendMessage(endlessCheckpointAnswer(), () => super.sendMessage(message, callback));
      return;
    }
    super.sendMessage(message, callback);
  }
}

export const endlessCheckpoint: ServerInterceptor = (_method, call) => new EndlessCheckpoint(call);

function isFilteredFromStart(request: streamsPb.ReadReq): boolean {
  const options = request.getOptions();
  return (
    options?.hasSubscription() === true &&
    options.hasFilter() &&
    (options.getAll()?.hasStart() === true || options.getAll()?.getPosition()?.getCommitPosition() === '0')
  );
}

function endlessCheckpointAnswer(): Buffer {
  const checkpoint = new streamsPb.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(ENDLESS);
  checkpoint.setPreparePosition(ENDLESS);
  const answer = new streamsPb.ReadResp();
  answer.setCheckpoint(checkpoint);
  return Buffer.from(answer.serializeBinary());
}
