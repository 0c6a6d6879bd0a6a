import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { TIPOS_TAREFA } from '@escuta/shared/domain/tasks/task-names';
import { type LiveEvent, liveEventSchema } from '@escuta/shared/queues/pipeline';
import { partialMatchKey, type QueryKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryKey, topicKey } from './query.ts';
import { staleKeys, staleSummaries } from './stale.ts';

const reads = ALL_CONTRACTS.filter((contract) => contract.method === 'GET');
const writes = ALL_CONTRACTS.filter((contract) => contract.method !== 'GET');
const ids = { empresaId: 'e', projetoId: 'p', itemId: 'i' };
const events: LiveEvent[] = [
  { tipo: 'item', ...ids, status: 'concluido' },
  { tipo: 'execucao', ...ids, execucaoId: 'x', etapa: 'audio', status: 'executando' },
  { tipo: 'creditos', empresaId: 'e' },
  { tipo: 'alertas', empresaId: 'e' },
  { tipo: 'notificacao', empresaId: 'e', usuarioId: 'u' },
  { tipo: 'tarefa', empresaId: 'e', tarefaId: 't', tipoTarefa: 'gerar_insights', status: 'executando' },
];

/** Ids of the contracts whose answers about record `id` match the keys. */
const reached = (keys: readonly QueryKey[], id: string): string[] =>
  reads
    .filter((contract) => {
      const key = queryKey(contract, { params: { id } } as never);
      return keys.some((prefix) => partialMatchKey(key, prefix));
    })
    .map((contract) => contract.id);

/** Ids of the contracts whose answers an event makes stale, through `staleKeys` or `staleSummaries`. */
const idsOf = (event: LiveEvent): string[] =>
  Object.values({ ...ids, tarefaId: 't' }).flatMap((id) =>
    reached([...staleKeys(event), ...staleSummaries(event)], id),
  );

/** Contract ids that a call makes stale. */
const staleAfter = (id: string): string[] =>
  reached((writes.find((contract) => contract.id === id)?.touches ?? []).map(topicKey), 'x');

it('has answers under each topic that a call touches, and a call or an event that touches each topic', () => {
  const shown = new Set(reads.flatMap(({ topic }) => topic ?? []));
  const touched = new Set(writes.flatMap(({ touches }) => touches ?? []));
  expect([...touched].filter((topic) => !shown.has(topic))).toEqual([]);
  // No contract names 'registros', because every call touches the logs (kit/mutation.ts).
  expect([...shown].filter((topic) => !touched.has(topic as never))).toEqual(['registros']);
});

it('names only answers for live events too', () => {
  const kinds = liveEventSchema.options.map((option) => option.shape.tipo.value);
  expect(events.map(({ tipo }) => tipo).toSorted()).toEqual(kinds.toSorted());
  for (const event of events) {
    const keys = [...staleKeys(event), ...staleSummaries(event)];
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      const [, of] = key as [unknown, { id: string }?];
      expect(reached([key], of?.id ?? 'x'), JSON.stringify(key)).not.toEqual([]);
    }
  }
});

it('narrows an event to its item and its project', () => {
  const keys = staleKeys(events[0]!);
  expect(reached(keys, 'i')).toContain('getResultadoCompleto');
  expect(reached(keys, 'p')).toContain('listItensDoProjeto');
  expect(reached(keys, 'x')).not.toContain('getResultadoCompleto');
  expect(reached(keys, 'x')).not.toContain('listItensDoProjeto');
});

it('refreshes the bell and the work given to a person when a notice comes', () => {
  const notice = events.find(({ tipo }) => tipo === 'notificacao')!;
  expect([...new Set(idsOf(notice))]).toEqual(['listNotificacoes', 'getIndicacoes']);
});

it('refreshes each list of calls when a call changes, but for those that nobody watches', () => {
  const watched = idsOf(events[0]!);
  // Answers that are requested once, after a press or a typed word, and never refetched.
  const askedOnce = [
    ...['listTestableCalls', 'previewExecucao', 'searchItens', 'listVereditosAnteriores'],
    'listMomentos',
  ];
  const items = reads.filter(({ topic }) => topic === 'itens').map(({ id }) => id);
  expect(items.filter((id) => !watched.includes(id)).toSorted()).toEqual(askedOnce.toSorted());
});

it('refreshes the lists that a task fills, besides the list of tasks', () => {
  const filled = (tipoTarefa: (typeof TIPOS_TAREFA)[number]) =>
    idsOf({ tipo: 'tarefa', empresaId: 'e', tarefaId: 't', tipoTarefa, status: 'executando' });
  for (const tipo of TIPOS_TAREFA) expect(filled(tipo), tipo).toContain('listTarefas');
  expect(filled('importar_ligacoes')).toEqual(expect.arrayContaining(['listImportacoes', 'listLigacoes']));
  expect(filled('anexar_gravacoes')).toEqual(expect.arrayContaining(['listLotesGravacao', 'listLigacoes']));
  expect(filled('ler_auditoria')).toContain('listPreparos');
  expect(filled('resolver_agentes')).toEqual(expect.arrayContaining(['listAgentes', 'listLigacoes']));
});

it('refreshes what counts calls when a task makes, deletes or changes some', () => {
  const counted = (tipoTarefa: (typeof TIPOS_TAREFA)[number]) =>
    idsOf({ tipo: 'tarefa', empresaId: 'e', tarefaId: 't', tipoTarefa, status: 'concluida' });
  for (const tipo of [
    'importar_ligacoes',
    'desfazer_importacao',
    'anexar_gravacoes',
    'desfazer_gravacoes',
    'criar_auditoria',
  ] as const) {
    expect(counted(tipo), tipo).toEqual(
      expect.arrayContaining(['listLigacoes', 'listProjetos', 'getProjeto', 'getDashboard', 'getAuditoria']),
    );
  }
  expect(counted('criar_auditoria')).toEqual(
    expect.arrayContaining(['listPesquisas', 'listEntrevistasDaPesquisa', 'getQuestionario', 'getQuadro']),
  );
  expect(counted('resolver_agentes')).toEqual(
    expect.arrayContaining(['getRelatorioAgentes', 'getDashboard']),
  );
  expect(counted('exportar')).not.toContain('listLigacoes');
});

it('makes a purchase felt wherever a balance stands', () => {
  expect(staleAfter('buyCreditos')).toEqual(
    expect.arrayContaining(['getSaldo', 'getExtrato', 'getEmpresa', 'getDashboard']),
  );
});

it('makes a recording and its audit felt in the lists of interviews', () => {
  for (const id of ['uploadAudio', 'detachArquivo', 'createItemEntrevista', 'processItem', 'eraseDados']) {
    expect(staleAfter(id), id).toContain('listEntrevistasDaPesquisa');
  }
  for (const id of ['processItem', 'regenerateAnalise', 'eraseDados']) {
    expect(staleAfter(id), id).toEqual(expect.arrayContaining(['getMapaDaPesquisa', 'listConfrontos']));
  }
});

it('makes a survey that moves to a project felt in the list of surveys', () => {
  for (const id of ['createProjeto', 'updateProjeto', 'updatePesquisa']) {
    expect(staleAfter(id), id).toContain('listPesquisas');
  }
});
