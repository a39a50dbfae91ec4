import { addressOf } from './call-table.ts';
import type { Call } from './call.ts';
import type { CalledWorld, Sent } from './called-world.ts';

/** What was answered, as it went over the wire. */
export type Answer = { status: number; headers: Headers; text: string };

/** Makes a call of the table; `headers` identify the caller. Of an endless answer only the head is read. */
export async function sendCall(
  { vitrine }: CalledWorld,
  call: Call,
  sent: Sent,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const { method, url } = addressOf(call, sent);
  const type = sent.form?.type ?? (sent.body === undefined ? undefined : 'application/json');
  const body = sent.form?.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const stop = new AbortController();
  const answer = await fetch(new URL(url, vitrine.address), {
    method,
    signal: stop.signal,
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  vitrine.noteCall(url, headers['authorization']);
  const { status } = answer;
  if (call.endless) {
    stop.abort();
    return { status, headers: answer.headers, text: '' };
  }
  return { status, headers: answer.headers, text: await answer.text() };
}
