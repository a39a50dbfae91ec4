import { hashKey, queryOptions, type QueryClient } from '@tanstack/react-query';
import { addendumPath, certificatePath } from '#contracts/api/certificates.ts';
import { HEADERS } from '#contracts/api/headers.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { certificateNumber } from '#contracts/vocabulary/certificates.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { callForFile, customerActedFor } from '../../../lib/api-client.ts';

/** A stone's certificate, or the AGS addendum to it. */
export type CertificateKind = 'certificate' | 'addendum';

/** Where the PDF is: an address of the server's, or one of this page's own for bytes that were fetched. */
export type CertificatePdf = { url: string; fileName: string };

const PATHS = { certificate: certificatePath, addendum: addendumPath } as const;

/**
 * Whether a PDF exists at a certificate's address: a HEAD answered as application/pdf (product: Certificate
 * check). It never fails: a request that cannot be made counts as 'none', and no session ends by it
 * (rule: Failures that never sign out).
 */
async function isPdf(path: string, signal: AbortSignal): Promise<boolean> {
  const customer = customerActedFor();
  try {
    const response = await fetch(path, {
      method: 'HEAD',
      credentials: 'same-origin',
      signal,
      ...(customer !== null && { headers: { [HEADERS.customer]: String(customer) } }),
    });
    return response.ok && (response.headers.get('content-type') ?? '').startsWith('application/pdf');
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    return false;
  }
}

const nameOf = (stone: Stone, kind: CertificateKind): string =>
  `${[stone.lab, certificateNumber(stone), ...(kind === 'addendum' ? ['addendum'] : [])].filter(Boolean).join('-')}.pdf`;

/** How long a PDF is kept after its certificate was closed: a tab that was opened with it has loaded it by then. */
const KEPT_MS = 10 * 60_000;

/** Frees the memory of a PDF when the cache lets go of it. */
function revokeOnceForgotten(client: QueryClient, queryHash: string, url: string): void {
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'removed' || query.queryHash !== queryHash) return;
    URL.revokeObjectURL(url);
    stop();
  });
}

/**
 * The PDF of a stone's certificate. Of lab FM the one of its short number is looked for first; otherwise, and
 * for the other labs, it is fetched by parcel name (product: Certificates).
 */
export const certificateQuery = (line: Line, stone: Stone, kind: CertificateKind) =>
  queryOptions({
    queryKey: ['certificate', line, stone.parcelName, kind] as const,
    queryFn: async ({ signal, client, queryKey }): Promise<CertificatePdf> => {
      const number = certificateNumber(stone);
      const fileName = nameOf(stone, kind);
      if (stone.lab === 'FM' && number !== undefined && (await isPdf(PATHS[kind](number), signal)))
        return { url: PATHS[kind](number), fileName };
      const file = await callForFile({
        path: `${LINE_FACTS[line].prefix}/cert`,
        body: { parcelName: stone.parcelName, ...(kind === 'addendum' && { addendum: true }) },
        fallbackName: fileName,
      });
      const url = URL.createObjectURL(file.blob);
      revokeOnceForgotten(client, hashKey(queryKey), url);
      return { url, fileName: file.fileName };
    },
    gcTime: KEPT_MS,
    meta: { handled: 'refusals' },
  });

/** Whether the stone has an AGS addendum, which the viewer then offers (product: Certificate viewer). */
export const addendumQuery = (stone: Stone) =>
  queryOptions({
    queryKey: ['addendum', stone.parcelName] as const,
    queryFn: async ({ signal }): Promise<boolean> => {
      const number = certificateNumber(stone);
      return number !== undefined && isPdf(addendumPath(number), signal);
    },
    meta: { handled: true },
  });
