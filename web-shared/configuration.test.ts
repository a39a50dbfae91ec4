import { describe, expect, it } from 'vitest';
import { PORTAL_DEFAULTS } from '#contracts/vocabulary/portal-defaults.ts';
import { readConfiguration } from './configuration.ts';

describe("The house's settings for the pages", () => {
  it('are as the server says', () => {
    const settings = {
      timeZone: 'Asia/Tokyo',
      sendsMails: true,
      houseEmail: 'desk@house.example',
      repairServiceUrl: 'https://repairs.example',
      socialLinks: [{ name: 'Somewhere', url: 'https://somewhere.example' }],
      trustedVideoHosts: ['films.example'],
      v360BaseUrl: 'https://view.example/',
      impatientAfterSeconds: 2,
      singleSignOn: 'House Login',
    };
    expect(readConfiguration(settings)).toEqual(settings);
  });
  it('are the defaults where nothing, or nonsense, was answered', () => {
    for (const body of [
      undefined,
      null,
      'nonsense',
      {},
      { houseEmail: 7, socialLinks: 'x', timeZone: 'Mars/Olympus' },
    ])
      expect(readConfiguration(body)).toEqual(PORTAL_DEFAULTS);
    expect(readConfiguration({ socialLinks: [{ name: 'no address' }] }).socialLinks).toEqual([]);
  });
});
