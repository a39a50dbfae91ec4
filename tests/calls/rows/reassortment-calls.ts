import type { Call } from '../call.ts';
import type { CalledWorld } from '../called-world.ts';

/** A customer's reassortment belongs to the customer that is chosen. */
const staff = {
  who: 'staff',
  but: { 'a rep without a customer': 402, 'an administrator without a customer': 402 },
} as const;
const staffRest = {
  who: 'staff',
  but: { 'a rep without a customer': 422, 'an administrator without a customer': 422 },
} as const;
const administer = { who: 'administer', but: { 'an administrator without a customer': 402 } } as const;

/** The job that made a plan has its id. */
const ofPlan = async (world: CalledWorld) => ({ path: { id: await world.reassortmentPlan() } });

const IDEAL = Buffer.from('Ideal\n\nWeight Maps,D,Totals\n0.30-0.40,1,1\nTotals,1,1\n').toString('base64');
const STOCK = Buffer.from('customerStoneId,shape\nJ-1,RD\n').toString('base64');

/** Which stones a customer's stores should have. */
export const REASSORTMENT_CALLS: readonly Call[] = [
  { call: 'POST /reassortment/getstores', ...staff },
  {
    call: 'POST /reassortment/setstores',
    ...administer,
    sends: () => ({ body: [{ storeId: '1', storeName: 'Main Street' }] }),
  },
  { call: 'POST /reassortment/getcolumnmaps', ...staff },
  {
    call: 'POST /reassortment/setcolumnmaps',
    ...administer,
    sends: () => ({ body: [{ columnHeader: 'Wgt.', customerStoneProperty: 'weight' }] }),
  },
  { call: 'POST /reassortment/clearcolumnmaps', ...administer },
  { call: 'POST /reassortment/getvaluemaps', ...staff },
  {
    call: 'POST /reassortment/setvaluemaps',
    ...administer,
    sends: () => ({
      body: [{ customerStoneProperty: 'shape', inputValue: 'Brilliant', outputValue: 'RD' }],
    }),
  },
  { call: 'POST /reassortment/clearvaluemaps', ...administer },
  { call: 'POST /reassortment/getbintemplates', ...staff },
  {
    call: 'POST /reassortment/getbins',
    ...staff,
    sends: async (world) => ({ body: { templateId: await world.idealTemplate() } }),
  },
  {
    call: 'POST /reassortment/clearbins',
    ...administer,
    sends: async (world) => ({ body: { templateId: await world.idealTemplate() } }),
  },
  {
    call: 'POST /reassortment/clearresults',
    ...administer,
    sends: async (world) => ({ body: { templateId: await world.idealTemplate() } }),
  },
  {
    call: 'POST /reassortment/comparedialogideal/{templateId}',
    ...staff,
    sends: async (world) => ({ path: { templateId: await world.stockedTemplate() } }),
  },
  {
    call: 'GET /api/reassortment/templates/{templateId}/workbook',
    ...staffRest,
    sends: async (world) => ({ path: { templateId: await world.stockedTemplate() } }),
  },
  {
    call: 'POST /api/reassortment/templates/{templateId}/bins',
    who: 'administer',
    but: { 'an administrator without a customer': 422 },
    sends: async (world) => ({
      path: { templateId: await world.idealTemplate() },
      body: { bins: [{ storeId: '1', binSpec: 'RD', maxQty: 3 }] },
    }),
  },
  {
    call: 'POST /api/reassortment/templates/{templateId}/locks',
    ...staffRest,
    sends: async (world) => ({
      path: { templateId: await world.stockedTemplate() },
      body: { customerStoneIds: ['J-1'], locked: true },
    }),
  },
  {
    call: 'POST /reassortment/loadideal',
    ...administer,
    sends: async (world) => {
      // The customer has the one store that the sheet means.
      await world.idealTemplate();
      return { body: { customerId: 7, templateName: 'Ideal 2026', excelBody: IDEAL } };
    },
  },
  {
    call: 'POST /reassortment/reassortexcel',
    ...staff,
    orLater: true,
    sends: async (world) => ({ body: { templateId: await world.idealTemplate(), excelBody: STOCK } }),
  },
  {
    call: 'POST /reassortment/getstock',
    ...staff,
    sends: async (world) => ({ body: { templateId: await world.stockedTemplate() } }),
  },
  {
    call: 'POST /reassortment/mendstock',
    ...staff,
    sends: async (world) => ({
      body: { templateId: await world.stockedTemplate(), rows: [{ row: 3, values: { shape: 'RD' } }] },
    }),
  },
  { call: 'POST /reassortment/learnmaps', ...staff, sends: () => ({ body: { excelBody: STOCK } }) },
  {
    call: 'POST /api/reassortment/plans',
    ...staffRest,
    orLater: true,
    sends: async (world) => ({ body: { templateId: await world.stockedTemplate() } }),
  },
  { call: 'GET /api/reassortment/plans', ...staffRest },
  { call: 'GET /api/reassortment/plans/{id}', ...staffRest, sends: ofPlan },
  { call: 'GET /api/reassortment/plans/{id}/shipments', ...staffRest, sends: ofPlan },
  {
    call: 'GET /api/reassortment/plans/{id}/difference',
    ...staffRest,
    sends: async (world) => ({ ...(await ofPlan(world)), query: { to: await world.reassortmentPlan() } }),
  },
  {
    call: 'POST /api/reassortment/plans/{id}/what-if',
    ...staffRest,
    orLater: true,
    sends: async (world) => ({
      ...(await ofPlan(world)),
      body: { bins: [{ storeId: '1', binSpec: 'RD', maxQty: 3 }] },
    }),
  },
  { call: 'GET /api/reassortment/jobs', ...staffRest },
  { call: 'GET /api/reassortment/jobs/{id}', ...staffRest, sends: ofPlan },
  // A plan is read by its own id.
  { call: 'GET /api/reassortment/jobs/{id}/answer', ...staffRest, good: 422, sends: ofPlan },
  { call: 'POST /api/reassortment/jobs/{id}/stop', ...staffRest, sends: ofPlan },
];
