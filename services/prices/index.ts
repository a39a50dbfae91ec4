export { rapPerCarat, type PriceList, type PriceRow } from './price-list.ts';
export { demoPriceList } from './demo-price-list.ts';
export { keepPriceList, newestPriceList, priceMigrations } from './price-list-store.ts';
