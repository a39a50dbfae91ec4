import type { StoneAttributes } from '#contracts/events/index.ts';
import { HAF_SHAPES } from '#contracts/vocabulary/grades.ts';

type Make = Pick<StoneAttributes, 'cut' | 'polish' | 'symmetry' | 'haSleeve' | 'lightPerformance'>;

/** Laboratories with an ideal grade of cut: the others' best is EX. */
const WITH_IDEAL = ['AGS', 'IGI'];
/** How AGS numbers its grades, of light performance too. */
const AGS_NUMBERS: Readonly<Record<string, string>> = { ID: '0', EX: '1', VG: '2', G: '3' };
const BEST_FIRST = ['ID', 'EX', 'VG', 'G'];

/** The laboratory that a natural stone goes to: AGS for what is cut for its light, and for nothing else. */
export function labFor(lab: string, shapeCode: string): string {
  if (HAF_SHAPES.includes(shapeCode)) return 'AGS';
  return lab === 'AGS' && shapeCode !== 'RD' ? 'GIA' : lab;
}

/**
 * A make as this laboratory would grade it: an ideal cut only where it has one, no cut above its polish and symmetry
 * by more than a grade, hearts and arrows only with an excellent finish, and of AGS the light performance of that cut.
 */
export function gradedBy(lab: string, { cut: made, polish, symmetry, haSleeve }: Make): Make {
  const cut =
    made === 'ID' && !WITH_IDEAL.includes(lab) ? 'EX' : made === 'EX' && lab === 'AGS' ? 'ID' : made;
  const worst = cut === 'ID' || haSleeve ? 'EX' : cut === 'EX' ? 'VG' : 'G';
  return {
    ...(cut !== undefined && { cut }),
    polish: notBelow(worst, polish),
    symmetry: notBelow(worst, symmetry),
    ...(haSleeve && { haSleeve }),
    ...(lab === 'AGS' && cut !== undefined && { lightPerformance: AGS_NUMBERS[cut] }),
  };
}

function notBelow(worst: string, grade = worst): string {
  return BEST_FIRST.indexOf(grade) > BEST_FIRST.indexOf(worst) ? worst : grade;
}
