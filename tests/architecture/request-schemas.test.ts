// Checks every field of every contract's input, also of new contracts: none accepts a text, day or time that only the
// database would refuse, or a number without bounds.
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { isDeclared } from '@escuta/shared/contracts/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { leavesOf } from '../support/schema-leaves.ts';

const PARTS = ['params', 'query', 'body'] as const;
const requests = ALL_CONTRACTS.flatMap((contract) =>
  PARTS.filter((part) => isDeclared(contract[part])).map(
    (part) => [`${contract.id} ${part}`, contract[part]] as const,
  ),
);

const takes = (leaf: z.ZodType, value: unknown) => leaf.safeParse(value).success;

/** Returns the fault of a leaf as text, or null if the leaf has no fault. */
function faultOf(leaf: z.ZodType): string | null {
  for (const text of ['a\u0000b', '\ud800x', 'x@y.co\u0000', '\ud800@y.co', '2026-03-02\u0000']) {
    if (takes(leaf, text))
      return `takes the text ${JSON.stringify(text)}: build it from text() or storableText()`;
  }
  for (const year of ['0000', '0001', '1899', '2201', '9999']) {
    for (const time of ['', 'T00:00:00Z', 'T23:59:59-23:59']) {
      const isText = takes(leaf, 'qualquer-texto');
      if (!isText && takes(leaf, `${year}-01-01${time}`)) {
        return `takes the year ${year}: use givenDay or givenDateTime`;
      }
    }
  }
  for (const huge of [2 ** 53, -(2 ** 53), 1e300]) {
    if (takes(leaf, huge)) return `takes the number ${huge}: say its bounds`;
  }
  return null;
}

it('there are requests with fields to walk', () => {
  expect(requests.length).toBeGreaterThan(80);
  expect(requests.flatMap(([, schema]) => leavesOf(schema)).length).toBeGreaterThan(250);
});

describe.each(requests)('%s', (_name, schema) => {
  it('does not accept what only the database would refuse', () => {
    const faults = leavesOf(schema).flatMap(({ path, leaf }) => {
      // Fields of `metadata` may hold any JSON number, because nothing computes with them.
      if (path[0] === 'metadata' && leaf.def.type === 'number') return [];
      const fault = faultOf(leaf);
      return fault === null ? [] : [`${path.join('.')} ${fault}`];
    });
    expect(faults).toEqual([]);
  });
});

it('the test sees what it looks for', () => {
  expect(faultOf(z.string())).toContain('takes the text');
  expect(faultOf(z.string().max(10).optional())).toContain('takes the text');
  expect(faultOf(z.iso.date())).toContain('takes the year');
  expect(faultOf(z.number())).toContain('takes the number');
  expect(
    leavesOf(z.object({ a: z.record(z.string(), z.array(z.union([z.string(), z.null()]))) })),
  ).toHaveLength(3);
});
