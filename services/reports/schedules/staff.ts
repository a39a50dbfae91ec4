import { findUser } from '#services/identity/index.ts';
import { isMailAddress } from '#services/mail/index.ts';
import type { Db } from '#services/platform/database/index.ts';

/** Who may get reports by mail. */
type StaffMember = { administrator: boolean; email: string };

/**
 * A member of staff as of now; null for anyone else, an inactive one, one without a usable address, or one who does not
 * see wholesale prices (rule: Price modes).
 */
export type Staff = (username: string) => Promise<StaffMember | null>;

/** The staff as the users of the house are. */
export const staffOf =
  (db: Db): Staff =>
  async (username) => {
    const user = await findUser(db, username);
    if (!user?.active || !(user.administrator || user.salesRep) || !isMailAddress(user.email)) return null;
    if (user.showPrices !== 'WHOLESALE') return null;
    return { administrator: user.administrator, email: user.email };
  };
