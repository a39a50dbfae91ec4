import { ServerInterceptingCall, status } from '@grpc/grpc-js';
import type { ServerInterceptor } from '@grpc/grpc-js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { byteOffsetOf, positionAt } from './byte-positions.ts';

/** A position of the protocol, however its message is called. */
type Place = {
  getCommitPosition(): string;
  setCommitPosition(value: string): unknown;
  setPreparePosition(value: string): unknown;
};

/** The position that means the end of the log, also where it is given as a number. */
const END = (2n ** 64n - 1n).toString();

/**
 * Shows every position as a byte of a log file, as a real server does, and refuses to read from a byte at which no
 * event begins (code 2, and not a word of why).
 */
export const bytesForPositions: ServerInterceptor = (_method, call) =>
  new ServerInterceptingCall(call, {
    start(next) {
      next({
        onReceiveMessage(message: unknown, pass) {
          if (message instanceof streamsPb.ReadReq && !translateQuestion(message)) {
            call.sendStatus({ code: status.UNKNOWN, details: 'Unexpected ReadAllResult: Error' });
            return;
          }
          pass(message);
        },
      });
    },
    sendMessage(message: unknown, next) {
      next(translateAnswer(message));
    },
  });

/** False when the position is no event's. */
function translateQuestion(request: streamsPb.ReadReq): boolean {
  const all = request.getOptions()?.getAll();
  const place = all?.getPosition();
  if (all === undefined || place === undefined || place.getCommitPosition() === END) return true;
  const position = positionAt(Number(place.getCommitPosition()));
  if (position === undefined) return false;
  setPlace(place, position);
  return true;
}

function translateAnswer(message: unknown): unknown {
  if (message instanceof Uint8Array) return translateRead(message);
  if (message instanceof streamsPb.BatchAppendResp || message instanceof streamsPb.AppendResp) {
    translatePlace(message.getSuccess()?.getPosition());
  } else if (message instanceof streamsPb.DeleteResp || message instanceof streamsPb.TombstoneResp) {
    translatePlace(message.getPosition());
  }
  return message;
}

function translateRead(bytes: Uint8Array): Buffer {
  const answer = streamsPb.ReadResp.deserializeBinary(bytes);
  translatePlace(answer.getCheckpoint());
  const event = answer.getEvent();
  translatePlace(event?.getEvent());
  translatePlace(event?.getLink());
  if (event?.hasCommitPosition() === true) {
    event.setCommitPosition(String(byteOffsetOf(Number(event.getCommitPosition()))));
  }
  return Buffer.from(answer.serializeBinary());
}

function translatePlace(place: Place | undefined): void {
  if (place !== undefined) setPlace(place, byteOffsetOf(Number(place.getCommitPosition())));
}

function setPlace(place: Place, position: number): void {
  place.setCommitPosition(String(position));
  place.setPreparePosition(String(position));
}
