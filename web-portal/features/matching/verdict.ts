const CLOSEST_BELOW = 2;
const NEAR_BELOW = 5;

/** A score in one word: by the score alone, which has no price in it where none may be seen (rule: Replacement score). */
export const verdictOf = (rank: number): 'Closest' | 'Near' | 'Further' =>
  rank < CLOSEST_BELOW ? 'Closest' : rank < NEAR_BELOW ? 'Near' : 'Further';
