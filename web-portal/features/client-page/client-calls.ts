import type { ClientLinkView } from '#contracts/api/client-links.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { saveFile } from '#web-shared/http/save-file.ts';
import { call, callForFile } from '../../lib/api-client.ts';
import { replyWithList } from '../../lib/plain-replies.ts';

/** A client's question about a stone or, without a place, in general. */
export type Ask = { place: number | null; text: string };

async function viewAfter(path: string, body: object, commandId?: string): Promise<ClientLinkView> {
  const read = (reply: unknown) => replyWithList<ClientLinkView>(reply, 'stones');
  const { data } = await call({ path, body, read, ...(commandId !== undefined && { commandId }) });
  return data;
}

export const readLink = (token: string): Promise<ClientLinkView> => viewAfter('/client-link/view', { token });

export const likeStone = (token: string, place: number, liked: boolean): Promise<ClientLinkView> =>
  viewAfter('/client-link/like', { token, place, liked });

export const askJeweller = (token: string, asked: Ask): Promise<ClientLinkView> =>
  viewAfter('/client-link/ask', { token, ...asked }, newCommandId());

export async function saveCertificate(token: string, place: number): Promise<void> {
  const { blob, fileName } = await callForFile({
    path: '/client-link/certificate',
    body: { token, place },
    fallbackName: 'Certificate.pdf',
  });
  saveFile(blob, fileName);
}
