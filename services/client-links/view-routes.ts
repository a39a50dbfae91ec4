import {
  clientCertificateRequest,
  clientLikeRequest,
  clientLinkView,
  clientQuestionRequest,
} from '#contracts/api/client-links.ts';
import { CLIENT_LINK_LIMITS as LIMITS } from '#contracts/vocabulary/client-links.ts';
import { pdfReply } from '#contracts/api/certificates.ts';
import { tokenRequest } from '#contracts/api/links.ts';
import { sendCertificate, type CertificateFiles } from '#services/certificates/index.ts';
import { deriveId, hashBody, oncePerKey } from '#services/platform/commands/index.ts';
import { callGroup, idempotencyKey, rateLimit, type App } from '#services/platform/http/index.ts';
import { Refusal } from '#services/platform/refusal.ts';
import { linkGone } from '#services/platform/signed-links/index.ts';
import type { LinkContext } from './client-links.ts';
import {
  findLink,
  liveLink,
  insertQuestion,
  noteOpened,
  questionsOf,
  setLiked,
  type ClientLinkRow,
} from './link-store.ts';
import { clientOf, shownNow, viewOf } from './link-view.ts';
import { addressOfMaker, mailQuestion, type QuestionMailDeps } from './question-mail.ts';

const forEveryone = callGroup({ access: 'public', surface: 'rest', tags: ['client links'] });

export type ClientContext = LinkContext &
  QuestionMailDeps & {
    certificates: CertificateFiles;
    customerAccess(customerId: number): Promise<{ allowLogin: boolean } | null>;
  };

/**
 * What a client sees and does by a link, without an account (rule: Client link). The token is in the body, so that no
 * log contains it; an unknown, expired or revoked link gets the same 404.
 */
export function registerClientViewRoutes(app: App, context: ClientContext): void {
  const { db, clock, tokens, readers, certificates } = context;
  const reads = rateLimit(app, { name: 'client link from', max: 120, seconds: 60 });
  const writes = rateLimit(app, { name: 'client answers from', max: 60, seconds: 60 });
  const files = rateLimit(app, { name: 'client files from', max: 30, seconds: 600 });

  /** Throws Refusal 404 unless the link is valid now and its customer may log in. */
  const opened = async (token: string): Promise<ClientLinkRow> => {
    const id = tokens.read(token);
    const link = id === null ? undefined : await liveLink(db, id, clock());
    if (!link || !(await context.customerAccess(link.customerId))?.allowLogin) throw linkGone();
    return link;
  };
  /** The stone at a place. Throws Refusal 404 when the link has none there. */
  const nameAt = ({ parcels }: ClientLinkRow, place: number): string => {
    const name = parcels[place - 1];
    if (name !== undefined) return name;
    throw new Refusal(404, 'There is no such stone here.', { code: 'UNKNOWN_STONE', field: 'place' });
  };
  /** The stone at a place. Throws Refusal 404 when there is none, 409 when it is no longer available. */
  const availableAt = async (link: ClientLinkRow, place: number) => {
    const name = nameAt(link, place);
    const shown = (await shownNow(readers, clientOf(link), [name])).get(name);
    if (shown?.gone === false) return shown.parcel;
    throw new Refusal(409, 'This stone is no longer available.', { code: 'STONE_GONE', field: 'place' });
  };

  app.post(
    '/client-link/view',
    {
      ...forEveryone({
        summary: 'What a client sees by its link: the stones as they are now',
        body: tokenRequest,
        response: { 200: clientLinkView },
      }),
      preHandler: reads,
    },
    async ({ body: { token } }) => {
      const link = await opened(token);
      await noteOpened(db, link, clock());
      return viewOf(context, link);
    },
  );

  app.post(
    '/client-link/like',
    {
      ...forEveryone({
        summary: 'The client likes a stone, or takes that back',
        body: clientLikeRequest,
        response: { 200: clientLinkView },
      }),
      preHandler: writes,
    },
    async ({ body: { token, place, liked } }) => {
      const link = await opened(token);
      if (liked) await availableAt(link, place);
      await db.transaction().execute(async (tx) => {
        await findLink(tx, link.id);
        await setLiked(tx, link.id, place, liked);
      });
      return viewOf(context, link);
    },
  );

  app.post(
    '/client-link/ask',
    {
      ...forEveryone({
        summary: 'The client asks the jeweller a question, about a stone or about none in particular',
        body: clientQuestionRequest,
        response: { 200: clientLinkView },
      }),
      preHandler: writes,
    },
    async (request) => {
      const { token, place, text } = request.body;
      const link = await opened(token);
      if (place !== null) nameAt(link, place);
      const id = deriveId('client-question', link.id, idempotencyKey(request));
      // Before the link is locked: many who wait for it hold every connection of the pool.
      const to = await addressOfMaker(context, link);
      await oncePerKey(context, { commandId: id, bodyHash: hashBody({ place, text }) }, () =>
        db.transaction().execute(async (tx) => {
          await findLink(tx, link.id);
          const asked = await questionsOf(tx, [link.id]);
          if (asked.some((one) => one.id === id)) return;
          if (asked.length >= LIMITS.questions)
            throw new Refusal(409, 'No more questions can be sent here: please call your jeweller.', {
              code: 'TOO_MANY_QUESTIONS',
              field: 'text',
            });
          const question = { id, linkId: link.id, place, text, askedAt: clock() };
          if ((await insertQuestion(tx, question)) && to !== null)
            await mailQuestion(context, tx, to, link, question);
        }),
      );
      return viewOf(context, link);
    },
  );

  app.post(
    '/client-link/certificate',
    {
      ...forEveryone({
        summary: 'The certificate of a stone that a client sees by its link',
        body: clientCertificateRequest,
        response: { 200: pdfReply },
      }),
      preHandler: files,
    },
    async (request, reply) => {
      const { token, place } = request.body;
      const parcel = await availableAt(await opened(token), place);
      if (!('labGrown' in parcel))
        throw new Refusal(404, 'This piece has no certificate of its own.', {
          code: 'NO_CERTIFICATE',
          field: 'place',
        });
      const pdf = await certificates.pdf(parcel, 'certificate');
      if (!pdf)
        throw new Refusal(404, 'The certificate is not available here: please ask your jeweller.', {
          code: 'NO_CERTIFICATE',
          field: 'place',
        });
      await sendCertificate(reply, pdf, parcel, 'certificate', { 'cache-control': 'no-store' });
    },
  );
}
