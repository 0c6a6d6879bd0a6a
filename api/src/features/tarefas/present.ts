import type { TarefaWire } from '@escuta/shared/contracts/operation/tarefas';
import { endsAt } from '@escuta/shared/domain/runs/bulk-estimate';
import { isOpenTask, PAUSAVEIS } from '@escuta/shared/domain/tasks/task-names';
import { TAREFAS } from '@escuta/shared/domain/tasks/tasks';
import { readStored } from '@escuta/shared/domain/text/stored';
import { rateOf } from '@escuta/shared/services/runs/bulk-runs';
import type { Session } from '../../sign-in/session.ts';
import type { TarefaRow } from './repo.ts';

/** True if the caller may stop or resume a task: its author, or a manager. */
export function mayManage(session: Session, row: Pick<TarefaRow, 'autor_id'>): boolean {
  return session.papel !== 'usuario' || (row.autor_id !== null && row.autor_id === session.usuarioId);
}

type Progresso = TarefaWire['progresso'];
type Shown = { progresso: Progresso; resultado: TarefaWire['resultado'] };

/** Shapes a task, without stored parts that this version cannot read. */
export function presentTarefa(session: Session, row: TarefaRow): TarefaWire {
  const mine = mayManage(session, row);
  const { tipo } = row;
  const { progresso, resultado } = shownOf(row);
  return {
    id: row.id,
    tipo,
    empresa: row.empresa_id === null ? null : { id: row.empresa_id, nome: row.empresa_nome ?? '' },
    autor: row.autor_id === null ? null : { id: row.autor_id, nome: row.autor_nome },
    alvo:
      row.alvo_tipo === null || row.alvo_id === null
        ? null
        : { tipo: row.alvo_tipo, id: row.alvo_id, nome: row.alvo_nome, projetoId: row.alvo_projeto_id },
    status: row.status,
    progresso,
    resultado,
    erro: row.erro,
    cancelamentoPedidoEm: row.cancelar_em?.toISOString() ?? null,
    pausaPedidaEm: row.pausar_em?.toISOString() ?? null,
    criadaEm: row.created_at.toISOString(),
    iniciadaEm: row.iniciada_em?.toISOString() ?? null,
    terminadaEm: row.terminada_em?.toISOString() ?? null,
    expiraEm: row.expira_em?.toISOString() ?? null,
    pode: {
      pausar: mine && canPause(row) && row.cancelar_em === null && row.pausar_em === null,
      cancelar: mine && (isOpenTask(row.status) || row.status === 'pausada') && row.cancelar_em === null,
      continuar: mine && canResume(row),
    },
  } as TarefaWire;
}

/** A task's progress; for a bulk run, its runs' progress, even if the task has ended. */
function shownOf(row: TarefaRow): Shown {
  const { tipo, feito, total, falhas, andamento } = row;
  const stored = { progresso: { feito, total, falhas }, resultado: readResult(row) };
  if (tipo !== 'lote' || !andamento) return stored;
  const resultado = readStored(TAREFAS.lote.resultado, row.resultado, null);
  if (!resultado) return stored;
  const { abertas, falharam, semResultado } = andamento;
  const passed = resultado.puladas.reduce((all, { n }) => all + n, 0);
  const done = resultado.pedidas - abertas + passed;
  const all = total === null ? null : Math.max(total, done);
  const goesOn = isOpenTask(row.status);
  const porMinuto = goesOn ? rateOf(andamento) : null;
  const end = all === null ? null : endsAt({ falta: all - done, porMinuto }, new Date());
  return {
    progresso: { feito: done, total: all, falhas: falharam + passed },
    resultado: {
      ...resultado,
      abertas,
      falharam,
      semResultado,
      porMinuto,
      terminaEm: end?.toISOString() ?? null,
    },
  };
}

const readResult = ({ tipo, resultado }: TarefaRow): TarefaWire['resultado'] =>
  TAREFAS[tipo].resultado.safeParse(resultado).data ?? null;

/** True if a task can be paused and has work left. */
export function canPause(row: TarefaRow): boolean {
  if (!PAUSAVEIS.includes(row.tipo) || !isOpenTask(row.status)) return false;
  if (row.tipo !== 'lote') return true;
  const { progresso, resultado } = shownOf(row);
  const abertas = resultado && 'abertas' in resultado ? resultado.abertas : 0;
  return progresso.total === null || progresso.feito + abertas < progresso.total;
}

/** True if a paused or failed task can resume: this version can read it, and its import (if any) still waits for it. */
export function canResume({
  status,
  codigo_erro,
  espera,
}: Pick<TarefaRow, 'status' | 'codigo_erro' | 'espera'>): boolean {
  if (status === 'pausada') return true;
  if (!espera) return false;
  return (status === 'erro' || status === 'cancelada') && codigo_erro !== 'ilegivel';
}
