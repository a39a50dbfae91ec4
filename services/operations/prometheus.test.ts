import { expect, test } from 'vitest';
import type { ProjectionResource } from '#contracts/api/back-office.ts';
import { DURATION_BUCKETS } from '#services/platform/http/index.ts';
import { prometheusText } from './prometheus.ts';

const figures = { residentBytes: 1, heapUsedBytes: 2, uptimeSeconds: 3, eventLoopDelaySeconds: 0.004 };
const parcels: Omit<ProjectionResource, 'rebuild'> = {
  id: 'parcels',
  version: 1,
  position: '40',
  head: '42',
  lag: 2,
  updatedAt: null,
  state: 'live',
  progress: null,
  parked: [{ stream: 'stone-A1', position: '3', reason: 'broken', since: '2026-03-02T10:00:00.000Z' }],
};

test('projections and the process', () => {
  const lines = prometheusText(
    [],
    [parcels, { ...parcels, id: 'carts', state: 'stopped', parked: [] }],
    figures,
  ).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'vitrine_projection_position{projection="parcels"} 40',
      'vitrine_projection_lag_events{projection="parcels"} 2',
      'vitrine_projection_parked_streams{projection="parcels"} 1',
      'vitrine_projection_live{projection="carts"} 0',
      'vitrine_log_head_position 42',
      'process_resident_memory_bytes 1',
      'nodejs_eventloop_delay_p99_seconds 0.004',
    ]),
  );
  expect(lines.at(-1)).toBe('');
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
