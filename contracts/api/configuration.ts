import { z } from 'zod';

/**
 * GET /configuration: what the house configures for the portal's pages (rule: House configuration). Public;
 * it contains nothing secret.
 */
export const configurationReply = z.object({
  /** By whose clocks every day and time is shown and typed: an IANA name (rule: House day). */
  timeZone: z.string(),
  /** Whether mails leave the house; without a mail server they are kept for administrators to read. */
  sendsMails: z.boolean(),
  /** Where Request a Demo and Get in Touch write to. */
  houseEmail: z.string(),
  /** The drawer's Repair Service Request. */
  repairServiceUrl: z.string(),
  /** The footer's, in this order. */
  socialLinks: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Hosts whose films the gallery plays on hover (product: Gallery). */
  trustedVideoHosts: z.array(z.string()),
  /** Where a stone's 360° view lies: the certificate number follows it. */
  v360BaseUrl: z.string(),
  /** Seconds that an operation takes before the loading overlay offers Impatient. */
  impatientAfterSeconds: z.number(),
  /** What the house's sign-in service is called, for staff; empty without one. */
  singleSignOn: z.string(),
});
export type Configuration = z.infer<typeof configurationReply>;
