import { randomUUID } from 'node:crypto';
import { newVendor, vendorFields } from '#contracts/api/vendor-edits.ts';
import { checkedFields } from '#services/platform/checked-fields.ts';
import { BadCall, readCall, runCommandLine } from '#services/platform/command-line.ts';
import type { CommandContext } from '#services/platform/commands/index.ts';
import { withStoresToAppend } from '#services/platform/stores/with-running-stores.ts';
import { vendorCommands } from './handlers.ts';
import { settingsAndTerms } from './vendor-wire.ts';

const USAGE = `npm run vendors -- create ID --name NAME [OPTIONS]
npm run vendors -- change ID [OPTIONS]

  ID                            the vendor's number, for example 1
  --name NAME, --legal-name NAME
  --email ADDRESS               where its notices go
  --dx-prefix TEXT              precedes its stock numbers: MG and 1001 make the parcel MG1001
  --tier TIER                   for stones that have no tier of their own
  --markup PERCENT              list price above its cost
  --our-deployment-cost DOLLARS
  --fee-share, --rebate-share, --sale-share PERCENT
  --send-requests, --send-returns, --send-sales, --auto-whitelist yes|no
  --additions-only yes|no       what is missing from its files stays in stock

Creates a vendor, or changes one from now on; what is left out of a change stays. Works beside a running Vitrine, or on
DATABASE_URL and EVENTSTORE_URL. Its stock is then read with npm run feed.`;

const text = { type: 'string' } as const;
const OPTIONS = {
  name: text,
  'legal-name': text,
  email: text,
  'dx-prefix': text,
  tier: text,
  markup: text,
  'our-deployment-cost': text,
  'fee-share': text,
  'rebate-share': text,
  'sale-share': text,
  'send-requests': text,
  'send-returns': text,
  'send-sales': text,
  'auto-whitelist': text,
  'additions-only': text,
} as const;

const NUMBERS = /^(markup|our-deployment-cost|.*-share)$/;
const FLAGS = /^(send-.*|auto-whitelist|additions-only)$/;

/**
 * An option's text converted for its field; a text that cannot be converted stays, and the field's own check refuses
 * it.
 */
function valueOf(option: string, given: string): string | number | boolean {
  if (NUMBERS.test(option)) return given.trim() === '' || Number.isNaN(Number(given)) ? given : Number(given);
  if (FLAGS.test(option) && ['yes', 'no'].includes(given)) return given === 'yes';
  return given;
}

const fieldOf = (option: string): string =>
  option.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function readVendor() {
  const { values, positionals } = readCall(USAGE, OPTIONS);
  const [verb, id, ...more] = positionals;
  if ((verb !== 'create' && verb !== 'change') || more.length > 0) throw new BadCall(USAGE);
  if (id === undefined || !/^[1-9]\d{0,8}$/.test(id))
    throw new BadCall(`ID must be a vendor's number, for example 1, not "${id ?? ''}".`);
  const given = Object.entries(values).flatMap(([option, value]) =>
    typeof value === 'string' ? [[fieldOf(option), valueOf(option, value)]] : [],
  );
  return { verb, vendorId: Number(id), fields: Object.fromEntries(given) as unknown };
}

async function create(context: CommandContext, vendorId: number, fields: unknown): Promise<void> {
  const vendor = checkedFields(newVendor, fields);
  const { settings, terms } = settingsAndTerms(vendor);
  await vendorCommands.register(context, command(), vendorId, {
    settings: { ...settings, name: vendor.name },
    terms,
  });
  console.log(`Vendor ${vendorId}, ${vendor.name}, was created.`);
}

async function change(context: CommandContext, vendorId: number, fields: unknown): Promise<void> {
  const { settings, terms } = settingsAndTerms(checkedFields(vendorFields, fields));
  const changes = [
    await vendorCommands.changeSettings(context, command(), vendorId, { changes: settings }),
    await vendorCommands.changeTerms(context, command(), vendorId, {
      changes: terms,
      effectiveAt: context.clock().toISOString(),
    }),
  ];
  const changed = changes.some(({ position }) => position !== null);
  console.log(changed ? `Vendor ${vendorId} was changed.` : `Vendor ${vendorId} already had these settings.`);
}

const command = () => ({ commandId: randomUUID(), actor: { username: 'vendors', role: 'system' } as const });

async function main(): Promise<number> {
  const call = readVendor();
  await withStoresToAppend([], (stores) =>
    (call.verb === 'create' ? create : change)(stores, call.vendorId, call.fields),
  );
  return 0;
}

await runCommandLine(main);
