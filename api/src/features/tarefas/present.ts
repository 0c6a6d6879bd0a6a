import type { TarefaWire } from '@escuta/shared/contracts/tarefas';
import { isOpenTask, TAREFAS } from '@escuta/shared/domain/tasks';
import type { Session } from '../../sign-in/session.ts';
import type { TarefaRow } from './repo.ts';

/** Who may stop or resume a task: who asked for it, and whoever manages the company. */
export function mayManage(session: Session, row: Pick<TarefaRow, 'autor_id'>): boolean {
  return session.papel !== 'usuario' || (row.autor_id !== null && row.autor_id === session.usuarioId);
}

/** A task as it leaves. What an older version wrote and this one cannot read is left out, not a failure of the list. */
export function presentTarefa(session: Session, row: TarefaRow): TarefaWire {
  const mine = mayManage(session, row);
  const { tipo } = row;
  return {
    id: row.id,
    tipo,
    empresa: row.empresa_id === null ? null : { id: row.empresa_id, nome: row.empresa_nome ?? '' },
    autor: row.autor_id === null ? null : { id: row.autor_id, nome: row.autor_nome },
    alvo:
      row.alvo_tipo === null || row.alvo_id === null
        ? null
        : { tipo: row.alvo_tipo, id: row.alvo_id, nome: row.alvo_nome },
    status: row.status,
    progresso: { feito: row.feito, total: row.total, falhas: row.falhas },
    resultado: TAREFAS[tipo].resultado.safeParse(row.resultado).data ?? null,
    erro: row.erro,
    cancelamentoPedidoEm: row.cancelar_em?.toISOString() ?? null,
    criadaEm: row.created_at.toISOString(),
    iniciadaEm: row.iniciada_em?.toISOString() ?? null,
    terminadaEm: row.terminada_em?.toISOString() ?? null,
    expiraEm: row.expira_em?.toISOString() ?? null,
    pode: {
      cancelar: mine && isOpenTask(row.status) && row.cancelar_em === null,
      continuar: mine && canResume(row),
    },
  } as TarefaWire;
}

/** Whether a task ended before its end, and can be read by this version. */
export function canResume({ status, codigo_erro }: Pick<TarefaRow, 'status' | 'codigo_erro'>): boolean {
  return (status === 'erro' || status === 'cancelada') && codigo_erro !== 'ilegivel';
}
