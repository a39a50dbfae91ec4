import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';

const { ReadResp } = streamsPb;

/** An event as a node has it. */
export type Written = {
  readonly id: string;
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly metadata: Readonly<Record<string, string>>;
  readonly data: string;
  readonly customMetadata: string;
};

/** The answer to a read that has this event. */
export function answerWith(written: Written): streamsPb.ReadResp {
  const record = new ReadResp.ReadEvent.RecordedEvent();
  const id = new sharedPb.UUID();
  id.setString(written.id);
  const stream = new sharedPb.StreamIdentifier();
  stream.setStreamName(Buffer.from(written.stream));
  record.setId(id);
  record.setStreamIdentifier(stream);
  record.setStreamRevision(written.revision.toString());
  record.setPreparePosition(written.position.toString());
  record.setCommitPosition(written.position.toString());
  for (const [key, value] of Object.entries(written.metadata)) record.getMetadataMap().set(key, value);
  record.setCustomMetadata(Buffer.from(written.customMetadata));
  record.setData(Buffer.from(written.data));
  const read = new ReadResp.ReadEvent();
  read.setEvent(record);
  read.setCommitPosition(written.position.toString());
  const answer = new ReadResp();
  answer.setEvent(read);
  return answer;
}
