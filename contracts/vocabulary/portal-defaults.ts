import type { Configuration } from '../api/configuration.ts';
import { DEFAULT_TIME_ZONE } from './time-zone.ts';

/** The settings of the portal that apply where the house gives none; the server and the pages share them. */
export const PORTAL_DEFAULTS: Configuration = {
  timeZone: DEFAULT_TIME_ZONE,
  sendsMails: false,
  houseEmail: 'office@vitrine.example',
  repairServiceUrl: 'https://repairs.vitrine.example/request',
  socialLinks: [
    { name: 'Instagram', url: 'https://www.instagram.com/' },
    { name: 'LinkedIn', url: 'https://www.linkedin.com/' },
    { name: 'YouTube', url: 'https://www.youtube.com/' },
  ],
  trustedVideoHosts: ['v360.in', 'media.vitrine.example'],
  v360BaseUrl: 'https://v360.in/viewer4.0/vision360.html?d=',
  impatientAfterSeconds: 8,
  singleSignOn: '',
};

/** Stands for this server among the trusted video hosts, as in a content security policy. */
export const OWN_HOST = 'self';
