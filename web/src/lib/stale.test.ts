import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { expect, it } from 'vitest';
import { CONSTANT, staleAfter, staleKeys, staleSummaries, TOPICS, WRITES } from './stale.ts';

const reads = ALL_CONTRACTS.filter((contract) => contract.method === 'GET').map((contract) => contract.id);
const writes = ALL_CONTRACTS.filter((contract) => contract.method !== 'GET').map((contract) => contract.id);
const ids = { empresaId: 'e', projetoId: 'p', itemId: 'i' };
const events: LiveEvent[] = [
  { tipo: 'item', ...ids, status: 'concluido' },
  { tipo: 'execucao', ...ids, execucaoId: 'x', etapa: 'audio', status: 'executando' },
  { tipo: 'creditos', empresaId: 'e' },
  { tipo: 'tarefa', empresaId: 'e', tarefaId: 't', tipoTarefa: 'gerar_insights', status: 'executando' },
];

it('knows every call that changes something, and no other', () => {
  expect(Object.keys(WRITES).toSorted()).toEqual(writes.toSorted());
});

it('has every answer under one topic, or among those that nothing changes', () => {
  expect([...Object.values(TOPICS).flat(), ...CONSTANT].toSorted()).toEqual(reads.toSorted());
});

it('names only answers for live events too', () => {
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
