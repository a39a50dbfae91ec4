type Customer = { customerId: number | null; customerName?: string | null | undefined };
type Vendor = { vendorId: number; vendorName?: string | null | undefined };

/** A customer's name, or its number where the name is not known. */
export const customerNameOf = ({ customerId, customerName }: Customer): string =>
  customerName ?? `Customer ${customerId}`;

/** A vendor's name, or its number where the name is not known. */
export const vendorNameOf = ({ vendorId, vendorName }: Vendor): string => vendorName ?? `Vendor ${vendorId}`;
