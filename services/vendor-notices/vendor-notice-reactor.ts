import { sql } from 'kysely';
import { stoneStream, vendorStream, type VendorSettings } from '#contracts/events/index.ts';
import { parcelFold } from '#contracts/lifecycle/index.ts';
import { vendorFold } from '#contracts/vendor/vendor.ts';
import type { ShapeName } from '#contracts/vocabulary/shapes.ts';
import { isMailAddress, type SendMail } from '#services/mail/index.ts';
import {
  loadStream,
  parseFact,
  stateHaving,
  type CommandContext,
} from '#services/platform/commands/index.ts';
import { inParallel } from '#services/platform/in-parallel.ts';
import { recentAnswers } from '#services/platform/recent-answers.ts';
import type { Reactor } from '#services/platform/reactors/index.ts';
import { belongsToInstruction, wantsNotice, noticesOf, noticeText, type Notice } from './notice.ts';

export type VendorNoticeDeps = {
  context: CommandContext;
  sendMail: SendMail;
  /** What shapes are called now. */
  shapeName: () => Promise<ShapeName>;
};

const SIDE_BY_SIDE = 16;
/** The greatest age of a vendor's settings. */
const FRESH_MS = 1000;
/** What is reacted to within this time was not undone in between, but for a race. */
const JUST_NOW_MS = 60_000;

type SettingsOf = (vendorId: number) => Promise<VendorSettings | undefined>;

/**
 * Mails each vendor what was instructed about its parcels, one mail for an instruction and vendor, once each
 * (product: Vendor). At its first start it begins at the log's end: vendors are not notified of the past.
 */
export function vendorNoticeReactor(deps: VendorNoticeDeps): Reactor {
  const { context } = deps;
  const settings = recentAnswers(
    context.clock,
    FRESH_MS,
    async (vendorId: number) =>
      (await loadStream(context, vendorStream(vendorId), vendorFold)).state.record?.settings,
  );
  return {
    name: 'vendor-notices',
    // All effects of the instruction stand by then, and it is known which were declined.
    eventTypes: ['InstructionFinished'],
    startAt: 'head',
    async react(recorded) {
      const event = parseFact(recorded);
      if (event.type !== 'InstructionFinished') return;
      const { instructionId, done } = event.data;
      const isJustNow = context.clock().getTime() - Date.parse(event.metadata.recordedAt) < JUST_NOW_MS;
      const parcels = await inParallel(done, SIDE_BY_SIDE, (name) =>
        stateHaving(
          context,
          stoneStream(name),
          parcelFold,
          ({ entries }) => isJustNow && entries.some((entry) => belongsToInstruction(instructionId, entry)),
        ),
      );
      for (const notice of noticesOf(instructionId, parcels)) await sendNotice(deps, settings.get, notice);
    },
  };
}

/** Keeps the notice and its mail, both or neither; what is kept already stays as it is. */
async function sendNotice(
  { context, sendMail, shapeName }: VendorNoticeDeps,
  settingsOf: SettingsOf,
  notice: Notice,
): Promise<void> {
  const { db, clock, zone } = context;
  const { instructionId, vendorId, customerId, intent, instructedAt } = notice;
  const settings = await settingsOf(vendorId);
  if (!settings || !wantsNotice(settings, intent)) return;
  const key = `vendor-notice/${instructionId}/${vendorId}`;
  const to = isMailAddress(settings.email) ? settings.email : null;
  const parcels = notice.parcels.map(({ parcelName, attributes: { lab, certNo } }) => ({
    parcelName,
    lab,
    certNo,
  }));
  const called = await shapeName();
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into vitrine.vendor_notice
        (instruction_id, vendor_id, customer_id, action, instructed_at, parcels, mail_key, created_at)
      values (${instructionId}, ${vendorId}, ${customerId}, ${intent}, ${new Date(instructedAt)}, ${JSON.stringify(parcels)},
        ${to === null ? null : key}, ${clock()})
      on conflict (instruction_id, vendor_id) do nothing returning id`.execute(tx);
    if (rows.length > 0 && to !== null)
      await sendMail({ to, key, ...noticeText(notice, settings.name, zone, called) }, tx);
  });
}
