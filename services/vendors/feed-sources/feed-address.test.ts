import { describe, expect, it, test } from 'vitest';
import { FeedNotFetched, hideSecrets, readFeedAddress, withSecrets } from './feed-address.ts';

const HOSTS = ['feeds.example.com', 'stock.example.com:8443'];

describe('The address of a feed', () => {
  test.each([
    'https://feeds.example.com/a.csv?key=1',
    'https://FEEDS.example.com:443/',
    'https://stock.example.com:8443/x',
  ])('may be %s', (address) => expect(readFeedAddress(address, HOSTS).protocol).toBe('https:'));
  test.each([
    ['no address', 'feeds.example.com/a.csv', /whole address/],
    ['not encrypted', 'http://feeds.example.com/a.csv', /https:\/\//],
    ['a file', 'file:///etc/passwd', /https:\/\//],
    ['another host', 'https://evil.example/a.csv', /evil\.example is not a host/],
    ['another port', 'https://feeds.example.com:8443/a.csv', /feeds\.example\.com:8443 is not/],
    ['a host as a user', 'https://feeds.example.com@evil.example/', /evil\.example is not/],
    ['a longer name', 'https://feeds.example.com.evil.example/', /is not a host/],
    ['a number', 'https://2130706433/', /127\.0\.0\.1 is not/],
  ])('may not be %s', (_what, address, problem) => {
    expect(() => readFeedAddress(address, HOSTS)).toThrow(FeedNotFetched);
    expect(() => readFeedAddress(address, HOSTS)).toThrow(problem);
  });

  it('is shown without its secrets, and sent as shown it keeps them', () => {
    const kept = 'https://house:pa%3Ass@feeds.example.com/a.csv?token=abc&v=2';
    const shown = 'https://house:***@feeds.example.com/a.csv?token=***&v=***';
    expect(hideSecrets(kept)).toBe(shown);
    expect(withSecrets(shown, kept)).toBe(kept);
    expect(withSecrets('https://feeds.example.com/b.csv', kept)).toBe('https://feeds.example.com/b.csv');
    for (const changed of [shown.replace('a.csv', 'b.csv'), shown.replace(':***', '')])
      expect(() => withSecrets(changed, kept)).toThrow('again in place of ***');
    expect(() => withSecrets(shown, null)).toThrow(FeedNotFetched);
  });
});
