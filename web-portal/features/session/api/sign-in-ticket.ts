import type { Credentials } from '#web-shared/account/login-form.tsx';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { call } from '../../../lib/api-client.ts';
import { textIn } from '../../../lib/plain-replies.ts';

/** POST /login/ticket: what the top window signs in with, once. */
export async function askForTicket(body: Credentials): Promise<string> {
  const read = (reply: unknown): string => textIn(reply, 'ticket');
  const { data } = await call({ path: '/login/ticket', body, read });
  return data;
}

/** The shell's address with a ticket; behind `#`, so that it is in no log and no referrer. */
export const ticketPath = (ticket: string): string => `/#ticket=${encodeURIComponent(ticket)}`;

type HeldTicket = { ticket: string; commandId: string };
let held: HeldTicket | null = null;

/**
 * The ticket that was in the address, which is taken out of it, and the id of the command that redeems it; both the same
 * until it is settled. Null when there is none.
 */
export function ticketInHand(): HeldTicket | null {
  const ticket = new URLSearchParams(window.location.hash.slice(1)).get('ticket');
  if (ticket !== null) {
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    held = { ticket, commandId: newCommandId() };
  }
  return held;
}

/** It was redeemed, or refused for good. */
export function settleTicket(): void {
  held = null;
}
