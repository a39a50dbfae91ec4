export { figureCollector, type Measured } from './collect-figures.ts';
export {
  sample,
  secondsSince,
  worseWhenMore,
  yesOrNo,
  type Family,
  type FigureSource,
  type Labels,
  type Sample,
} from './figure-source.ts';
