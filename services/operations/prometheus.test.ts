import { expect, test } from 'vitest';
import { sample, worseWhenMore } from '#services/platform/figures/index.ts';
import { DURATION_BUCKETS } from '#services/platform/http/index.ts';
import { prometheusText } from './prometheus.ts';

const figures = {
  residentBytes: 1,
  heapUsedBytes: 2,
  uptimeSeconds: 3,
  eventLoopDelaySeconds: 0.004,
  degraded: ['liveChanges'],
  leads: new Map<string, boolean>(),
};

test('what was measured and the process; a family of several sources is named once', () => {
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
    figures,
  );
  expect(text).toBe(
    [
      '# HELP mails Mails by state.',
      '# TYPE mails gauge',
      'mails{state="SENT"} 3',
      'mails{state="FAILED"} +Inf',
      'mails NaN',
      ...text.slice(text.indexOf('# HELP vitrine_degraded')).split('\n'),
    ].join('\n'),
  );
  expect(text).toContain('vitrine_degraded{what="liveChanges"} 1\n');
  expect(text).toContain('process_resident_memory_bytes 1\n');
  expect(text).toContain('nodejs_eventloop_delay_p99_seconds 0.004\n');
});

test('requests as a histogram', () => {
  const buckets = DURATION_BUCKETS.map((bound) => (bound >= 0.01 ? 2 : 1));
  const text = prometheusText(
    [{ method: 'GET', route: '/a"b', status: 200, count: 2, seconds: 0.009, buckets }],
    [],
    figures,
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
