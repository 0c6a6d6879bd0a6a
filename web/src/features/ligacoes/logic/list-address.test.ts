import { filtroDaLista } from '@escuta/shared/domain/filtro';
import { NENHUM } from '@escuta/shared/domain/filtro-campos';
import { listFilter } from '@escuta/shared/domain/filtro-endereco';
import { expect, it } from 'vitest';
import { filterOf, READERS } from './list-address.ts';

const ID = '01a2094d-e052-77fb-9810-f6876c0c473e';
/** A value of each field that its reader lets through. */
const ALL = {
  ...{ q: ' silva ', status: 'erro', data: 'ligacao', de: '2026-01-02', ate: '2026-02-03', agente_id: ID },
  ...{ nota_de: '5', nota_ate: '100', sentimento: 'neutro', alertas: 'sem', revisado_por: NENHUM },
  ...{ responsavel: ID, gravacao: 'com', importacao_id: ID, lote_gravacoes_id: ID, lote_id: ID },
  ...{ ordem: 'nota_maior', total: 'exato', direcao: 'recebida' },
};

it('says of an address what the schema of the API says of it', () => {
  expect(Object.keys(ALL).sort()).toEqual(Object.keys(READERS).sort());
  const cases: Record<string, string | number>[] = [
    {},
    ALL,
    { ...ALL, data: 'entrada', page: 3, nota_de: '0' },
  ];
  for (const [name, value] of Object.entries(ALL)) cases.push({ [name]: value });
  for (const asked of cases) expect(filterOf(asked)).toEqual(listFilter(filtroDaLista.parse(asked)));
});
