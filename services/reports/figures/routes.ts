import { figuresQuery, figuresReply, figureStonesQuery, figureStonesReply } from '#contracts/api/figures.ts';
import type { BillingContext } from '#services/billing/index.ts';
import { callGroup, type App } from '#services/platform/http/index.ts';
import { figuresAsked } from './figures-asked.ts';
import { figuresOf } from './figures.ts';
import { figureStones } from './figure-stones.ts';

const forStaff = callGroup({ access: 'staff', surface: 'rest', wholesale: 'Figures are', tags: ['reports'] });

/** The figures of reports for the screen, and the stones of each (rule: Figures on screen). */
export function registerFigureRoutes(app: App, context: BillingContext): void {
  app.get(
    '/api/figures',
    forStaff({
      summary: 'The figures of reports as of a day and as known, with margin for administrators',
      querystring: figuresQuery,
      response: { 200: figuresReply },
    }),
    async ({ caller, query }) =>
      figuresOf(context, await figuresAsked(context, caller, query), { margin: caller.administrator }),
  );
  app.get(
    '/api/figures/stones',
    forStaff({
      summary: 'The stones that a figure is made of, at most 500 of them with the sum of all',
      querystring: figureStonesQuery,
      response: { 200: figureStonesReply },
    }),
    async ({ caller, query }) => {
      const asked = await figuresAsked(context, caller, query);
      return figureStones(context, asked, query, { margin: caller.administrator });
    },
  );
}
