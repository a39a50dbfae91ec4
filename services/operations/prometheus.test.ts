import { expect, test } from 'vitest';
import { sample, worseWhenMore } from '#services/platform/metrics/index.ts';
import { DURATION_BUCKETS } from '#services/platform/http/index.ts';
import { prometheusText } from './prometheus.ts';

test('a family of several sources is named once, and one without a series not at all', () => {
  const mails = worseWhenMore('mails', 'Mails by state.');
  const text = prometheusText(
    [],
    [
      { family: mails, samples: [sample('mails', { state: 'SENT' }, 3)] },
      {
        family: mails,
        samples: [sample('mails', { state: 'FAILED' }, Infinity), sample('mails', {}, NaN)],
      },
      { family: worseWhenMore('nothing', 'Without a series.'), samples: [] },
    ],
  );
  expect(text).toBe(
    [
      '# HELP mails Mails by state.',
      '# TYPE mails gauge',
      'mails{state="SENT"} 3',
      'mails{state="FAILED"} +Inf',
      'mails NaN',
      '',
    ].join('\n'),
  );
});

test('requests as a histogram', () => {
  const buckets = DURATION_BUCKETS.map((bound) => (bound >= 0.01 ? 2 : 1));
  const text = prometheusText(
    [{ method: 'GET', route: '/a"b', status: 200, count: 2, seconds: 0.009, buckets }],
    [],
  );
  expect(text).toContain('# TYPE vitrine_http_request_duration_seconds histogram');
  expect(text).toContain(
    'vitrine_http_request_duration_seconds_bucket{method="GET",route="/a\\"b",status="200",le="0.005"} 1',
  );
  expect(text).toContain(
    'vitrine_http_request_duration_seconds_bucket{method="GET",route="/a\\"b",status="200",le="+Inf"} 2',
  );
  expect(text).toContain(
    'vitrine_http_request_duration_seconds_sum{method="GET",route="/a\\"b",status="200"} 0.009',
  );
});
