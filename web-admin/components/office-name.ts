import { PRODUCT_NAME } from '#contracts/vocabulary/product.ts';

/** As the windows of the back office are titled. */
export const OFFICE_NAME = `${PRODUCT_NAME} Back Office`;
