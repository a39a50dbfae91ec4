import { facetsOf, outlineOf, type CutStone, type Facet, type Point } from '#contracts/cut-stones/index.ts';

/** A face of a stone as its outline and its facets' edges, in millimetres from the middle; y points down. */
export type Face = { outline: readonly Point[]; facets: readonly (readonly Point[])[] };

/** Width and length in millimetres, the rest in percent as graded; what is not known is drawn as it commonly is. */
export type Proportioned = Omit<CutStone, 'shapeCode' | 'width' | 'length'> & {
  shapeCode?: string | undefined;
  width: number;
  length: number;
};

/** The crown from above and the pavilion from below, with the table, stars and halves as wide as they were graded. */
export function facesOf({ shapeCode = 'RD', ...measured }: Proportioned): { crown: Face; pavilion: Face } {
  const stone = { ...measured, shapeCode };
  const half = Math.max(stone.width, stone.length) / 2;
  const facets = facetsOf(stone);
  const outline = outlineOf(stone).map(([x, y]): Point => [x * half, y * half]);
  const face = (seen: Facet['part']): Face => ({
    outline,
    facets: facets
      .filter(({ part }) => part === seen)
      .map(({ points }) => points.map(([x, y]) => [x * half, y * half])),
  });
  return { crown: face('crown'), pavilion: face('pavilion') };
}
