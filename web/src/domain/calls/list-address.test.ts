import { filtroDaLista } from '@escuta/shared/domain/filters/filtro';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import {
  asListAddress,
  conditionsOf,
  listFilter,
  saidFilters,
} from '@escuta/shared/domain/filters/filtro-endereco';
import { expect, it } from 'vitest';
import { askedFilters, readListFilters } from '../../kit/list/filter-params.ts';
import { drawOf, READERS, samplesAddress } from './list-address.ts';

const ID = '01a2094d-e052-77fb-9810-f6876c0c473e';
/** A valid value of each field. */
const ALL = {
  ...{ q: ' silva ', status: 'erro', data: 'ligacao', de: '2026-01-02', ate: '2026-02-03', agente_id: ID },
  ...{ nota_de: '5', nota_ate: '100', sentimento: 'neutro', alertas: 'sem', revisado_por: NENHUM },
  ...{ responsavel: ID, gravacao: 'com', importacao_id: ID, lote_gravacoes_id: ID, lote_id: ID },
  ...{ ordem: 'nota_maior', total: 'exato', direcao: 'recebida', tipo: 'arquivo', avaliada: 'sim' },
  ...{ revisada: 'nao', inaudivel: 'sim', hora: '23', dia_semana: '7', atrasada: 'sim' },
  ...{ criterio: `${ID} 0a1b2c3d n saudacao`, falha_critica: 'sim', amostra: 'sim', sorteio_id: ID },
};

it('says of an address what the schema of the API says of it', () => {
  expect(Object.keys(ALL).sort()).toEqual(Object.keys(READERS).sort());
  const cases: Record<string, string | number>[] = [
    {},
    ALL,
    { ...ALL, data: 'entrada', page: 3, nota_de: '0' },
  ];
  for (const [name, value] of Object.entries(ALL)) cases.push({ [name]: value });
  for (const asked of cases) expect(listFilter(asked)).toEqual(listFilter(filtroDaLista.parse(asked)));
});

/** Filters with controls of their own beside the search. */
const BESIDE_SEARCH = new Set(['texto', 'status', 'agente', 'data_ligacao', 'data_entrada']);

/** Addresses as links, saved filters and people write them (`ID`: an id), with the expected conditions and chips. */
const KNOWN: readonly [address: string, conditions: string, chips: string][] = [
  ['', '', ''],
  ['q=ana', 'texto contem ana', ''],
  ['q=%20silva%20', 'texto contem silva', ''],
  ['status=erro', 'status um_de erro', ''],
  ['status=pendente&page=3', 'status um_de pendente', ''],
  ['status=concluido', 'status um_de concluido', ''],
  ['status=novo', '', ''],
  ['data=ligacao', '', ''],
  ['data=entrada', '', ''],
  ['status=erro&data=ligacao&de=2026-11-02', 'status um_de erro; data_ligacao de 2026-11-02', ''],
  ['status=erro&de=2026-11-02', 'status um_de erro; data_entrada de 2026-11-02', ''],
  ['de=2026-10-01&ate=2026-10-31', 'data_entrada de 2026-10-01; data_entrada ate 2026-10-31', ''],
  [
    'data=ligacao&de=2026-10-01&ate=2026-10-31&nota_ate=40&alertas=com',
    'data_ligacao de 2026-10-01; data_ligacao ate 2026-10-31; nota ate 40; alertas de 1',
    'Pontuação até 40 | Com alertas da IA',
  ],
  [
    'ate=2026-10-31&alertas=sem&gravacao=com',
    'data_entrada ate 2026-10-31; alertas ate 0; gravacao igual true',
    'Sem alertas da IA | Com gravação',
  ],
  ['de=2026-10-31&ate=2026-10-01', '', ''],
  ['de=2026-02-31', '', ''],
  ['agente_id=ID', 'agente um_de ID', ''],
  ['agente_id=nenhum', 'agente um_de nenhum', ''],
  ['agente_id=ana', '', ''],
  ['direcao=recebida', 'direcao um_de recebida', 'Recebidas'],
  ['direcao=nenhum', 'direcao um_de nenhum', 'Sem direção'],
  ['nota_de=30&nota_ate=90', 'nota de 30; nota ate 90', 'Pontuação de 30 a 90'],
  ['nota_de=05', 'nota de 5', 'Pontuação a partir de 5'],
  ['nota_ate=100', 'nota ate 100', 'Pontuação até 100'],
  ['nota_de=101', '', ''],
  ['nota_de=1.5', '', ''],
  ['sentimento=negativo', 'sentimento um_de negativo', 'Sentimento negativo'],
  ['alertas=talvez', '', ''],
  ['revisado_por=nenhum', 'revisado_por um_de nenhum', 'Revisada por: ninguém'],
  ['revisado_por=ID', 'revisado_por um_de ID', 'Revisada por: Ana'],
  ['responsavel=ID', 'responsavel um_de ID', 'Responsável: Rui'],
  ['responsavel=nenhum', 'responsavel um_de nenhum', 'Responsável: ninguém'],
  ['gravacao=sem', 'gravacao igual false', 'Sem gravação'],
  ['importacao_id=ID', 'importacao um_de ID', 'De uma importação'],
  ['lote_gravacoes_id=ID', 'lote_gravacoes um_de ID', 'De um envio de gravações'],
  ['status=erro&lote_id=ID', 'status um_de erro; lote um_de ID', 'De um processamento em lote'],
  ['ordem=nota_maior&total=exato', '', ''],
  ['ordem=pior', '', ''],
  [
    'q=ana&status=erro&data=ligacao&de=2026-01-02&ate=2026-02-03&agente_id=ID&direcao=efetuada&nota_de=5&nota_ate=100&sentimento=neutro&alertas=sem&revisado_por=nenhum&responsavel=ID&gravacao=com&importacao_id=ID&lote_gravacoes_id=ID&lote_id=ID&ordem=alertas&total=exato&page=2',
    'texto contem ana; status um_de erro; data_ligacao de 2026-01-02; data_ligacao ate 2026-02-03; agente um_de ID; direcao um_de efetuada; nota de 5; nota ate 100; sentimento um_de neutro; alertas ate 0; revisado_por um_de nenhum; responsavel um_de ID; gravacao igual true; importacao um_de ID; lote_gravacoes um_de ID; lote um_de ID',
    'Efetuadas | Pontuação de 5 a 100 | Sentimento neutro | Sem alertas da IA | Revisada por: ninguém | Responsável: Rui | Com gravação | De uma importação | De um envio de gravações | De um processamento em lote',
  ],
];

it('asks by every known address what it always asked, and says it in the same chips', () => {
  const read = KNOWN.map(([address]) => {
    const filters = readListFilters(READERS, new URLSearchParams(address.replaceAll('ID', ID)));
    const asked = askedFilters<typeof READERS>(filters);
    const filtro = listFilter(asked);
    // The API reads the page's request as the same filter.
    expect(listFilter(filtroDaLista.parse(JSON.parse(JSON.stringify(asked))))).toEqual(filtro);
    // The address that a saved filter opens yields the same request.
    expect(listFilter(filtroDaLista.parse(asListAddress(filtro)))).toEqual(filtro);
    const chips = saidFilters(filtro.todas, { revisado_por: () => 'Ana', responsavel: () => 'Rui' }).filter(
      ({ campo }) => !BESIDE_SEARCH.has(campo),
    );
    const written = conditionsOf(filtro).map(({ campo, op, valor }) => `${campo} ${op} ${valor}`);
    return [address, written.join('; ').replaceAll(ID, 'ID'), chips.map(({ texto }) => texto).join(' | ')];
  });
  expect(read).toEqual(KNOWN);
});

it('draws from the calls that the list showed, of its days', () => {
  const list = { status: 'concluido', agente_id: ID, ordem: 'nota_maior', page: '3' };
  const days = { de: '2026-01-02', ate: '2026-02-03' };
  const drawn = (address: Record<string, string>) => {
    const [, search] = samplesAddress(ID, readListFilters(READERS, new URLSearchParams(address))).split('?');
    expect(search).not.toMatch(/ordem|page/);
    return drawOf(readListFilters(READERS, new URLSearchParams(search)));
  };
  const conditions = [
    { campo: 'status', op: 'um_de', valor: ['concluido'] },
    { campo: 'agente', op: 'um_de', valor: [ID] },
  ];
  expect(drawn(list)).toEqual({ conditions: expect.arrayContaining(conditions), days: undefined });
  expect(drawn({ ...list, ...days, data: 'ligacao' })).toEqual({
    conditions: expect.arrayContaining(conditions),
    days,
  });
  // Without `data`, the days are days of entry: they stay a condition, and do not become the days of the sample.
  expect(drawn({ ...list, ...days }).conditions).toContainEqual({
    campo: 'data_entrada',
    op: 'de',
    valor: days.de,
  });
});
