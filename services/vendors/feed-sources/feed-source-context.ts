import type { SendMail } from '#services/mail/index.ts';
import type { DropFolders } from '#services/platform/files/index.ts';
import type { FeedRunContext } from '../feed-runs/feed-run-context.ts';
import type { HttpsFetching } from './fetch-https.ts';

/** What feeds that come by themselves are given. */
export type FeedSourceContext = FeedRunContext & {
  drops: DropFolders;
  https: HttpsFetching;
  sendMail: SendMail;
  /** Where the house reads that a feed was not applied. */
  houseEmail: string;
  /** The address that mails name. */
  publicUrl: string;
};
