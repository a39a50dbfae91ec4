import { HOUR_MS } from '#contracts/vocabulary/house-time.ts';
import { againAt, type Backoff } from '#services/platform/backoff.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Db } from '#services/platform/database/index.ts';
import type { FileStore } from '#services/platform/files/index.ts';
import { pause } from '#services/platform/pause.ts';
import type { ProcessLog } from '#services/platform/process-log.ts';
import { repeatedFailures } from '#services/platform/repeated-failures.ts';
import { withDeadline } from '#services/platform/reactors/index.ts';
import { claimMails, noteAttempt, type Attempted, type ClaimedMail } from './outbox.ts';
import { NotDelivered, type Attachment, type Postman } from './smtp.ts';
import { messageOf } from '#services/platform/message-of.ts';
import type { WorkNotices } from '#services/platform/work-notices/index.ts';

export type DeliverMailsOptions = {
  db: Db;
  clock: Clock;
  postman: Postman;
  /** Where the files that go along lie. */
  files: Pick<FileStore, 'get'>;
  log: ProcessLog;
  signal: AbortSignal;
  work: WorkNotices;
  /** What the tests shorten, in milliseconds. */
  pace?: Pace;
};

type Pace = Backoff & {
  /** Between two looks into the outbox when no mail is announced: one may be due to be tried again. */
  lookEveryMs: number;
  /** An attempt may take as long. */
  deadlineMs: number;
  /** A claimed mail is another's for the taking after this: more than an attempt can take. */
  leaseMs: number;
};

const PACE: Pace = {
  lookEveryMs: 10_000,
  deadlineMs: 60_000,
  leaseMs: 120_000,
  firstMs: 30_000,
  longestMs: HOUR_MS,
};
const SIDE_BY_SIDE = 8;
/** Some two days of trying. */
const MOST_ATTEMPTS = 55;
/** When the process ends, a mail under way has as long to come to an end: cut off, it may arrive twice. */
const GRACE_MS = 5_000;
const RESTART_MS = 1_000;

/**
 * Delivers the outbox, eight mails at a time, until the signal is aborted and what is under way has ended; any number of
 * processes may. A mail is claimed for a while, handed to the server and noted as sent; one that the server does not take
 * is tried again after longer and longer pauses, and given up when it is refused for good or after some two days. A
 * process killed between the server's answer and the note makes the mail go out again, under the same Message-ID.
 */
export async function deliverMails(options: DeliverMailsOptions): Promise<void> {
  const { db, clock, log, signal, work, pace = PACE } = options;
  const cut = someTimeAfter(signal);
  const failures = repeatedFailures((message) =>
    log.warn(`the delivery of mails stopped and is started again: ${message}`),
  );
  const noteFailure = async (error: unknown): Promise<void> => {
    failures.note(error);
    await pause(RESTART_MS, signal);
  };
  const underWay = new Set<Promise<void>>();
  while (!signal.aborted) {
    try {
      const claimedAt = performance.now();
      const mails = await claimMails(db, clock(), pace.leaseMs, SIDE_BY_SIDE - underWay.size);
      for (const mail of mails) {
        const delivery = deliver(options, mail, claimedAt, cut)
          .then(failures.over, noteFailure)
          .finally(() => underWay.delete(delivery));
        underWay.add(delivery);
      }
      // Each makes room for the next one by itself: a slow server holds up its own mail only.
      if (underWay.size === SIDE_BY_SIDE) await Promise.race(underWay);
      else if (mails.length === 0) {
        failures.over();
        await work.until('mails', pace.lookEveryMs, signal);
      }
    } catch (error) {
      await noteFailure(error);
    }
  }
  await Promise.all(underWay);
}

async function deliver(
  { db, clock, postman, files, log, pace = PACE }: DeliverMailsOptions,
  mail: ClaimedMail,
  claimedAt: number,
  cut: AbortSignal,
): Promise<void> {
  // A process that hung since it claimed the mail may have been replaced: another has sent it, or will.
  const leftMs = pace.deadlineMs - (performance.now() - claimedAt);
  if (leftMs <= 0) return;
  const attempted = await withDeadline(leftMs, cut, async (inTime) =>
    postman(mail, inTime, await attachmentOf(files, mail)),
  ).then(
    (): Attempted => ({ state: 'SENT', sentAt: clock() }),
    (error: unknown): Attempted => afterFailure(error, mail, clock(), pace),
  );
  await noteAttempt(db, mail, attempted);
  if (attempted.state === 'SENT') {
    if (mail.attempts > 1) log.info(`mail ${mail.key} was delivered at attempt ${mail.attempts}`);
  } else if (attempted.state === 'FAILED') {
    log.warn(`mail ${mail.key} cannot be delivered: ${attempted.reason}`);
  } else if (mail.attempts === 1) {
    log.warn(`mail ${mail.key} was not delivered and is tried again: ${attempted.reason}`);
  }
}

/** The attached file. Throws FilesUnavailable, and NotDelivered while the store has none: it is tried again. */
async function attachmentOf(
  files: Pick<FileStore, 'get'>,
  { attachmentName, attachmentKey }: ClaimedMail,
): Promise<Attachment | null> {
  if (attachmentName === null || attachmentKey === null) return null;
  const file = await files.get(attachmentKey);
  if (!file) throw new NotDelivered(`the file ${attachmentKey} is not in the file store`, false);
  return { fileName: attachmentName, contentType: file.contentType, bytes: file.bytes };
}

function afterFailure(error: unknown, { attempts }: ClaimedMail, now: Date, pace: Pace): Attempted {
  const reason = messageOf(error);
  const final = error instanceof NotDelivered && error.final;
  if (final || attempts >= MOST_ATTEMPTS) return { state: 'FAILED', reason };
  return { state: 'WAITING', nextAttemptAt: againAt(now, attempts, pace), reason };
}

/** Aborted some seconds after the signal is. */
function someTimeAfter(signal: AbortSignal): AbortSignal {
  const later = new AbortController();
  const wait = (): void => void setTimeout(() => later.abort(signal.reason), GRACE_MS).unref();
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  return later.signal;
}
