/** The product's name: exports, mails and headings take it from here (rule: House configuration). */
export const PRODUCT_NAME = 'Vitrine';
