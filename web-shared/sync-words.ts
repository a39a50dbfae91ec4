/** The texts of Sync (product: Bottom items; product: Success toasts; product: Error catalogue). */
export const SYNC_WORDS = {
  question:
    "Do you want to check the external trading system for changes? You'll receive an email when finished.",
  submitted: 'Sync request submitted.',
  failed: 'Sync failed.',
} as const;
