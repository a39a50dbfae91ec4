import { ServerInterceptingCall } from '@grpc/grpc-js';
import type { ServerInterceptor } from '@grpc/grpc-js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { expectedRevision } from '../../append-calls.ts';
import { batchAnswer } from '../../append-messages.ts';

/** When a real server gives up on a write that it has dropped. */
const TIMEOUT_AFTER_MS = [2_000, 3_000] as const;
/** How long an append whose call has ended may still be on its way into the log. */
const LATE_COMMIT_MS = 50;

/** Appends under way on all calls, by their stream and first event. */
const underWay = new Set<string>();

/**
 * Drops an append that is sent again while the first one is still under way, and says Timeout after two to three
 * seconds: a real server cannot answer a repetition before the original is replicated.
 */
class DroppedRepeats extends ServerInterceptingCall {
  readonly #keys = new Map<string, string>();

  constructor(call: ConstructorParameters<typeof ServerInterceptingCall>[0]) {
    super(call, {
      start: (next) => {
        next({
          onReceiveMessage: (message: unknown, pass) => {
            pass(message instanceof streamsPb.BatchAppendReq && this.#drops(message) ? nothing() : message);
          },
          onCancel: () => {
            setTimeout(() => this.#keys.forEach((key) => underWay.delete(key)), LATE_COMMIT_MS);
          },
        });
      },
    });
  }

  override sendMessage(message: unknown, callback: () => void): void {
    if (message instanceof streamsPb.BatchAppendResp) {
      const correlationId = String(message.getCorrelationId());
      underWay.delete(this.#keys.get(correlationId) ?? '');
      this.#keys.delete(correlationId);
    }
    super.sendMessage(message, callback);
  }

  #drops(request: streamsPb.BatchAppendReq): boolean {
    const options = request.getOptions();
    const first = request.getProposedMessagesList()[0];
    // Appends in several parts are too large to be sent twice at the same time in a test.
    if (options === undefined || first === undefined || !request.getIsFinal()) return false;
    const stream = options.getStreamIdentifier();
    // What is no id is for the server to refuse.
    const key = `${String(first.getId())} ${stream?.getStreamName_asB64()}`;
    if (!underWay.has(key)) {
      underWay.add(key);
      this.#keys.set(String(request.getCorrelationId()), key);
      return false;
    }
    const answer = batchAnswer(
      request.getCorrelationId() ?? new sharedPb.UUID(),
      stream ?? new sharedPb.StreamIdentifier(),
      expectedRevision(options, () => options.getStreamPosition()),
      { kind: 'too-late' },
    );
    const [soonest, latest] = TIMEOUT_AFTER_MS;
    setTimeout(
      () => super.sendMessage(answer, () => undefined),
      soonest + Math.random() * (latest - soonest),
    );
    return true;
  }
}

export const droppedRepeats: ServerInterceptor = (_method, call) => new DroppedRepeats(call);

/** A part of an append that was never begun: it is ignored. */
function nothing(): streamsPb.BatchAppendReq {
  const id = new sharedPb.UUID();
  id.setString('00000000-0000-0000-0000-000000000000');
  const part = new streamsPb.BatchAppendReq();
  part.setCorrelationId(id);
  return part;
}
