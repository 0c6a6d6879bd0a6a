// SQL: reads an item's state in a single statement, if needed under the lock that writers of the state take.

import type { Db } from '@escuta/prisma/db';
import { AppError, type ErrorCode } from '../../domain/errors.ts';
import { type AtoItem, type FatosDoItem, stateOfItem, VIDA_DO_ITEM } from '../../domain/life/item.ts';
import { INSTALACAO } from '../../domain/scope.ts';
import { ANALISADO } from '../../platform/database/conditions/analysed.ts';
import { runOfPresentRecording } from '../../platform/database/conditions/present-recording.ts';
import { literal, sql } from '../../platform/database/sql.ts';
import type { Actor } from '../log/audit-log.ts';

/**
 * Reads the facts for `stateOfItem`.
 * @throws AppError nao_encontrado
 */
export async function readFacts(db: Db, itemId: string): Promise<FatosDoItem> {
  const { rows } = await db.sql<FatosDoItem>(
    sql`select i.status::text as status, i.arquivo_path is not null as "temGravacao",
      i.dados_apagados_em is not null as apagado,
        (select x.status::text from execucoes x where x.item_id = i.id and x.status in ('na_fila', 'executando'))
          as aberta,
        (select case when bool_or(${literal(runOfPresentRecording('r.execucao_id'))}) then 'esta'
          when count(*) > 0 then 'outra' end
          from auditoria_resultados r where r.item_id = i.id and ${literal(ANALISADO)}) as analise
      from auditoria_itens i where i.id = ${itemId}::uuid`,
    'item_fatos',
  );
  if (!rows[0]) throw new AppError('nao_encontrado', 'Item de auditoria não encontrado.');
  return rows[0];
}

const SENTENCES: Partial<Record<ErrorCode, string>> = {
  execucao_em_andamento: 'Este item está sendo processado. Aguarde o término e tente novamente.',
  sem_arquivo: 'Este item não tem gravação.',
  item_com_resultados: 'Este item possui dados de análise associados',
  dados_apagados: 'Os dados desta gravação foram apagados; só o registro dela é mantido.',
};

export const itemRefusal = (code: ErrorCode): AppError =>
  new AppError(
    code,
    SENTENCES[code] ?? 'Este item não aceita esta ação agora. Recarregue a página para ver o status atual.',
  );

/**
 * True if an actor may replace, remove or restore evidence: only a signed-in gerente of the company or administrator.
 */
export async function mayReplaceEvidence(
  db: Db,
  empresaId: string,
  { usuarioId, via }: Actor,
): Promise<boolean> {
  if (usuarioId === null || via !== 'pessoa') return false;
  const membro = await db.within(INSTALACAO).membro.findFirst({
    where: { usuarioId, ativo: true, OR: [{ empresaId, papel: 'gerente' }, { papel: 'admin' }] },
    select: { id: true },
  });
  return membro !== null;
}

type Held = { id: string; empresa_id: string };

/**
 * Checks an action against VIDA_DO_ITEM; the result is final only under the item's lock.
 * @throws AppError the refusal's code; sem_permissao if reserved for a gerente
 */
export async function requireAct(db: Db, item: Held, ato: AtoItem, actor: Actor): Promise<void> {
  const desfecho = VIDA_DO_ITEM[stateOfItem(await readFacts(db, item.id))][ato];
  if (desfecho === 'nada') return;
  if ('recusa' in desfecho) throw itemRefusal(desfecho.recusa);
  if ('so' in desfecho && !(await mayReplaceEvidence(db, item.empresa_id, actor))) {
    throw new AppError(
      'sem_permissao',
      'Este item já foi analisado: só um gerente pode trocar, remover ou recuperar a gravação da análise.',
    );
  }
}
