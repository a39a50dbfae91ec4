import type { ReferralRequest } from '#contracts/api/referrals.ts';
import { newCommandId } from '#web-shared/http/http-client.ts';
import { call } from '../../../lib/api-client.ts';

/** POST /admin/makecustomerreferral: the friend and the house are written to; public and rate-limited. */
export async function sendReferral(referral: ReferralRequest): Promise<void> {
  await call({
    path: '/admin/makecustomerreferral',
    body: referral,
    commandId: newCommandId(),
    read: () => undefined,
  });
}
