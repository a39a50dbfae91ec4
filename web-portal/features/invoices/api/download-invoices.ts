import { useMutation } from '@tanstack/react-query';
import { monthOfValue, yearAndMonth } from '#contracts/vocabulary/months.ts';
import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';
import type { Invoice } from '#contracts/api/invoices.ts';
import { download } from '../../../lib/api-client.ts';

/** Downloads one invoice (POST /billing/specific). */
export function useDownloadInvoice() {
  return useMutation({
    mutationFn: ({ invoiceId, fileName }: Invoice) =>
      download({ path: '/billing/specific', body: { invoiceId }, fallbackName: fileName }),
    meta: { operation: 'Invoice' },
  });
}

/** Downloads all invoices of a month, YYYYMM, as one archive (POST /billing/all). */
export function useDownloadAllInvoices() {
  return useMutation({
    mutationFn: (value: string) => {
      const month = monthOfValue(value);
      return download({
        path: '/billing/all',
        body: month && yearAndMonth(month),
        fallbackName: `${PRODUCT_NAME} invoices ${value}.zip`,
      });
    },
    meta: { operation: 'All invoices of the month' },
  });
}
