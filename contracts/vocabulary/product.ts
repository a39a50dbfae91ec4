/** The product's name: exports, mails and headings take it from here (rules, heading). */
export const PRODUCT_NAME = 'Vitrine';
