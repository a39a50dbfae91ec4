import { z } from 'zod';
import { tierSchema } from '../vocabulary/schemas.ts';
import { address, dollars, flag, percent, text } from './edit-fields.ts';

/** What may be changed of a vendor (product: Vendor); dollars, percent. Fields that are left out stay as they are. */
export const vendorFields = z
  .object({
    name: text(120).min(1, 'Give a name.'),
    legalName: text(200),
    email: address,
    tier: tierSchema,
    dxPrefix: text(20),
    markup: percent,
    ourDeploymentCost: dollars,
    feeShare: percent,
    rebateShare: percent,
    saleShare: percent,
    sendRequests: flag,
    sendReturns: flag,
    sendSales: flag,
    autoWhitelist: flag,
    additionsOnly: flag,
  })
  .partial();
export type VendorFields = z.infer<typeof vendorFields>;

/** A new vendor: under a number that no vendor has, and with a name. */
export const newVendor = vendorFields.required({ name: true });
