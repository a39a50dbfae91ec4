import { useEffect } from 'react';
import type { Configuration } from '#contracts/api/configuration.ts';
import { isTimeZone } from '#contracts/vocabulary/time-zone.ts';
import { PORTAL_DEFAULTS } from '#contracts/vocabulary/portal-defaults.ts';
import { createShared } from './shared-value.ts';

const settings = createShared<Configuration>(PORTAL_DEFAULTS);
let asking: Promise<void> | undefined;

/** The house's settings for these pages (GET /configuration), asked for once; its defaults until they have come. */
export function useConfiguration(): Configuration {
  useEffect(() => {
    // No page waits for it here: the defaults serve, and the next one that shows a setting asks again.
    loadConfiguration().catch((error: unknown) => console.warn('The settings could not be read.', error));
  }, []);
  return settings.use();
}

/** The same, for what is no component. */
export const configuration = settings.now;

/**
 * Asks for the settings unless they are there: what is shown by the house's clocks waits for it.
 * @throws {Error} when no settings were answered; the next call asks again
 */
export const loadConfiguration = (): Promise<void> =>
  (asking ??= ask().catch((error: unknown) => {
    asking = undefined;
    throw error;
  }));

async function ask(): Promise<void> {
  const response = await fetch('/configuration', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error('The server did not answer.');
  takeConfiguration(await response.json());
}

/** Settings as they were answered, now or when there was a connection. */
export function takeConfiguration(body: unknown): void {
  settings.show(readConfiguration(body));
}

/**
 * A reply read field by field, the default where one is missing or not as agreed. Without zod: the public pages show
 * the settings too, and are to be light.
 */
export function readConfiguration(body: unknown): Configuration {
  const given: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const text = (
    name: 'timeZone' | 'houseEmail' | 'repairServiceUrl' | 'v360BaseUrl' | 'singleSignOn',
  ): string => {
    const value = given[name];
    return typeof value === 'string' && value !== '' ? value : PORTAL_DEFAULTS[name];
  };
  const { socialLinks, trustedVideoHosts, impatientAfterSeconds } = given;
  return {
    timeZone: isTimeZone(text('timeZone')) ? text('timeZone') : PORTAL_DEFAULTS.timeZone,
    sendsMails: given['sendsMails'] === true,
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
    singleSignOn: text('singleSignOn'),
  };
}

const isLink = (value: unknown): value is Configuration['socialLinks'][number] =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'url' in value &&
  typeof value.url === 'string';
