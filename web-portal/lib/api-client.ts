import { HEADERS } from '#contracts/api/headers.ts';
import {
  bodyOf,
  createHttpClient,
  fileNameOf,
  parsed,
  type HttpRequest,
} from '#web-shared/http/http-client.ts';
import { isAttended } from '#web-shared/http/attended.ts';
import { saveFile } from '#web-shared/http/save-file.ts';
import { createListeners } from '#web-shared/shared-value.ts';
import { clientViewNow, showClientView } from './client-view.ts';
import { noteHeard } from './connection.ts';
import { CallFailed, networkFailure, statusOf } from './failures.ts';
import { isObject, isText } from './plain-values.ts';

export type Call<Result> = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Sent as JSON; a file as it is. */
  body?: unknown;
  /** Makes the result of the answer's JSON; throws when it is not what was agreed. */
  read: (body: unknown) => Result;
  /** Makes the call a command: repeating it with the same id changes nothing more (rule: Repeated commands). */
  commandId?: string;
  /** Made for the user itself, not for the customer acted for. */
  inOwnName?: boolean;
  signal?: AbortSignal | undefined;
};

/** What `callForSession` calls with: its own refusal is answered. */
type ChangesSession = { changesSession?: boolean };

export type Answer<Result> = {
  data: Result;
  /** The log position the answer is made of, or that the command reached. */
  position: string | null;
  /** The answer is older than what was asked for (rule: Read your own writes). */
  stale: boolean;
};

const client = createHttpClient({
  refused: (status, body) => new CallFailed({ kind: 'answer', status, body }),
  unreachable: networkFailure,
});
const successfulAnswer = createListeners<[extended: boolean]>();
let actingFor: number | null = null;
/** How often the rights have become others. */
let rightsBegun = 0;
let changingSession = false;

/**
 * Hears of every successful answer, and whether it extends the session: each one does, except where the window was left
 * alone. Answers how to stop.
 */
export const onSuccessfulAnswer = successfulAnswer.follow;

/** The customer that staff act for: sent as the `customer` header with every call from now on; null: none. */
export function actForCustomer(customerId: number | null): void {
  actingFor = customerId;
}

/** Acts for no customer, with other rights from now on: what was asked before is answered for the former ones. */
export function beginOtherRights(): void {
  actingFor = null;
  rightsBegun += 1;
}

/** For whom, and with which rights and prices, calls are answered now: changes with each of them. */
export const answeredAs = (): string => JSON.stringify([actingFor, clientViewNow(), rightsBegun]);

/** The customer that staff act for now; null for one's own. */
export const customerActedFor = (): number | null => actingFor;

/** Forgets the customer acted for and one's own changes: the next session starts from nothing. */
export function forgetSession(): void {
  changingSession = false;
  actingFor = null;
  showClientView(null);
  client.forgetReached();
}

/**
 * A call after whose answer this browser has another session, and whose page goes elsewhere then. What the old session
 * is refused meanwhile means nothing, and is not answered.
 * @throws {CallFailed} as `call`, also when the old session has ended already
 */
export async function callForSession<Result>(request: Call<Result>): Promise<Answer<Result>> {
  changingSession = true;
  try {
    return await call({ ...request, changesSession: true });
  } catch (error) {
    changingSession = false;
    throw error;
  }
}

/**
 * One call to the server. Reads after a command ask to be at least as new as it (rule: Read your own writes).
 * @throws {CallFailed} what the caller, or the query client for it, shows
 */
export async function call<Result>({
  read,
  ...request
}: Call<Result> & ChangesSession): Promise<Answer<Result>> {
  const attended = isAttended();
  const response = await send(request);
  const body = await bodyOf(response, request.path);
  successfulAnswer.announce(attended);
  const position = response.headers.get(HEADERS.position) ?? positionIn(body);
  if (request.commandId !== undefined) client.noteReached(position);
  return {
    data: parsed(request.path, () => read(body)),
    position,
    stale: response.headers.get(HEADERS.stale) === 'true',
  };
}

/** As `call`, for what was answered alone. */
export const callForData = async <Result>(request: Call<Result>): Promise<Result> =>
  (await call(request)).data;

type FileCall = { method?: 'GET' | 'POST'; path: string; body?: unknown; fallbackName: string };
export type DownloadedFile = { blob: Blob; fileName: string };

/**
 * A call whose answer is a file. Its name is the content-disposition header's, else `fallbackName` (product:
 * Billing calls).
 * @throws {CallFailed} as `call`
 */
export async function callForFile(request: FileCall): Promise<DownloadedFile> {
  const { fallbackName, ...rest } = request;
  const attended = isAttended();
  const response = await send(rest);
  successfulAnswer.announce(attended);
  return { blob: await response.blob(), fileName: fileNameOf(response) ?? fallbackName };
}

/** Saves the file that a call answers. @throws {CallFailed} as `call` */
export async function download(request: FileCall): Promise<void> {
  const { blob, fileName } = await callForFile(request);
  saveFile(blob, fileName);
}

async function send({
  inOwnName = false,
  changesSession = false,
  ...request
}: Omit<HttpRequest, 'readsOwnWrites'> &
  ChangesSession & { inOwnName?: boolean | undefined }): Promise<Response> {
  try {
    const response = await client.send({
      ...request,
      customer: inOwnName ? null : actingFor,
      prices: clientViewNow(),
      readsOwnWrites: request.commandId === undefined,
      cache: 'no-cache',
    });
    noteHeard();
    return response;
  } catch (error) {
    if (statusOf(error) === 401 && changingSession && !changesSession) return new Promise(() => undefined);
    throw error;
  }
}

const positionIn = (body: unknown): string | null =>
  isObject(body) && isText(body['position']) ? body['position'] : null;
