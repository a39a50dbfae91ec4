import { useLocation } from 'react-router';

/**
 * The token of the link that was opened, also when a newer one is opened in its place; empty when the link lost its end.
 * It is behind `#`, so that it is in no log and no referrer.
 */
export const useLinkToken = (): string => new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? '';

/** What a page reads that was opened without its token. */
export const INCOMPLETE_LINK = {
  heading: 'This link is incomplete',
  text: 'Its end is missing. Please open it again where you received it, or copy the whole link.',
};
