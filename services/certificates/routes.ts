import { z } from 'zod';
import { ADDENDUM_HEADER, certificateRequest, pdfReply } from '#contracts/api/certificates.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { certificateNumber, certificateOffered } from '#contracts/vocabulary/certificates.ts';
import { LINE_FACTS, type Line } from '#contracts/vocabulary/lines.ts';
import { parcelsWithCertificate } from '#projections/parcels/index.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import {
  asFastify,
  callGroup,
  minPosition,
  sendPosition,
  type AnyReply,
  type App,
  type Caller,
} from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { lineView, stoneDetails, type StoneRoutesDeps } from '#services/stones/index.ts';
import { certificateFiles, type CertificateDrawing, type CertificateKind } from './certificate-files.ts';

const forSignedIn = callGroup({ access: 'signed-in', surface: 'portal', tags: ['certificates'] });

export type CertificateRoutesDeps = Pick<StoneRoutesDeps, 'readers' | 'freshness'> & {
  files: FileStore;
  /** Draws certificates that the file store lacks. */
  drawing: CertificateDrawing | undefined;
};

/** The lines whose stones have certificates of their own (product: Line calls). */
const CERTIFIED_LINES = ['natural', 'labGrown', 'fancyColour'] as const satisfies readonly Line[];

const NAMES: Readonly<Record<CertificateKind, string>> = {
  certificate: 'certificate',
  addendum: 'AGS addendum',
};

/**
 * A certificate by parcel, and by short certificate number (product: Certificates; product: Certificate check). A
 * caller who may see a stone's details may see its certificate; for all others it does not exist.
 */
export function registerCertificateRoutes(
  app: App,
  { readers, freshness, files, drawing }: CertificateRoutesDeps,
): void {
  const certificates = certificateFiles(files, drawing, async () => (await readers.words()).lists);

  for (const line of CERTIFIED_LINES) {
    const schema = {
      summary: "A stone's certificate, or the AGS addendum to it",
      body: certificateRequest,
      response: { 200: pdfReply },
    };
    app.post(`${LINE_FACTS[line].prefix}/cert`, forSignedIn(schema), async (request, reply) => {
      const { parcelName, addendum = false } = request.body;
      const kind = addendum ? 'addendum' : 'certificate';
      const fresh = await freshness(minPosition(request), { parcels: [request.body.parcelName] });
      const stone = await stoneSeen(request.caller, line, parcelName);
      const [pdf, hasAddendum] = await Promise.all([
        certificates.pdf(stone, kind),
        certificates.has(stone, 'addendum'),
      ]);
      if (!pdf)
        throw new Refusal(402, `No ${NAMES[kind]} was found for ${parcelName}.`, {
          code: 'NO_CERTIFICATE',
          field: 'parcelName',
        });
      reply.header(ADDENDUM_HEADER, String(hasAddendum));
      sendPosition(asFastify(reply), fresh.position, fresh.stale);
      await sendCertificate(reply, pdf, stone, kind);
    });
  }

  /** The stone with this number that the caller may see. */
  const stoneNumbered = async (caller: Caller, number: string): Promise<Stone | undefined> => {
    for (const { parcelName, line } of await parcelsWithCertificate(readers.db, number)) {
      if (!CERTIFIED_LINES.some((certified) => certified === line)) continue;
      const stone = await stoneSeen(caller, line, parcelName).catch(nothingToSee);
      // A stone that the customer took may have had another number then.
      if (stone && certificateOffered(stone) && certificateNumber(stone) === number) return stone;
    }
    return undefined;
  };

  const stoneSeen = async (caller: Caller, line: Line, parcelName: string): Promise<Stone> => {
    const details = await stoneDetails(readers, await lineView(readers, caller, line), parcelName);
    if (!('labGrown' in details)) throw new Error(`${parcelName} of ${line} is no stone`);
    return details;
  };

  for (const [kind, url] of [
    ['certificate', '/certificates/:number.pdf'],
    ['addendum', '/certificates/:number/addendum.pdf'],
  ] as const) {
    const schema = {
      summary: `A stone's ${NAMES[kind]}, by short certificate number`,
      params: z.object({ number: z.string() }),
      response: { 200: pdfReply },
    };
    const none = (): Refusal =>
      new Refusal(404, `There is no such ${NAMES[kind]}.`, { code: 'NO_CERTIFICATE' });

    app.head(
      url,
      forSignedIn({ ...schema, summary: `Whether there is a stone's ${NAMES[kind]}` }),
      async (request, reply) => {
        const stone = await stoneNumbered(request.caller, request.params.number);
        if (!stone || !(await certificates.has(stone, kind))) throw none();
        await asFastify(reply).headers(headersOf(stone, kind)).send();
      },
    );

    app.get(url, { ...forSignedIn(schema), exposeHeadRoute: false }, async (request, reply) => {
      const stone = await stoneNumbered(request.caller, request.params.number);
      const pdf = stone && (await certificates.pdf(stone, kind));
      if (!stone || !pdf) throw none();
      await sendCertificate(reply, pdf, stone, kind);
    });
  }
}

function nothingToSee(error: unknown): undefined {
  if (error instanceof Refusal) return undefined;
  throw error;
}

const headersOf = (stone: Stone, kind: CertificateKind): Record<string, string> => ({
  'content-type': 'application/pdf',
  'content-disposition': `inline; filename="${[stone.lab, certificateNumber(stone), ...(kind === 'addendum' ? ['addendum'] : [])].join('-')}.pdf"`,
  'cache-control': 'private, no-cache',
  // A browser's PDF viewer is a page with its own styles, pictures and object: the policy of our pages would leave it
  // blank.
  'content-security-policy': "frame-ancestors 'self'",
});

/** Sends a PDF so that the browser's viewer shows it as a page. */
export async function sendCertificate(
  reply: AnyReply,
  pdf: Buffer,
  stone: Stone,
  kind: CertificateKind,
  more: Record<string, string> = {},
): Promise<void> {
  await asFastify(reply)
    .headers({ ...headersOf(stone, kind), ...more })
    .send(pdf);
}
