import type { BodyOf } from '@escuta/shared/contracts/contract';
import { type LoteWire, MAX_LOTE, type retryFalhas } from '@escuta/shared/contracts/operation/operacao';
import { AppError } from '@escuta/shared/domain/errors';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { isOpenTask } from '@escuta/shared/domain/tasks/task-names';
import { LOTE_SEM_NADA, TAREFAS } from '@escuta/shared/domain/tasks/tasks';
import { readStored } from '@escuta/shared/domain/text/stored';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';

import type { AppDeps } from '../../deps.ts';
import { companyOfFilter, countProcessedSince, findOpenFalhas, findReprocessing } from './repo.ts';

/** Counting of `restantes` ends at this number. */
const COUNT_LIMIT = 10_000;

/**
 * Requests a task that retries a filter's open failures, oldest first.
 * @throws AppError nao_encontrado (company or project outside the scope), regra_violada if nothing matches,
 * muitas_tentativas
 */
export function startReprocessing(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  filter: BodyOf<typeof retryFalhas>,
): Promise<LoteWire> {
  return deps.db.transaction(async (tx) => {
    const company = await companyOfFilter(tx, scope, filter);
    if (!company) throw new AppError('nao_encontrado', 'Empresa ou projeto não encontrado.');
    const { rows, more } = await findOpenFalhas(tx, scope, filter, MAX_LOTE, COUNT_LIMIT);
    const processadasDepois = await countProcessedSince(tx, scope, filter, COUNT_LIMIT);
    if (rows.length === 0 && processadasDepois > 0) {
      throw new AppError(
        'regra_violada',
        'Os itens destas falhas foram processados de novo depois que elas ocorreram. Reprocessar consome créditos de novo e substitui a análise. Reprocesse as falhas uma a uma ou descarte-as.',
      );
    }
    if (rows.length === 0) {
      throw new AppError('regra_violada', 'Não há falhas abertas para reprocessar com este filtro.');
    }
    const resultado = { ...LOTE_SEM_NADA, restantes: more, processadasDepois };
    const id = await createTask(tx, {
      tipo: 'reprocessar_falhas',
      empresaId: empresaIdOf(scope) ?? company.empresaId,
      actor,
      parametros: filter,
      inicio: { total: rows.length, cursor: { falhas: rows }, resultado },
    });
    return { id, status: 'em_andamento' as const, total: rows.length, ...resultado };
  });
}

/**
 * Reads the progress of a reprocessing, only for its author.
 * @throws AppError nao_encontrado for other people, or if the task is no longer stored
 */
export async function readReprocessing(
  deps: AppDeps,
  scope: Scope,
  usuarioId: string | null,
  id: string,
): Promise<LoteWire> {
  const found = await findReprocessing(deps.db, scope, usuarioId, id);
  if (!found) throw new AppError('nao_encontrado', 'Reprocessamento não encontrado.');
  const resultado = readStored(TAREFAS.reprocessar_falhas.resultado, found.resultado, LOTE_SEM_NADA);
  const ended = found.status === 'concluida' ? 'concluido' : 'interrompido';
  // The total excludes failures whose item was processed after the failure, because the reprocessing leaves these out.
  const { reprocessadas, jaTratadas, recusadas, semCredito } = resultado;
  const total = reprocessadas + jaTratadas + recusadas + semCredito + found.total - found.feito;
  return { id, status: isOpenTask(found.status) ? 'em_andamento' : ended, total, ...resultado };
}
