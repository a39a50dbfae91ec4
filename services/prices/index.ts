export { priceList, PRICE_TABLES, rapPerCarat, type PriceList, type PriceRow } from './price-list.ts';
export {
  keepPriceList,
  PRICE_LISTS_SUBJECT,
  priceListInForce,
  priceListOn,
  priceMigrations,
} from './price-list-store.ts';
