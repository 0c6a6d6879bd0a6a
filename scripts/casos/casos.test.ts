// Short form of npm run casos: runs every SHORT-th case of each kind; npm run test:longo runs all cases.
import { expect, it } from 'vitest';
import { LONGO } from '../../tests/support/longo.ts';
import { CASOS } from './all.ts';
import { runCase } from './case.ts';

const SHORT = 6;
const all = CASOS.flatMap(({ tipo, casos }) =>
  casos.filter((_, index) => LONGO || index % SHORT === 0).map((caso) => ({ tipo, caso })),
);

it('no two cases have one name, and each names its source', () => {
  const names = CASOS.flatMap(({ casos }) => casos.map(({ nome }) => nome));
  expect(new Set(names).size).toBe(names.length);
  for (const { casos } of CASOS) for (const { nome, fonte } of casos) expect(fonte, nome).toMatch(/\S{4}/);
});

it.each(all)('$tipo: $caso.nome', async ({ tipo, caso }) => {
  expect((await runCase(tipo, caso)).obtido).toBe(caso.esperado);
});
