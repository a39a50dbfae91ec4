import type { Credentials } from '../login-form.tsx';
import { call } from '../../../lib/api-client.ts';

/** POST /login/ticket: what the top window signs in with, once. */
export async function askForTicket(body: Credentials): Promise<string> {
  const { data } = await call({ path: '/login/ticket', body, read: ticketIn });
  return data;
}

function ticketIn(body: unknown): string {
  if (typeof body === 'object' && body !== null && 'ticket' in body && typeof body.ticket === 'string')
    return body.ticket;
  throw new TypeError('a ticket was expected');
}

/** The shell's address with a ticket; behind `#`, so that it is in no log and no referrer. */
export const ticketPath = (ticket: string): string => `/#ticket=${encodeURIComponent(ticket)}`;

/** The ticket in the address, which is taken out of it; null when there is none. */
export function takeTicket(): string | null {
  const ticket = new URLSearchParams(window.location.hash.slice(1)).get('ticket');
  if (ticket !== null)
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  return ticket;
}
