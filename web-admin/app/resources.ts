import { ageing } from '../ageing/index.ts';
import { anomalies } from '../anomalies/index.ts';
import { assetPages } from '../asset-pages/index.ts';
import { attributeLists } from '../attribute-lists/index.tsx';
import { backOrders } from '../back-orders/index.ts';
import { billAlarms } from '../bill-alarms/index.ts';
import { billRuns } from '../bill-runs/index.ts';
import { billing } from '../billing/index.tsx';
import { bills } from '../bills/index.tsx';
import { customers } from '../customers/index.tsx';
import { desires } from '../desires/index.tsx';
import { feedRuns } from '../vendors/feed-runs/index.ts';
import { finance } from '../finance/index.tsx';
import { history } from '../history/index.ts';
import { jewelleryModels } from '../jewellery-models/index.tsx';
import { mails } from '../mails/index.ts';
import { parcels } from '../parcels/index.tsx';
import { priceLists } from '../price-lists/index.ts';
import { projections } from '../projections/index.ts';
import { reassort } from '../reassort/index.tsx';
import { referrals } from '../referrals/index.ts';
import { reports } from '../reports/index.tsx';
import { repricings } from '../repricings/index.ts';
import { stuckInstructions } from '../stuck-instructions/index.ts';
import { suspense } from '../suspense/index.ts';
import { syncs } from '../syncs/index.ts';
import { today } from '../today/index.tsx';
import { users } from '../users/index.ts';
import { vendorNotices } from '../vendor-notices/index.ts';
import { vendorStatements } from '../vendor-statements/index.tsx';
import { vendors } from '../vendors/index.tsx';

/** The resources of the back office, a folder each; what they are called and who opens them is in providers/resources.ts. */
export const RESOURCES = [
  // Where one arrives.
  today,
  customers,
  users,
  ageing,
  vendors,
  feedRuns,
  priceLists,
  reports,
  reassort,
  desires,
  repricings,
  billing,
  bills,
  billRuns,
  billAlarms,
  vendorStatements,
  finance,
  jewelleryModels,
  backOrders,
  assetPages,
  referrals,
  attributeLists,
  history,
  parcels,
  anomalies,
  mails,
  vendorNotices,
  projections,
  suspense,
  stuckInstructions,
  syncs,
];
