export { metricCollector, type Measured } from './collect-metrics.ts';
export {
  sample,
  secondsSince,
  worseWhenMore,
  yesOrNo,
  type Family,
  type MetricSource,
  type Labels,
  type Sample,
} from './metric-source.ts';
