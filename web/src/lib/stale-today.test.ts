// What each call and each live event made stale when this file was written: `stale-today.tsv` (the call or event, a tab, the answers).
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { TIPOS_TAREFA } from '@escuta/shared/domain/task-names';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryKey } from './query.ts';
import { keysOf, staleAfter, staleKeys, staleSummaries, TOPICS, type Topic } from './stale.ts';
import known from './stale-today.tsv?raw';

/** Whose answers are in the cache: an item's, a project's, a task's, another thing's. */
const OF = ['i', 'p', 't', 'x'];
const client = new QueryClient();
for (const contract of ALL_CONTRACTS.filter(({ method }) => method === 'GET')) {
  for (const id of OF) client.setQueryData(queryKey(contract, { params: { id } } as never), id);
}

/** The answers that keys reach: by contract id, and of whom where it is not all of them. */
function reached(keys: readonly QueryKey[]): string {
  const found = new Map<string, Set<unknown>>();
  for (const prefix of keys) {
    for (const query of client.getQueryCache().findAll({ queryKey: prefix })) {
      const id = String(query.queryKey[0]);
      found.set(id, (found.get(id) ?? new Set()).add(query.state.data));
    }
  }
  return [...found]
    .map(([id, of]) => (of.size === OF.length ? id : `${id}:${[...of].toSorted().join()}`))
    .toSorted()
    .join(' ');
}

const ids = { empresaId: 'e', projetoId: 'p', itemId: 'i' };
const events: readonly (readonly [string, LiveEvent])[] = [
  ['item', { tipo: 'item', ...ids, status: 'concluido' }],
  ['execucao', { tipo: 'execucao', ...ids, execucaoId: 'x', etapa: 'audio', status: 'executando' }],
  ['creditos', { tipo: 'creditos', empresaId: 'e' }],
  ['notificacao', { tipo: 'notificacao', empresaId: 'e', usuarioId: 'u' }],
  ...TIPOS_TAREFA.map(
    (tipoTarefa) =>
      [
        `tarefa ${tipoTarefa}`,
        { tipo: 'tarefa', empresaId: 'e', tarefaId: 't', tipoTarefa, status: 'executando' },
      ] as const,
  ),
];

it('makes the same answers stale as before', () => {
  const lines = [
    ...ALL_CONTRACTS.filter(({ method }) => method !== 'GET').map(
      (contract) => `${contract.id}\t${reached(staleAfter(contract.id))}`,
    ),
    ...events.flatMap(([name, event]) => [
      `event ${name}, at once\t${reached(staleKeys(event))}`,
      `event ${name}, summed up\t${reached(staleSummaries(event))}`,
    ]),
    ...(Object.keys(TOPICS) as Topic[]).map((topic) => `topic ${topic}\t${reached(keysOf([topic]))}`),
  ];
  expect(lines.toSorted()).toEqual(known.slice(0, -1).split('\n'));
});
