import { useQuery } from '@tanstack/react-query';
import { attributesReply } from '#contracts/api/attributes.ts';
import { shapesText } from '#contracts/api/desire-words.ts';
import { SHAPES, shapeNames, type ShapeName } from '#contracts/vocabulary/shapes.ts';
import { call } from '../providers/http-client.ts';

/** What shapes are called by the house; until that has come, by the program. */
function useShapeName(): ShapeName {
  const { data } = useQuery({
    queryKey: ['attributes'],
    queryFn: () => call('/attributes/all', attributesReply, { body: {} }),
    retry: false,
    staleTime: 60_000,
  });
  return shapeNames(data?.shapes ?? SHAPES);
}

/** A stone's shape in words. */
export function ShapeText({ code, cut }: { code: string; cut?: string | undefined }) {
  return useShapeName()(code, cut);
}

/** The shapes that are asked for, in words. */
export function ShapesText({ codes }: { codes: readonly string[] }) {
  return shapesText(codes, useShapeName());
}
