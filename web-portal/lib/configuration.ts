import { useSyncExternalStore } from 'react';
import type { Configuration } from '#contracts/api/configuration.ts';
import { PORTAL_DEFAULTS } from '#contracts/vocabulary/portal-defaults.ts';

const listeners = new Set<() => void>();
let current = PORTAL_DEFAULTS;
let asked = false;

/** The house's settings for these pages (GET /configuration), asked for once; its defaults until they have come. */
export function useConfiguration(): Configuration {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      if (!asked) void askForConfiguration();
      return () => listeners.delete(listener);
    },
    configuration,
    configuration,
  );
}

/** The same, for what is no component. */
export const configuration = (): Configuration => current;

async function askForConfiguration(): Promise<void> {
  asked = true;
  try {
    const response = await fetch('/configuration', { headers: { accept: 'application/json' } });
    if (response.ok) current = readConfiguration(await response.json());
  } catch {
    // No page waits for it: the defaults serve, and the next page load asks again.
    asked = false;
  }
  for (const listener of listeners) listener();
}

/**
 * A reply read field by field, the default where one is missing or not as agreed. Without zod: the public pages show
 * the settings too, and are to be light.
 */
export function readConfiguration(body: unknown): Configuration {
  const given: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = (name: 'houseEmail' | 'repairServiceUrl' | 'v360BaseUrl'): string => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? value : PORTAL_DEFAULTS[name];
  };
  const { socialLinks, trustedVideoHosts, impatientAfterSeconds } = given;
  return {
    houseEmail: text('houseEmail'),
    repairServiceUrl: text('repairServiceUrl'),
    socialLinks: Array.isArray(socialLinks) ? socialLinks.filter(isLink) : PORTAL_DEFAULTS.socialLinks,
    trustedVideoHosts: Array.isArray(trustedVideoHosts)
      ? trustedVideoHosts.filter((host) => typeof host === 'string')
      : PORTAL_DEFAULTS.trustedVideoHosts,
    v360BaseUrl: text('v360BaseUrl'),
    impatientAfterSeconds:
      typeof impatientAfterSeconds === 'number'
        ? impatientAfterSeconds
        : PORTAL_DEFAULTS.impatientAfterSeconds,
  };
}

const isLink = (value: unknown): value is Configuration['socialLinks'][number] =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'url' in value &&
  typeof value.url === 'string';
