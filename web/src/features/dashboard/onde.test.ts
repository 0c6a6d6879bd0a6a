import { describe, expect, it } from 'vitest';
import { describeRecorte, destinations, type Onde, onlyDestination } from './onde.ts';

const project = (fields: Partial<Onde['projetos'][number]> = {}): Onde['projetos'][number] => ({
  id: 'p1',
  nome: 'SAC',
  tipo_projeto: 'call_center',
  n: 3,
  auditorias: [],
  ...fields,
});
const found = (projetos: Onde['projetos'], outros = { projetos: 0, n: 0 }): Onde => ({
  total: projetos.reduce((sum, { n }) => sum + n, 0) + outros.n,
  projetos,
  outros,
});
const wave = { id: 'a1', nome: 'Onda 1' };
const survey = project({ id: 'p2', nome: 'Campo', tipo_projeto: 'pesquisa', auditorias: [wave] });
const march = { status: 'erro', de: '2026-03-01', ate: '2026-03-31', quando: 'em mar/26' } as const;

describe('destinations', () => {
  it("leads to a call center's report with the same filters, and without any to all of its calls", () => {
    expect(destinations(project(), march)).toEqual([
      {
        id: 'p1',
        nome: 'SAC',
        to: '/dashboard/projects/p1/ligacoes?status=erro&de=2026-03-01&ate=2026-03-31',
      },
    ]);
    expect(destinations(project(), { ...march, data: 'ligacao' })[0]?.to).toBe(
      '/dashboard/projects/p1/ligacoes?status=erro&data=ligacao&de=2026-03-01&ate=2026-03-31',
    );
    expect(destinations(project(), {})[0]?.to).toBe('/dashboard/projects/p1/ligacoes');
    expect(destinations(project(), { nota: 'com', de: march.de, ate: march.ate })[0]?.to).toBe(
      '/dashboard/projects/p1/ligacoes?de=2026-03-01&ate=2026-03-31&nota_de=0',
    );
  });

  it('leads to the audits of a project that has no call report', () => {
    expect(destinations(survey, { status: 'pendente' })).toEqual([
      { id: 'a1', nome: 'Onda 1', to: '/dashboard/audits/a1?aba=itens&status=pendente' },
    ]);
  });
});

it('goes directly only where one list holds everything', () => {
  expect(onlyDestination(found([project()]), march)).toContain('/projects/p1/ligacoes?');
  expect(onlyDestination(found([survey]), {})).toBe('/dashboard/audits/a1?aba=itens');
  const twoWaves = { ...survey, auditorias: [wave, { id: 'a2', nome: 'Onda 2' }] };
  for (const onde of [
    found([]),
    found([project(), survey]),
    found([twoWaves]),
    found([project()], { projetos: 1, n: 1 }),
  ])
    expect(onlyDestination(onde, {})).toBeNull();
});

it('says what is counted', () => {
  expect(describeRecorte(march)).toBe('com status Erro, com data de registro em mar/26');
  expect(describeRecorte({ ...march, data: 'ligacao' })).toBe(
    'com status Erro, com data da ligação em mar/26',
  );
  expect(describeRecorte({ status: 'concluido' })).toBe('com status Concluído');
  expect(describeRecorte({ nota: 'com', quando: 'em mar/26' })).toBe(
    'com pontuação, com data de registro em mar/26',
  );
  expect(describeRecorte({})).toBe('');
});
