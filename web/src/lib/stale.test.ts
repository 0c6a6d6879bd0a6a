import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { TIPOS_TAREFA } from '@escuta/shared/domain/task-names';
import { type LiveEvent, liveEventSchema } from '@escuta/shared/queues/pipeline';
import { expect, it } from 'vitest';
import { CONSTANT, staleAfter, staleKeys, staleSummaries, TOPICS, WRITES } from './stale.ts';

const reads = ALL_CONTRACTS.filter((contract) => contract.method === 'GET').map((contract) => contract.id);
const writes = ALL_CONTRACTS.filter((contract) => contract.method !== 'GET').map((contract) => contract.id);
const ids = { empresaId: 'e', projetoId: 'p', itemId: 'i' };
const events: LiveEvent[] = [
  { tipo: 'item', ...ids, status: 'concluido' },
  { tipo: 'execucao', ...ids, execucaoId: 'x', etapa: 'audio', status: 'executando' },
  { tipo: 'creditos', empresaId: 'e' },
  { tipo: 'notificacao', empresaId: 'e', usuarioId: 'u' },
  { tipo: 'tarefa', empresaId: 'e', tarefaId: 't', tipoTarefa: 'gerar_insights', status: 'executando' },
];

it('knows every call that changes something, and no other', () => {
  expect(Object.keys(WRITES).toSorted()).toEqual(writes.toSorted());
});

it('has every answer under one topic, or among those that nothing changes', () => {
  expect([...Object.values(TOPICS).flat(), ...CONSTANT].toSorted()).toEqual(reads.toSorted());
});

/** Contract ids that an event makes stale, at once or with the summaries. */
const idsOf = (event: LiveEvent): unknown[] =>
  [...staleKeys(event), ...staleSummaries(event)].map(([id]) => id);

it('names only answers for live events too', () => {
  const kinds = liveEventSchema.options.map((option) => option.shape.tipo.value);
  expect(events.map(({ tipo }) => tipo).toSorted()).toEqual(kinds.toSorted());
  for (const event of events) {
    const keys = [...staleKeys(event), ...staleSummaries(event)];
    expect(keys.length).toBeGreaterThan(0);
    for (const [id] of keys) expect(reads, String(id)).toContain(id);
  }
});

it('narrows an event to its item and its project', () => {
  expect(staleKeys(events[0]!)).toContainEqual(['getResultadoCompleto', { id: 'i' }]);
  expect(staleKeys(events[0]!)).toContainEqual(['listItensDoProjeto', { id: 'p' }]);
});

it('refreshes the bell alone when a notice comes', () => {
  const notice = events.find(({ tipo }) => tipo === 'notificacao')!;
  expect(idsOf(notice)).toEqual(['listNotificacoes']);
});

it('refreshes each list of calls when a call changes, but for those that nobody watches', () => {
  const watched = idsOf(events[0]!);
  // Asked for by a press or a typed word, and answered once.
  const askedOnce = ['listTestableCalls', 'previewExecucao', 'searchItens', 'listVereditosAnteriores'];
  expect(TOPICS.itens.filter((id) => !watched.includes(id)).toSorted()).toEqual(askedOnce.toSorted());
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

it('makes a purchase felt wherever a balance stands', () => {
  expect(staleAfter('comprarCreditos')).toEqual(
    expect.arrayContaining([['getSaldo'], ['getExtrato'], ['getEmpresa'], ['getDashboard']]),
  );
});

it('makes a recording and its audit felt in the lists of interviews', () => {
  for (const id of ['uploadAudio', 'detachArquivo', 'createItemEntrevista', 'processarItem', 'apagarDados']) {
    expect(staleAfter(id), id).toContainEqual(['listEntrevistasDaPesquisa']);
  }
  for (const id of ['processarItem', 'regenerarAnalise', 'apagarDados']) {
    expect(staleAfter(id), id).toEqual(expect.arrayContaining([['getMapaDaPesquisa'], ['listConfrontos']]));
  }
});

it('refuses a call that the table does not know', () => {
  expect(() => staleAfter('inventado')).toThrow('inventado');
});
