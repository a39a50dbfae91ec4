import type { Module } from '#services/module.ts';
import { priceMigrations } from './price-list-store.ts';

export const pricesModule: Module = { name: 'prices', migrations: priceMigrations };
