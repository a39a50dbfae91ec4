import type { z } from 'zod';
import type { ClientLink, ClientPrices, newClientLink } from '#contracts/api/client-links.ts';
import { CLIENT_LINK_LIMITS as LIMITS } from '#contracts/vocabulary/client-links.ts';
import { lesserPrices } from '#contracts/vocabulary/price-modes.ts';
import { linesOfParcels } from '#projections/parcels/index.ts';
import { deriveId, hashBody, oncePerKey } from '#services/platform/commands/index.ts';
import { lockName, type Db } from '#services/platform/database/index.ts';
import { chosenCustomer, type Caller } from '#services/platform/http/index.ts';
import { refuseAny, Refusal } from '#services/platform/refusal.ts';
import { endOf, linkAddress, wireLife, type LinkTokens } from '#services/platform/signed-links/index.ts';
import {
  countLive,
  findLink,
  insertLink,
  likesOf,
  linksOfCustomer,
  noteSeen,
  questionsOf,
  revokeLink,
  type ClientLinkRow,
} from './link-store.ts';
import { clientOf, shownNow, type ViewContext } from './link-view.ts';

export type LinkContext = ViewContext & { db: Db; tokens: LinkTokens; publicUrl: string };

/** The price modes of links that the caller may make or see: those that show no more than its own. */
const pricesFor = ({ showPrices }: Caller): ClientPrices[] =>
  (['RETAIL', 'NONE'] as const).filter((prices) => lesserPrices(prices, showPrices) === prices);

/** The customer's links that the caller may see: valid ones first, the newest first. */
export async function listLinks(context: LinkContext, caller: Caller): Promise<ClientLink[]> {
  const customerId = chosenCustomer(caller);
  return wireLinks(
    context,
    await linksOfCustomer(context.db, customerId, pricesFor(caller), context.clock()),
  );
}

/**
 * Makes a link, once for a key (rule: Client link). Throws Refusal 402 for prices that the caller does not see, for
 * parcels that cannot be shown and for one link too many, 409 when the key was used for another request.
 */
export async function makeLink(
  context: LinkContext,
  caller: Caller,
  { parcelNames, prices, days, title, message }: z.output<typeof newClientLink>,
  key: string,
): Promise<ClientLink> {
  const customerId = chosenCustomer(caller);
  const { db, readers } = context;
  const { username } = caller.actor;
  const body = { customerId, parcelNames, prices, days, title, message };
  const id = deriveId('client-link', username, customerId, key);
  return oncePerKey(context, { commandId: id, bodyHash: hashBody(body) }, async (repeated) => {
    // It may be made although its key is not done: by a process that was killed in between.
    if (!repeated && !(await findLink(db, id))) {
      if (!pricesFor(caller).includes(prices))
        throw new Refusal(402, 'You see no prices yourself: make a link without prices.', {
          field: 'prices',
        });
      const shown = await shownNow(readers, clientOf({ customerId, madeBy: username, prices }), parcelNames);
      refuseAny(
        'NOT_TO_BE_SHOWN',
        (place) => `parcelNames.${place}`,
        parcelNames.map((name) =>
          shown.get(name)?.gone === false
            ? null
            : `${name} cannot be shown to a client: it is not available.`,
        ),
      );
      const madeAt = context.clock();
      await db.transaction().execute(async (tx) => {
        // Another one is counted only once this one is there.
        await lockName(tx, `vitrine client links ${customerId}`);
        const open = await countLive(tx, customerId, pricesFor(caller), madeAt);
        if (open.all >= LIMITS.liveLinks) throw tooManyLinks(open.ofPrices > 0);
        await insertLink(tx, {
          id,
          customerId,
          madeBy: username,
          madeAt,
          expiresAt: endOf(madeAt, days),
          prices,
          title,
          message,
          parcels: parcelNames,
        });
      });
    }
    return wireLink(context, await requireLink(db, caller, id));
  });
}

function tooManyLinks(seesSome: boolean): Refusal {
  const way = seesSome ? 'revoke one first' : 'ask a colleague to revoke one, or wait until one ends';
  return new Refusal(402, `There are ${LIMITS.liveLinks} open links already: ${way}.`);
}

/** Revokes a link: it stops working with the next call. Throws Refusal 402 when it is not the caller's. */
export async function revoke(context: LinkContext, caller: Caller, id: string): Promise<ClientLink> {
  await requireLink(context.db, caller, id);
  await revokeLink(context.db, id, caller.actor.username, context.clock());
  return wireLink(context, await requireLink(context.db, caller, id));
}

/** Notes how much the customer has seen of what its clients did; returns its links. */
export async function see(
  context: LinkContext,
  caller: Caller,
  links: readonly { id: string; activity: number }[],
): Promise<ClientLink[]> {
  await noteSeen(context.db, chosenCustomer(caller), pricesFor(caller), links);
  return listLinks(context, caller);
}

async function requireLink(db: Db, caller: Caller, id: string): Promise<ClientLinkRow> {
  const link = await findLink(db, id);
  if (link?.customerId === chosenCustomer(caller) && pricesFor(caller).includes(link.prices)) return link;
  throw new Refusal(402, `There is no client link ${id}.`, { code: 'UNKNOWN_LINK', field: 'id' });
}

const wireLink = async (context: LinkContext, link: ClientLinkRow): Promise<ClientLink> =>
  (await wireLinks(context, [link]))[0]!;

async function wireLinks(
  { db, clock, tokens, publicUrl }: LinkContext,
  links: readonly ClientLinkRow[],
): Promise<ClientLink[]> {
  const ids = links.map(({ id }) => id);
  const [likes, questions, lines] = await Promise.all([
    likesOf(db, ids),
    questionsOf(db, ids),
    linesOfParcels(
      db,
      links.flatMap(({ parcels }) => parcels),
    ),
  ]);
  const now = clock();
  return links.map((link) => {
    const { id, prices, title, message, parcels, activity, seen } = link;
    const life = wireLife(link, now);
    return {
      id,
      ...life,
      prices,
      title,
      message,
      activity,
      news: activity - seen,
      url: life.state === 'LIVE' ? linkAddress(publicUrl, '/clientlink', tokens.sign(id)) : null,
      firstOpenedAt: link.firstOpenedAt?.toISOString() ?? null,
      stones: parcels.map((parcelName, index) => ({
        parcelName,
        line: lines.get(parcelName),
        liked: likes.get(id)?.has(index + 1) ?? false,
      })),
      questions: questions
        .filter(({ linkId }) => linkId === id)
        .map(({ id: question, place, text, askedAt }) => ({
          id: question,
          parcelName: place === null ? null : (parcels[place - 1] ?? null),
          text,
          askedAt: askedAt.toISOString(),
        })),
    };
  });
}
