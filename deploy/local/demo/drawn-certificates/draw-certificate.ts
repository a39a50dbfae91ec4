import type { AttributeLists } from '#contracts/api/attributes.ts';
import type { Stone } from '#contracts/api/stones.ts';
import { certificateNumber } from '#contracts/vocabulary/certificates.ts';
import { facesOf } from './faces.ts';
import { drawFace, drawProfile } from './figures.ts';
import { drawFacts, drawNote, drawPage, MARGIN, RIGHT, TOP, type Fact, type Page } from './page.ts';
import { profileOf } from './profile.ts';
import {
  colourWords,
  degrees,
  fluorescenceWords,
  gradeWords,
  measurementWords,
  originWords,
  percent,
} from './words.ts';

const LEFT_WIDTH = 236;
const FIGURES = MARGIN + LEFT_WIDTH + 40;
/** So few proportions leave the facets more room. */
const FEW = 4;

/**
 * A certificate of the demonstration: what is known of the stone, its facets and profile, and no price. The same stone
 * in the same words gives the same bytes.
 */
export function drawCertificate(stone: Stone, lists: AttributeLists): Promise<Buffer> {
  const subject = `${stone.lab ?? ''} ${certificateNumber(stone) ?? ''}`.trim();
  return drawPage({ title: 'Demonstration certificate', subject }, (page) => {
    drawLeft(page, stone, lists);
    drawFigures(page, stone);
  });
}

function drawLeft(page: Page, stone: Stone, lists: AttributeLists): void {
  const column = { x: MARGIN, width: LEFT_WIDTH };
  let y = drawFacts(page, 'The stone', identityOf(stone), { ...column, y: TOP });
  y = drawFacts(page, 'Grading', gradingOf(stone), { ...column, y });
  y = drawFacts(
    page,
    'Finish',
    [
      ['Polish', gradeWords(stone.polish)],
      ['Symmetry', gradeWords(stone.symmetry)],
      ['Fluorescence', fluorescenceWords(stone.fluorescence, lists)],
    ],
    { ...column, y },
  );
  drawFacts(
    page,
    'Remarks',
    [
      ['Key to symbols', shortened(stone.keyToSymbols)],
      ['Hearts and arrows', stone.haSleeve ? 'Sleeve' : undefined],
    ],
    { ...column, y },
  );
}

function drawFigures(page: Page, stone: Stone): void {
  const half = (RIGHT - FIGURES) / 2;
  const { length, width } = stone;
  const profile = profileOf(stone);
  const proportions = proportionsOf(stone);
  const high = profile || proportions.length > FEW ? 218 : 300;
  if (length !== undefined && width !== undefined) {
    const { crown, pavilion } = facesOf({ ...stone, length, width });
    drawFace(
      page,
      crown,
      'Crown, seen from above',
      { x: FIGURES, y: TOP, width: half, height: high },
      { length, width },
    );
    drawFace(page, pavilion, 'Pavilion, seen from below', {
      x: FIGURES + half,
      y: TOP,
      width: half,
      height: high,
    });
  } else
    drawNote(page, 'The measurements of this stone are not known, so its facets are not drawn.', {
      x: FIGURES,
      y: TOP,
      width: half * 2,
    });

  const lower = TOP + high + 16;
  if (profile) {
    drawProfile(page, profile, stone, { x: FIGURES - 10, y: lower, width: half + 50, height: 168 });
  } else
    drawNote(page, 'The heights of crown, girdle and pavilion are not all known, so no profile is drawn.', {
      x: FIGURES,
      y: lower + 23,
      width: half - 40,
    });
  drawFacts(page, 'Proportions', proportions, { x: FIGURES + half + 62, y: lower, width: half - 62 });
}

function identityOf(stone: Stone): Fact[] {
  return [
    ['Certificate', stone.certNo],
    ['Parcel', stone.parcelName],
    ['Kind', originWords(stone)],
    ['Shape', stone.shapeName ?? stone.shapeCode],
    ['Measurements', measurementWords(stone)],
    ['Country of origin', stone.countryOfOrigin],
  ];
}

function gradingOf(stone: Stone): Fact[] {
  return [
    ['Carat weight', `${stone.weight.toFixed(2)} ct`],
    ['Colour', colourWords(stone)],
    ['Clarity', stone.clarity],
    ['Cut', gradeWords(stone.cut)],
  ];
}

/** What is known of a stone's proportions, in words. */
export function proportionsOf(stone: Stone): Fact[] {
  const inPercent = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : percent(value);
  const inDegrees = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : degrees(value);
  const all: Fact[] = [
    ['Table', inPercent(stone.tablePct)],
    ['Depth', inPercent(stone.depthPct)],
    ['Crown height', inPercent(stone.crownHeight)],
    ['Crown angle', inDegrees(stone.crownAngle)],
    ['Girdle', inPercent(stone.girdlePct)],
    ['Pavilion depth', inPercent(stone.pavilionDepth)],
    ['Pavilion angle', inDegrees(stone.pavilionAngle)],
    ['Star length', inPercent(stone.starHalves)],
    ['Lower halves', inPercent(stone.pavilionHalves)],
  ];
  return all.filter(([, value]) => value !== undefined);
}

/** A page has room for about three lines of it. */
const ROOM = 110;
const shortened = (text: string | undefined): string | undefined =>
  text !== undefined && text.length > ROOM ? `${text.slice(0, ROOM - 3)}...` : text;
