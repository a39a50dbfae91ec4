import type { Stone } from '#contracts/api/stones.ts';
import { certificateNumber, certificateOffered } from '#contracts/vocabulary/certificates.ts';
import { facesOf } from './faces.ts';
import { drawFace, drawProfile } from './figures.ts';
import { drawFacts, drawNote, drawPage, MARGIN, RIGHT, TOP } from './page.ts';
import { profileOf } from './profile.ts';
import { proportionsOf } from './draw-certificate.ts';
import { gradeWords, measurementWords } from './words.ts';

const LEFT_WIDTH = 236;
const FIGURES = MARGIN + LEFT_WIDTH + 40;

/** The demonstration draws an AGS addendum for naturals of an ideal cut, with a hearts-and-arrows sleeve, or with their light performance graded. */
export function addendumDrawn(stone: Stone): boolean {
  if (stone.labGrown || stone.fancyColoured || !certificateOffered(stone)) return false;
  return stone.cut === 'ID' || stone.haSleeve === true || stone.lightPerformance !== undefined;
}

/** An AGS addendum of the demonstration: cut and light, with no figure that is not the stone's own, and no price. */
export function drawAddendum(stone: Stone): Promise<Buffer> {
  const subject = `${stone.lab ?? ''} ${certificateNumber(stone) ?? ''}`.trim();
  return drawPage({ title: 'Demonstration AGS addendum: cut and light', subject }, (page) => {
    const column = { x: MARGIN, width: LEFT_WIDTH };
    let y = drawFacts(
      page,
      'To the certificate',
      [
        ['Certificate', stone.certNo],
        ['Shape', stone.shapeName ?? stone.shapeCode],
        ['Carat weight', `${stone.weight.toFixed(2)} ct`],
        ['Measurements', measurementWords(stone)],
      ],
      { ...column, y: TOP },
    );
    y = drawFacts(
      page,
      'Cut and light',
      [
        ['Light performance', stone.lightPerformance ?? 'Not graded'],
        ['Cut', gradeWords(stone.cut)],
        ['Polish', gradeWords(stone.polish)],
        ['Symmetry', gradeWords(stone.symmetry)],
        ['Hearts and arrows', stone.haSleeve ? 'Sleeve' : 'No sleeve'],
      ],
      { ...column, y },
    );
    drawFacts(page, 'Proportions', proportionsOf(stone), { ...column, y });

    const wide = RIGHT - FIGURES;
    const profile = profileOf(stone);
    if (profile) drawProfile(page, profile, stone, { x: FIGURES, y: TOP, width: wide, height: 218 });
    else
      drawNote(page, 'The heights of crown, girdle and pavilion are not all known, so no profile is drawn.', {
        x: FIGURES,
        y: TOP + 23,
        width: wide,
      });
    const { length, width } = stone;
    if (length === undefined || width === undefined) return;
    const { crown, pavilion } = facesOf({ ...stone, length, width });
    drawFace(
      page,
      crown,
      'Crown, seen from above',
      { x: FIGURES, y: TOP + 226, width: wide / 2, height: 176 },
      { length, width },
    );
    drawFace(page, pavilion, 'Pavilion, seen from below', {
      x: FIGURES + wide / 2,
      y: TOP + 226,
      width: wide / 2,
      height: 176,
    });
  });
}
