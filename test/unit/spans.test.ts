import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers, overlaps, type Span, span } from '../../server/src/text/span';
import { Spans } from '../../server/src/text/spans';
import { Random } from './dialects/support';

test('many spans together answer as each of them would', () => {
  const random = new Random(1);
  const any = (least: number): Span => {
    const start = random.below(40);
    return span(start, start + least + random.below(6));
  };
  for (let round = 0; round < 300; round++) {
    const list = Array.from({ length: random.below(8) }, () => any(1));
    const spans = new Spans(list);
    for (let i = 0; i < 20; i++) {
      const asked = any(0);
      assert.equal(
        spans.overlap(asked),
        list.some((one) => overlaps(one, asked)),
        JSON.stringify([list, asked]),
      );
      assert.equal(
        spans.lieIn(asked),
        list.some((one) => covers(asked, one)),
        JSON.stringify([list, asked]),
      );
    }
  }
});
