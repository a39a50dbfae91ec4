import { expect, test } from 'vitest';
import { withoutChanceTexts } from './chance-texts.ts';

test('ids, hashes and tokens are left out of a text, and what stands beside them is kept', () => {
  const texts = [
    ['id 9eb89207-cca8-4fee-a262-1e76d2874761, AR-1', 'id (chance), AR-1'],
    [`etag: W/"${'AR-'.repeat(9)}" AR-1`, 'etag: W/"(chance)" AR-1'],
    ['vitrine_session=eyJhbGci.eyJzdWIi.Rhe-VR_; AR-1', 'vitrine_session=(chance); AR-1'],
    [`/clientlink#token=${'AR-9'.repeat(16)} AR-1`, '/clientlink#token=(chance) AR-1'],
    [`{"ticket":"${'A'.repeat(43)}","vendor":"AR-1"}`, '{"ticket":"(chance)","vendor":"AR-1"}'],
    ['{"remark":"W/AR-1","total":1234507}', '{"remark":"W/AR-1","total":1234507}'],
  ];
  for (const [text, left] of texts) expect(withoutChanceTexts(text!)).toBe(left);
});
