import type { Readable } from 'node:stream';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/operation/exportacoes';
import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import type { AlvoExportacao, PedidoExportacao } from '@escuta/shared/domain/exports/export-request';
import {
  EXPORTACAO_MAX,
  EXPORTACAO_NA_HORA,
  exportOf,
  type TipoExportacao,
} from '@escuta/shared/domain/exports/exports';
import { requireBytes } from '@escuta/shared/services/accounts/company-bytes';
import { exportName, TIPO_DO_FORMATO } from '@escuta/shared/services/exports/file';
import { exportedDetails } from '@escuta/shared/services/lists/export-details';
import { countRows, prepareFile, tooMany } from '@escuta/shared/services/lists/export-file';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { createTask } from '@escuta/shared/services/tasks/tasks';

import type { Reader } from '../../access/accesses-repo.ts';
import type { AppDeps } from '../../deps.ts';
import { streamOfSnapshot } from '../../http/export-stream.ts';
import type { Session } from '../../sign-in/session.ts';
import { type Exportado, findExportado } from './repo.ts';

/**
 * Requires the rights to read and export a kind.
 * @throws AppError sem_permissao
 */
export function requireExport(
  { papel, permissions }: Pick<Session, 'papel' | 'permissions'>,
  tipo: TipoExportacao,
): void {
  const { recurso, rotulo } = exportOf(tipo);
  if (can(papel, permissions, recurso, 'export') && can(papel, permissions, recurso, 'read')) return;
  throw new AppError(
    'sem_permissao',
    `Você não tem permissão para exportar ${rotulo.toLowerCase()}: peça a permissão a um gerente.`,
  );
}

/**
 * The target of an export. Only administrators export accounts of all companies.
 * @throws AppError sem_permissao, nao_encontrado
 */
export async function targetOf(
  { db }: Pick<AppDeps, 'db'>,
  session: Session,
  { tipo, alvo }: Pick<AlvoExportacao, 'tipo' | 'alvo'>,
): Promise<Exportado> {
  requireExport(session, tipo);
  if (!alvo) return { id: session.empresaId, empresaId: session.empresaId, nome: '' };
  const found = await findExportado(db, session.scope, alvo);
  if (!found) throw new AppError('nao_encontrado', 'Os itens a exportar não foram encontrados.');
  return found;
}

/**
 * Number of rows, and whether their file is sent at once or written by a task.
 * @throws AppError sem_permissao, nao_encontrado
 */
export async function countOf(
  deps: AppDeps,
  session: Session,
  alvo: AlvoExportacao,
): Promise<ResponseOf<typeof contracts.countExportacao>['data']> {
  await targetOf(deps, session, alvo);
  const linhas = await countRows(deps.db, session.scope, alvo);
  return { linhas, naHora: linhas <= EXPORTACAO_NA_HORA, demais: linhas > EXPORTACAO_MAX };
}

/**
 * Streams a list from a single snapshot; logs the reader before the first byte.
 * @throws AppError sem_permissao, nao_encontrado, regra_violada for too many rows to send at once, muitas_tentativas
 */
export async function fileNow(
  deps: AppDeps,
  session: Session,
  { actor, reader }: { actor: Actor; reader: Reader },
  pedido: PedidoExportacao,
): Promise<{ nome: string; tipo: string; corpo: Readable }> {
  const { id, empresaId, nome } = await targetOf(deps, session, pedido);
  const corpo = await streamOfSnapshot(deps, empresaId, async (snapshot) => {
    const { linhas, bytes } = await prepareFile(snapshot, session.scope, pedido, { max: EXPORTACAO_NA_HORA });
    const alvo = pedido.alvo?.tipo ?? 'empresa';
    await deps.accesses.write(reader, [{ tipo: 'exportacao', alvo, id, empresaId }]);
    await recordAction(deps.db, {
      ...actor,
      empresaId,
      acao: 'lista_exportada',
      recurso: pedido.tipo,
      recursoId: id,
      detalhes: { ...exportedDetails(pedido), linhas },
    });
    return bytes();
  });
  return {
    nome: exportName(pedido.tipo, nome, pedido.formato),
    tipo: TIPO_DO_FORMATO[pedido.formato],
    corpo,
  };
}

/**
 * Requests a file from the workers, with the rows at the time of writing.
 * @returns the task's id
 * @throws AppError sem_permissao, nao_encontrado, regra_violada, cota_atingida, muitas_tentativas
 */
export async function fileLater(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  pedido: PedidoExportacao,
): Promise<string> {
  const { empresaId, nome } = await targetOf(deps, session, pedido);
  const { alvo } = pedido;
  if (!alvo) {
    throw new AppError(
      'regra_violada',
      'Selecione uma empresa: a exportação em segundo plano é de uma só empresa.',
    );
  }
  if ((await countRows(deps.db, session.scope, pedido)) > EXPORTACAO_MAX) {
    throw tooMany(pedido.tipo, EXPORTACAO_MAX);
  }
  const shown =
    alvo.tipo === 'projeto' || alvo.tipo === 'auditoria' ? { alvo: { ...alvo, tipo: alvo.tipo } } : {};
  const id = await deps.db.transaction(async (tx) => {
    await requireBytes(tx, deps.env, empresaId, 0);
    return createTask(tx, {
      tipo: 'exportar',
      empresaId,
      actor,
      parametros: { ...shown, pedido, nome: exportName(pedido.tipo, nome, pedido.formato) },
    });
  });
  deps.publish([{ tipo: 'tarefa', empresaId, tarefaId: id, tipoTarefa: 'exportar', status: 'pendente' }]);
  return id;
}
