import { expect, it } from 'vitest';
import { z } from 'zod';
import { bareExports, divideImports } from './contracts.ts';

const contract = {
  ...{
    id: 'listThings',
    method: 'GET',
    path: '/things',
    topic: 'things',
    kind: 'json',
    summary: 'As coisas',
  },
  ...{ access: { who: 'user', can: ['thing', 'read'] }, query: z.object({}), response: z.object({}) },
};
const things = bareExports({
  listThings: contract,
  createThing: { ...contract, id: 'createThing', topic: undefined, touches: ['things'], answerS: 150 },
  thing: z.object({}),
  KINDS: ['a', 'b'],
  isKind: () => true,
});
const divide = (code: string) => divideImports(code, new Map([['things', things]]));
const from = (query = '') => `from '@escuta/shared/contracts/things${query}';`;

it('keeps what a call needs of a contract, and constants; no schema, no function', () => {
  expect([...things.keys()]).toEqual(['listThings', 'createThing', 'KINDS']);
  expect(JSON.parse(things.get('listThings')?.text ?? '')).toEqual({
    ...{
      id: 'listThings',
      method: 'GET',
      path: '/things',
      topic: 'things',
      kind: 'json',
      access: { who: 'user' },
    },
  });
  expect(JSON.parse(things.get('createThing')?.text ?? '')).toMatchObject({
    answerS: 150,
    touches: ['things'],
  });
});

it('leaves whole what a file takes a schema of', () => {
  const use = 'call(listThings); useForm({ schema: createThing.body, key: listThings.id, n: KINDS.length });';
  expect(
    divide(`import {\n  createThing,\n  KINDS,\n  listThings,\n  type Thing,\n} ${from()}\n${use}`),
  ).toBe(
    `import { createThing } ${from()}import { KINDS } ${from('?rota=KINDS')}import { listThings } ${from('?rota=listThings')}${'\n'.repeat(5)}\n${use}`,
  );
});

it('leaves alone what it does not know, and types', () => {
  expect(divide(`import { isKind, thing } ${from()}`)).toBeNull();
  expect(divide(`import type { Thing } ${from()}`)).toBeNull();
  expect(divide("import { other } from '@escuta/shared/contracts/others';")).toBeNull();
});
