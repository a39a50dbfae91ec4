import { z } from 'zod';
import { parcelNameSchema } from '../events/stone-events.ts';
import { CLIENT_LINK_LIMITS as LIMITS } from '../vocabulary/client-links.ts';
import { lineSchema } from '../vocabulary/schemas.ts';
import { linkState, tokenRequest } from './links.ts';
import { pieceSchema } from './pieces.ts';
import { stoneSchema } from './stones.ts';

/** What a client is shown of prices. */
const clientPrices = z.enum(['RETAIL', 'NONE'], 'Choose retail prices or no prices.');
export type ClientPrices = z.infer<typeof clientPrices>;

const DAYS = `A link is good for ${LIMITS.days.least} to ${LIMITS.days.most} days.`;
const atMost = (length: number): string => `Use at most ${length} characters.`;

/** POST /client-links: stones to show a client (rule: Client link), in this order. */
export const newClientLink = z.object({
  parcelNames: z
    .array(parcelNameSchema)
    .min(1, 'Choose at least one stone.')
    .max(LIMITS.stones, `At most ${LIMITS.stones} stones in a link.`)
    .refine((names) => new Set(names).size === names.length, 'Each stone may be named once.'),
  prices: clientPrices,
  days: z.int(DAYS).min(LIMITS.days.least, DAYS).max(LIMITS.days.most, DAYS).default(LIMITS.days.usual),
  title: z.string().trim().max(LIMITS.title, atMost(LIMITS.title)).default(''),
  message: z.string().trim().max(LIMITS.message, atMost(LIMITS.message)).default(''),
});
export type NewClientLink = z.input<typeof newClientLink>;

/** A link as the jeweller sees it, with what became of it. */
export const clientLink = z.object({
  id: z.uuid(),
  state: linkState,
  /** Where it leads; null once it is no longer good. */
  url: z.string().nullable(),
  prices: clientPrices,
  title: z.string(),
  message: z.string(),
  madeAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  /** When a client opened it first, and last (to the minute). */
  firstOpenedAt: z.string().nullable(),
  openedAt: z.string().nullable(),
  stones: z.array(z.object({ parcelName: z.string(), line: lineSchema.optional(), liked: z.boolean() })),
  questions: z.array(
    z.object({
      id: z.uuid(),
      /** Null: about none of them in particular. */
      parcelName: z.string().nullable(),
      text: z.string(),
      askedAt: z.string(),
    }),
  ),
  /** How much happened on the client's side: the first opening, stones liked, questions. */
  activity: z.int(),
  /** How much of it the jeweller has not seen. */
  news: z.int(),
});
export type ClientLink = z.infer<typeof clientLink>;
/** GET /client-links: those that are good first, the newest first. */
export const clientLinks = z.array(clientLink);

/** POST /client-links/seen: the activity of these links, as far as it was shown, has been seen. */
export const seenClientLinks = z.object({
  links: z.array(z.object({ id: z.uuid(), activity: z.int().min(0) })).max(1000),
});

/** What a client sees of a stone or piece: the whole of it, as nothing else may leave the house. */
export const clientStone = z.object({
  /** By this number the client names it: what the house calls it is not the client's. */
  place: z.int(),
  gone: z.boolean(),
  liked: z.boolean(),
  ...stoneSchema.pick({
    weight: true,
    shapeCode: true,
    shapeName: true,
    colour: true,
    colourText: true,
    fancyColour: true,
    fancyIntensity: true,
    fancyOvertone: true,
    clarity: true,
    fluorescence: true,
    cut: true,
    polish: true,
    symmetry: true,
    tablePct: true,
    depthPct: true,
    starHalves: true,
    pavilionHalves: true,
    length: true,
    width: true,
    height: true,
    haSleeve: true,
    lab: true,
    certNo: true,
    photoUrl: true,
    stillPhotoUrl: true,
  }).shape,
  ...pieceSchema.pick({ modelDescription: true, modelType: true, modelSubType: true, modelFinish: true })
    .shape,
  piece: z.boolean(),
  labGrown: z.boolean(),
  fancyColoured: z.boolean(),
  /** Its certificate can be asked for. */
  certificate: z.boolean(),
  /** Retail, in dollars. */
  price: z.number().optional(),
});
export type ClientStone = z.infer<typeof clientStone>;
/** Of a stone no longer available: what it was, in a line. */
export const goneStone = clientStone.omit({
  lab: true,
  certNo: true,
  photoUrl: true,
  stillPhotoUrl: true,
  price: true,
});

/** POST /client-link/view */
export const clientLinkView = z.object({
  /** Whose client this is. */
  jeweller: z.string(),
  title: z.string(),
  message: z.string(),
  prices: clientPrices,
  /** The house's time zone, by which the times here are read. */
  timeZone: z.string(),
  /** When this was so. */
  at: z.string(),
  expiresAt: z.string(),
  stones: z.array(clientStone),
  questions: z.array(z.object({ id: z.uuid(), place: z.int().nullable(), text: z.string() })),
});
export type ClientLinkView = z.infer<typeof clientLinkView>;

const place = z.int().min(1).max(LIMITS.stones);
/** POST /client-link/like: the client likes a stone, or does no longer. */
export const clientLikeRequest = tokenRequest.extend({ place, liked: z.boolean() });
/** POST /client-link/ask */
export const clientQuestionRequest = tokenRequest.extend({
  place: place.nullable(),
  text: z.string().trim().min(1, 'Write your question first.').max(LIMITS.question, atMost(LIMITS.question)),
});
/** POST /client-link/certificate */
export const clientCertificateRequest = tokenRequest.extend({ place });
