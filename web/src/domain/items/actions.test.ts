import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import { can, PAPEIS, type Papel, PERMISSIONS } from '@escuta/shared/domain/accounts/permissions';
import { describe, expect, it } from 'vitest';
import { actionsAt, labelOfAction, type Means, offeredTo, type Place } from './actions.tsx';
import { type ActionItem, callOfRow, itemOfFile, itemOfInterview, itemOfPage, itemOfRow } from './item.ts';

const ID = '019a0000-0000-7000-8000-000000000001';
/** `Means` without a request in progress. */
const IDLE = { fetching: { isFetching: () => false } } as unknown as Means;

/** Ids of the actions that a place offers to a role for an item; a '-' before an id: the action is disabled. */
function shown(item: ActionItem, place: Place, papel: Papel): string {
  const actions = actionsAt(place, (resource, action) => can(papel, PERMISSIONS[papel], resource, action));
  return offeredTo(item, actions)
    .map(({ id, refused }) => (refused?.(item, IDLE) ? `-${id}` : id))
    .join(' ');
}

type Row = Parameters<typeof callOfRow>[0];
const row = (fields: Partial<Row>): Row =>
  ({
    id: ID,
    tipo_item: 'ligacao',
    status: 'pendente',
    numero_destino: '11988887777',
    nome_entrevistado: null,
    arquivo_nome: null,
    gravacao_na_telefonia: false,
    analisada: false,
    dados_apagados_em: null,
    ...fields,
  }) as Row;
const file = { arquivo_nome: 'a.mp3' };
const STATES = {
  sem_gravacao: row({}),
  na_telefonia: row({ gravacao_na_telefonia: true }),
  gravada: row(file),
  processando: row({ ...file, status: 'processando' }),
  concluida: row({ ...file, status: 'concluido', analisada: true }),
  falhou: row({ ...file, status: 'erro' }),
  apagada: row({ status: 'concluido', dados_apagados_em: '2026-01-01T00:00:00.000Z' }),
};
type State = keyof typeof STATES;

describe('what a person may do with a row, by its state and their role', () => {
  // A usuario may not erase; every role has the other actions.
  const CALL: Record<State, string> = {
    sem_gravacao: 'enviar -processar -baixar -desvincular excluir apagar',
    na_telefonia: 'buscar enviar -processar -baixar -desvincular excluir apagar',
    gravada: 'enviar processar baixar desvincular excluir apagar',
    processando: '-enviar -processar baixar -desvincular -excluir -apagar',
    concluida: 'enviar processar baixar desvincular -excluir apagar',
    falhou: 'enviar processar baixar desvincular excluir apagar',
    apagada: '',
  };
  it.each(PAPEIS)('of a call center’s report, as %s', (papel) => {
    for (const [state, expected] of Object.entries(CALL)) {
      const mine = papel === 'usuario' ? expected.replace(/ -?apagar$/, '') : expected;
      expect([state, shown(callOfRow(STATES[state as State]), 'ligacoes', papel)]).toEqual([state, mine]);
    }
  });

  it.each(PAPEIS)('of an audit project, whose interviews take no file there, as %s', (papel) => {
    const of = (state: State, fields: Partial<Row> = {}) =>
      shown(itemOfRow({ ...STATES[state], ...fields }, 'a.mp3'), 'projeto', papel);
    expect(of('sem_gravacao')).toBe('ver enviar -processar -baixar -desvincular excluir');
    expect(of('concluida')).toBe('ver enviar processar baixar desvincular -excluir');
    expect(of('processando')).toBe('ver -enviar -processar baixar -desvincular -excluir');
    expect(of('gravada', { tipo_item: 'entrevista' })).toBe('ver processar baixar excluir');
    expect(of('apagada')).toBe('');
  });
});

type Page = Parameters<typeof itemOfPage>[0];
const page = (fields: Partial<Page>): Page =>
  ({
    id: ID,
    perfil: 'ligacao',
    status: 'pendente',
    arquivoPath: null,
    arquivoNome: null,
    gravacaoNaTelefonia: false,
    temGravacoesAnteriores: false,
    numeroDestino: null,
    nomeEntrevistado: null,
    dadosApagadosEm: null,
    ui_payload: null,
    ...fields,
  }) as Page;

it('offers on an item’s page what its recording, its transcript and the role allow', () => {
  const of = (fields: Partial<Page>, papel: Papel, running = false) =>
    shown(itemOfPage(page(fields), running), 'pagina', papel);
  const recorded = { arquivoPath: 'x' };
  const done = { ...recorded, status: 'concluido', ui_payload: { left: null, right: null } } as const;
  expect(of({}, 'usuario')).toBe('enviar -processar -regenerar -baixar');
  expect(of({ gravacaoNaTelefonia: true }, 'usuario')).toBe('buscar enviar -processar -regenerar -baixar');
  expect(of(recorded, 'usuario')).toBe('enviar processar -regenerar baixar');
  expect(of(done, 'usuario')).toBe('enviar processar regenerar baixar');
  for (const papel of ['gerente', 'admin'] as const) {
    expect(of(done, papel)).toBe('enviar processar regenerar baixar ouviu dossie apagar');
    expect(of(done, papel, true)).toBe('-enviar -processar -regenerar baixar ouviu dossie -apagar');
    expect(of({ ...done, dadosApagadosEm: '2026-01-01T00:00:00.000Z' }, papel)).toBe('');
  }
});

it('offers with a survey’s files to hear, to look into and to save what there is', () => {
  const file = (fields: Partial<Parameters<typeof itemOfFile>[0]>) =>
    shown(
      itemOfFile({
        ...{ id: ID, nome_entrevistado: 'Rui', estado: 'sem_gravacao', item: null },
        ...{ lacunas: { total: 0 }, envios: { total: 0 } },
        ...fields,
      } as Parameters<typeof itemOfFile>[0]),
      'arquivos',
      'usuario',
    );
  const item = { id: ID, status: 'concluido', arquivo_nome: 'a.webm', apagada: false } as never;
  expect(file({})).toBe('-baixar');
  expect(file({ estado: 'com_gravacao', item })).toBe('ouvir baixar');
  expect(file({ estado: 'recebendo', envios: { total: 1 } as never })).toBe('lacunas -baixar');
  expect(file({ estado: 'com_gravacao', item, lacunas: { total: 2 } as never })).toBe('ouvir lacunas baixar');
});

it('exports a dossier of what has a transcript and of each interview that ended, for whoever may export', () => {
  const offered = (fields: Partial<Page>, papel: Papel) =>
    offeredTo(
      itemOfPage(page(fields), false),
      actionsAt('pagina', (...right) => can(papel, PERMISSIONS[papel], ...right)),
    ).some(({ id }) => id === 'dossie');
  const done = { ui_payload: { left: null, right: null } };
  expect([offered(done, 'gerente'), offered({}, 'gerente'), offered(done, 'usuario')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(offered({ perfil: 'entrevista' }, 'gerente')).toBe(true);
  const EXPORT = 'Exportar dossiê';
  expect(menuOf({ situacao: 'concluida' })).toContain(EXPORT);
  expect(menuOf({ situacao: 'em_andamento' })).not.toContain(EXPORT);
  expect(menuOf({ situacao: 'concluida', item: null })).not.toContain(EXPORT);
});

it('names and prices a run by what it is of and what was done before', () => {
  const words = (item: ActionItem) => {
    const action = actionsAt('ligacoes', () => true).find(({ id }) => id === 'processar');
    return action ? [labelOfAction(action, item), action.cost?.(item)] : [];
  };
  expect(words(callOfRow(STATES.gravada))).toEqual(['Processar áudio', '1 crédito']);
  expect(words(callOfRow(STATES.concluida))).toEqual(['Processar novamente', '1 crédito']);
  expect(words(callOfRow(STATES.falhou))).toEqual(['Processar novamente', '1 crédito']);
  expect(words(itemOfInterview(interview({})))).toEqual(['Processar áudio', 'o custo é mostrado antes']);
});

const interview = (fields: Partial<EntrevistaNaLista>): EntrevistaNaLista =>
  ({
    id: ID,
    nome_entrevistado: 'Dona Lurdes',
    questionario_id: ID,
    situacao: 'em_andamento',
    recebimento: null,
    gravacao: 'esperada',
    segunda_gravacao: null,
    propria: true,
    item: { id: ID, status: 'pendente', arquivo_nome: null },
    ...fields,
  }) as EntrevistaNaLista;

/** The menu of an interview for a person who may do everything. */
function menuOf(fields: Partial<EntrevistaNaLista>): string[] {
  const item = itemOfInterview(interview(fields));
  const actions = actionsAt('pesquisa', (...right) => can('gerente', PERMISSIONS.gerente, ...right));
  return offeredTo(item, actions).map((action) => labelOfAction(action, item));
}

const GOES_ON = 'Continuar no mesmo aparelho';

it('offers to go on only with what a browser of one’s own may hold', () => {
  expect(menuOf({ recebimento: 'parcial' })).toContain(GOES_ON);
  expect(menuOf({ recebimento: 'parcial', propria: false })).not.toContain(GOES_ON);
  // The interview began through the API, so no runner can resume it.
  expect(menuOf({ recebimento: null })).not.toContain(GOES_ON);
  expect(menuOf({ recebimento: 'encerrada', situacao: 'interrompida' })).not.toContain(GOES_ON);
  // The interview ended on the device, whose recording is still arriving.
  expect(menuOf({ recebimento: 'parcial', situacao: 'concluida' })).not.toContain(GOES_ON);
});

it('offers to send a recording only where the server takes one', () => {
  const there = { recebimento: 'completa', situacao: 'concluida', propria: false } as const;
  expect(menuOf(there)).toContain('Enviar áudio');
  expect(menuOf({})).toContain('Enviar áudio');
  for (const refused of [
    { ...there, recebimento: 'parcial' },
    { ...there, gravacao: 'recusada' },
    { ...there, propria: true },
  ] as const) {
    expect(menuOf(refused).filter((word) => /^(Enviar|Substituir)/.test(word))).toEqual([]);
    expect(itemOfInterview(interview(refused)).takesFile).toBe(false);
  }
  expect(itemOfInterview(interview({ item: null })).takesFile).toBe(false);
});

it('offers to join a recording again only where none could be joined, to whoever did not do the interview', () => {
  const JOIN = 'Preparar gravação de novo';
  const failed = {
    recebimento: 'completa',
    situacao: 'concluida',
    propria: false,
    montagem: 'falhou',
  } as const;
  expect(menuOf(failed)).toContain(JOIN);
  expect(menuOf({ ...failed, propria: true })).not.toContain(JOIN);
  expect(menuOf({ ...failed, montagem: 'pendente' })).not.toContain(JOIN);
  // The readable parts were joined, and the server keeps this recording, so that joining is not offered again.
  const joined = { id: ID, status: 'pendente', arquivo_nome: 'entrevista.webm' } as EntrevistaNaLista['item'];
  expect(menuOf({ ...failed, item: joined })).not.toContain(JOIN);
});

it('asks which recording counts once a second one is there, whoever did not do the interview', () => {
  const CHOOSE = 'Decidir qual gravação usar';
  const offered = { estado: 'oferecida', motivo: null, recebida_em: '', tamanho: 10, duracao_s: 9 } as const;
  const ended = { recebimento: 'encerrada', situacao: 'interrompida', propria: false } as const;
  expect(menuOf({ ...ended, segunda_gravacao: offered })).toContain(CHOOSE);
  expect(menuOf({ ...ended, segunda_gravacao: { ...offered, estado: 'juntando' } })).not.toContain(CHOOSE);
  expect(menuOf({ ...ended, propria: true, segunda_gravacao: offered })).not.toContain(CHOOSE);
  expect(menuOf({ ...ended, segunda_gravacao: null })).not.toContain(CHOOSE);
});

it('leaves what a manager does with an interview to managers', () => {
  const going = interview({ recebimento: 'parcial', propria: false });
  const of = (papel: Papel) => shown(itemOfInterview(going), 'pesquisa', papel);
  expect(of('usuario')).toBe('-processar');
  expect(of('gerente')).toBe('-processar encerrar ouviu');
});
