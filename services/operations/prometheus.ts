import { DURATION_BUCKETS, type RouteCount } from '#services/platform/http/index.ts';
import type { Measured } from '#services/platform/metrics/index.ts';

/** The metrics of one process in the text format of Prometheus. */
export const prometheusText = (requests: readonly RouteCount[], measured: readonly Measured[]): string =>
  [...requestLines(requests), ...measuredLines(measured), ''].join('\n');

/** A family measured by several sources stands there once, with all its series. */
function measuredLines(measured: readonly Measured[]): string[] {
  const families = new Map(measured.map(({ family: one }) => [one.name, one]));
  return [...families.values()].flatMap(({ name, help }) =>
    family(
      name,
      'gauge',
      help,
      measured
        .filter((one) => one.family.name === name)
        .flatMap(({ samples }) => samples.map(({ labels, value }) => line(name, labels, value))),
    ),
  );
}

function requestLines(requests: readonly RouteCount[]): string[] {
  const name = 'vitrine_http_request_duration_seconds';
  const lines = requests.flatMap((one) => {
    const labels = { method: one.method, route: one.route, status: String(one.status) };
    return [
      ...DURATION_BUCKETS.map((bound, index) =>
        line(`${name}_bucket`, { ...labels, le: String(bound) }, one.buckets[index] ?? 0),
      ),
      line(`${name}_bucket`, { ...labels, le: '+Inf' }, one.count),
      line(`${name}_sum`, labels, one.seconds),
      line(`${name}_count`, labels, one.count),
    ];
  });
  return family(name, 'histogram', 'Time from request to answer, by route and status.', lines);
}

function family(name: string, type: string, help: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(
    ([key, text]) =>
      `${key}="${text.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`))}"`,
  );
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numeral(value)}`;
}

function numeral(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return String(value);
}
