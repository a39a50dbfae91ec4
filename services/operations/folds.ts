import { cartFold } from '#contracts/cart/cart.ts';
import { customerFold } from '#contracts/customer/index.ts';
import { modelFold } from '#contracts/jewellery/model.ts';
import { desireFold, parcelFold } from '#contracts/lifecycle/index.ts';
import { reassortmentFold } from '#contracts/reassortment/reassortment.ts';
import { judgementFold } from '#contracts/vendor/stock-judgements.ts';
import { vendorFold } from '#contracts/vendor/vendor.ts';

/** The names of all folds that commands load streams with: snapshots of others are of no use. */
export const FOLDS: readonly string[] = [
  cartFold,
  customerFold,
  modelFold,
  desireFold,
  parcelFold,
  reassortmentFold,
  judgementFold,
  vendorFold,
].map(({ name }) => name);
