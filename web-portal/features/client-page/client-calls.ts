import type { ClientLinkView } from '#contracts/api/client-links.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { callForData, download } from '../../lib/api-client.ts';
import { replyWithList } from '../../lib/plain-replies.ts';

/** A client's question about a stone or, without a place, in general. */
export type Ask = { place: number | null; text: string };

/** What hangs holds up what is done after it, on a telephone between two networks. */
const ANSWERED_WITHIN_MS = 15_000;

const viewAfter = (path: string, body: object, command?: { commandId: string }): Promise<ClientLinkView> =>
  callForData({
    path,
    body,
    read: (reply) => replyWithList<ClientLinkView>(reply, 'stones'),
    signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    ...command,
  });

export const readLink = (token: string): Promise<ClientLinkView> => viewAfter('/client-link/view', { token });

export const likeStone = (token: string, place: number, liked: boolean): Promise<ClientLinkView> =>
  viewAfter('/client-link/like', { token, place, liked });

export const askJeweller = (token: string, asked: Ask): Promise<ClientLinkView> =>
  viewAfter('/client-link/ask', { token, ...asked }, { commandId: newCommandId() });

export const saveCertificate = (token: string, place: number): Promise<void> =>
  download({
    path: '/client-link/certificate',
    body: { token, place },
    fallbackName: 'Certificate.pdf',
  });
