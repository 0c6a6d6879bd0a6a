/** Words of a task: its state, progress and results. */

import type { getTarefa } from '@escuta/shared/contracts/operation/tarefas';
import { EXPORTACOES } from '@escuta/shared/domain/exports/exports';
import {
  isOpenTask,
  SIMULACAO_LABEL,
  type StatusTarefa,
  TAREFA_LABEL,
} from '@escuta/shared/domain/tasks/task-names';
import { plural } from '@escuta/shared/domain/text/in-words';
import type { Data } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatNumber } from '../../lib/text/format.ts';
import type { BadgeVariant } from '../../ui/badge.tsx';
import { reasonsOf, summaryOf } from './batch-summary.ts';

export type Tarefa = Data<typeof getTarefa>;

export const SITUACAO: Record<StatusTarefa, { label: string; variant: BadgeVariant }> = {
  pendente: { label: 'Na fila', variant: 'neutral' },
  executando: { label: 'Em andamento', variant: 'info' },
  pausada: { label: 'Pausada', variant: 'warning' },
  concluida: { label: 'Concluída', variant: 'success' },
  erro: { label: 'Parou com erro', variant: 'destructive' },
  cancelada: { label: 'Cancelada', variant: 'warning' },
};

/** Label and colour of the badge for a task's state; 'Cancelando' between a request to stop and the stop. */
export function situacaoOf(tarefa: Tarefa): { label: string; variant: BadgeVariant } {
  if (isOpenTask(tarefa.status) && tarefa.cancelamentoPedidoEm) {
    return { label: 'Cancelando', variant: 'warning' };
  }
  if (isOpenTask(tarefa.status) && tarefa.pausaPedidaEm) return { label: 'Pausando', variant: 'warning' };
  return SITUACAO[tarefa.status];
}

/** Title of a task: 'Gerar insights: Vendas'. */
export function titleOf(tarefa: Tarefa): string {
  const about = tarefa.alvo?.nome;
  const what = kindOf(tarefa);
  return about ? `${what}: ${about}` : what;
}

/** Name of a task's kind. The three tasks of an import are of one kind, so their results tell them apart. */
function kindOf(tarefa: Tarefa): string {
  if (tarefa.tipo !== 'importar_ligacoes') return TAREFA_LABEL[tarefa.tipo];
  if (tarefa.resultado?.simulada) return SIMULACAO_LABEL;
  return tarefa.resultado || isOpenTask(tarefa.status) ? TAREFA_LABEL[tarefa.tipo] : 'Ler planilha';
}

/** Link to the page with the object of a task; null if there is no such page, or if the object was deleted. */
export function placeOf({ id, tipo, alvo }: Tarefa): { to: string; label: string } | null {
  if (!alvo || alvo.projetoId === null) return null;
  if (alvo.tipo === 'lote_gravacoes') {
    return {
      to: `${href(paths.gravacoes, { id: alvo.projetoId })}?lote=${alvo.id}`,
      label: 'Ver as gravações',
    };
  }
  if (alvo.tipo === 'importacao') {
    return {
      to: href(paths.importacao, { projectId: alvo.projetoId, importacaoId: alvo.id }),
      label: 'Ver a importação',
    };
  }
  if (alvo.tipo === 'preparo')
    return { to: href(paths.auditoriaPreparo, { preparoId: alvo.id }), label: 'Ver a auditoria' };
  return tipo === 'lote'
    ? {
        to: `${href(paths.ligacoes, { projectId: alvo.projetoId })}?lote_id=${id}`,
        label: 'Ver as ligações',
      }
    : null;
}

/** Name of the company that owns a task; 'Todas as empresas' for a task of the whole installation. */
export function companyOf(tarefa: Tarefa): string {
  return tarefa.empresa?.nome ?? 'Todas as empresas';
}

/** Progress in words: '269 de 305'. */
export function progressOf({ tipo, status, resultado, progresso: { feito, total } }: Tarefa): string {
  // A task that only read a sheet has the lines of the following dry run as total, so 'x de y' would be wrong.
  if (tipo === 'importar_ligacoes' && status === 'concluida' && !resultado && total !== null)
    return plural(total, 'linha', 'linhas');
  if (total === null) {
    if (!isOpenTask(status)) return 'Nada foi feito';
    return status === 'pendente' ? 'Ainda não começou' : 'Preparando';
  }
  return `${formatNumber(feito)} de ${formatNumber(total)}`;
}

/** Progress from 0 to 1; null while it is unknown. */
export function shareOf({ progresso: { feito, total } }: Tarefa): number | null {
  if (total === null) return null;
  return total === 0 ? 1 : feito / total;
}

const itens = (n: number) => plural(n, 'item', 'itens');
const entraram = (n: number) => (n === 1 ? 'entrou' : 'entraram');

/** A task's results so far, a text per line, by kind; a line may name a created file. Empty before the task starts. */
export function resultOf(tarefa: Tarefa): string[] {
  if (!tarefa.resultado) return [];
  switch (tarefa.tipo) {
    case 'lote':
      return bulkResult(tarefa);
    case 'reprocessar_falhas': {
      const { resultado, progresso, id, status } = tarefa;
      // A stopped task counts as finished here, because the task's state already tells the reason of the stop.
      const shown = isOpenTask(status) ? 'em_andamento' : 'concluido';
      const [first, ...others] = summaryOf({ id, total: progresso.total ?? 0, status: shown, ...resultado });
      // Leaves out the first line while the task runs, because this line would repeat the progress.
      return isOpenTask(status) ? others : [first ?? '', ...others];
    }
    case 'gerar_insights': {
      const { enfileirados, saldo } = tarefa.resultado;
      if (enfileirados === 0) return isOpenTask(tarefa.status) ? [] : ['Nenhum item entrou na fila.'];
      const balance = saldo === null ? '' : ` Saldo: ${plural(saldo, 'crédito', 'créditos')}.`;
      return [`${itens(enfileirados)} ${entraram(enfileirados)} na fila.${balance}`];
    }
    case 'resolver_agentes': {
      const { ligacoes, mudadas } = tarefa.resultado;
      return [
        `${plural(ligacoes, 'ligação verificada', 'ligações verificadas')}, ${plural(mudadas, 'mudou de agente', 'mudaram de agente')}.`,
      ];
    }
    case 'ler_questionario': {
      const { perguntas, avisos } = tarefa.resultado;
      const look = avisos === 0 ? '' : `, com ${plural(avisos, 'aviso', 'avisos')} para conferir`;
      return [`${plural(perguntas, 'pergunta reconhecida', 'perguntas reconhecidas')}${look}.`];
    }
    case 'ler_auditoria': {
      const { perguntas, linhas, gravacoes, pares } = tarefa.resultado;
      return [
        `${plural(perguntas, 'pergunta', 'perguntas')}, ${plural(linhas, 'linha', 'linhas')}, ${plural(gravacoes, 'gravação', 'gravações')}, ${plural(pares, 'par', 'pares')}.`,
      ];
    }
    case 'ler_gravacoes': {
      const { gravacoes, pareadas, aDecidir } = tarefa.resultado;
      const ask = aDecidir === 0 ? '' : `, ${plural(aDecidir, 'aguardando decisão', 'aguardando decisão')}`;
      return [
        `${plural(gravacoes, 'gravação', 'gravações')}, ${plural(pareadas, 'com ligação', 'com ligação')}${ask}.`,
      ];
    }
    case 'anexar_gravacoes': {
      const { anexadas, criadas, recusadas } = tarefa.resultado;
      const made = criadas === 0 ? '' : `, ${plural(criadas, 'ligação criada', 'ligações criadas')}`;
      const not = recusadas === 0 ? '' : ` ${plural(recusadas, 'não foi anexada', 'não foram anexadas')}.`;
      return [`${plural(anexadas, 'gravação anexada', 'gravações anexadas')}${made}.${not}`];
    }
    case 'desfazer_gravacoes': {
      const { desfeitas, ficaram } = tarefa.resultado;
      const stay = ficaram === 0 ? '' : ` ${plural(ficaram, 'continua anexada', 'continuam anexadas')}.`;
      return [`${plural(desfeitas, 'gravação desvinculada', 'gravações desvinculadas')}.${stay}`];
    }
    case 'criar_auditoria': {
      const { entrevistas, enfileiradas, creditos, semCredito } = tarefa.resultado;
      const without =
        semCredito === 0 ? '' : ` ${plural(semCredito, 'gravação aguarda', 'gravações aguardam')} créditos.`;
      return [
        `${plural(entrevistas, 'entrevista criada', 'entrevistas criadas')}, ${plural(enfileiradas, 'gravação', 'gravações')} na fila (${plural(creditos, 'crédito', 'créditos')}).${without}`,
      ];
    }
    case 'reindexar':
      return [`${plural(tarefa.resultado.conversas, 'conversa indexada', 'conversas indexadas')}.`];
    case 'exportar': {
      const { tipo, linhas, ate } = tarefa.resultado;
      const [one, many] = EXPORTACOES[tipo].substantivo;
      return [`${plural(linhas, one, many)}. O arquivo fica até ${formatDateTime(ate)}.`];
    }
    case 'importar_ligacoes': {
      const { criadas, duplicadas, recusadas, simulada } = tarefa.resultado;
      const made = simulada
        ? plural(criadas, 'ligação seria criada', 'ligações seriam criadas')
        : plural(criadas, 'ligação criada', 'ligações criadas');
      return [
        `${made}, ${plural(duplicadas, 'duplicada', 'duplicadas')}, ${plural(recusadas, 'recusada', 'recusadas')}.`,
      ];
    }
    case 'desfazer_importacao': {
      const { apagadas, mantidas } = tarefa.resultado;
      return [
        `${plural(apagadas, 'ligação excluída', 'ligações excluídas')}, ${plural(mantidas, 'mantida', 'mantidas')}.`,
      ];
    }
    case 'recontar_notas': {
      const { insights, alteradas, semNota } = tarefa.resultado;
      return [
        `${plural(insights, 'veredito reavaliado', 'vereditos reavaliados')}: ${plural(alteradas, 'pontuação mudou', 'pontuações mudaram')}.`,
        ...(semNota > 0
          ? [`${plural(semNota, 'insight rejeitado saiu', 'insights rejeitados saíram')} das médias.`]
          : []),
      ];
    }
    case 'recontar_criterios': {
      const { ligacoes, comCriterios } = tarefa.resultado;
      return [
        `${plural(ligacoes, 'ligação examinada', 'ligações examinadas')}: ${formatNumber(comCriterios)} com critérios.`,
      ];
    }
    case 'ler_com_ia': {
      const { paginas, propostas, recusadas, ilegiveis } = tarefa.resultado;
      const not =
        recusadas === 0
          ? ''
          : ` ${plural(recusadas, 'trecho recusado: não está', 'trechos recusados: não estão')} no documento.`;
      const lost =
        ilegiveis === 0
          ? ''
          : ` ${plural(ilegiveis, 'resposta foi descartada', 'respostas foram descartadas')}.`;
      return [
        `${plural(paginas, 'página lida', 'páginas lidas')}, ${plural(propostas, 'proposta', 'propostas')} para conferir.${not}${lost}`,
      ];
    }
    case 'reler_planilhas': {
      const { planilhas, perdidas, naoReconhecidas, indisponiveis, acusavam } = tarefa.resultado;
      const unread = naoReconhecidas + indisponiveis;
      const lost = perdidas === 0 ? '' : `, ${plural(perdidas, 'não disponível', 'não disponíveis')}`;
      const accused =
        acusavam === 0
          ? ''
          : ` ${plural(acusavam, 'apontava falha e passou', 'apontavam falha e passaram')} para “a revisar”.`;
      return [
        `${plural(planilhas, 'planilha relida', 'planilhas relidas')}${lost}.`,
        `${plural(unread, 'resposta não reconhecida', 'respostas não reconhecidas')}.${accused}`,
      ];
    }
  }
}

/** Results of a bulk run: processed, failed and withdrawn items, and the run's speed while it lasts. */
function bulkResult({ status, resultado, progresso }: Extract<Tarefa, { tipo: 'lote' }>): string[] {
  if (!resultado) return [];
  const { pedidas, creditos, abertas, falharam, semResultado, retiradas, porMinuto, terminaEm } = resultado;
  const done = pedidas - abertas - falharam - semResultado;
  const open = abertas > 0 ? `, ${formatNumber(abertas)} na fila ou em andamento` : '';
  const lines = [
    `${formatNumber(done)} de ${plural(pedidas, 'processamento concluído', 'processamentos concluídos')} (${plural(creditos, 'crédito', 'créditos')})${open}.`,
  ];
  if (falharam > 0) {
    lines.push(
      `${plural(falharam, 'falhou', 'falharam')}: os créditos voltaram, e o motivo está na fila de falhas.`,
    );
  }
  if (semResultado > 0) {
    lines.push(
      `${plural(semResultado, 'terminou sem análise', 'terminaram sem análise')}: os créditos voltaram.`,
    );
  }
  if (retiradas > 0) {
    lines.push(
      `${plural(retiradas, 'saiu do lote antes de começar', 'saíram do lote antes de começar')}: os créditos voltaram.`,
    );
  }
  if (isOpenTask(status) && porMinuto !== null && terminaEm !== null && progresso.total !== progresso.feito) {
    lines.push(`Cerca de ${formatRate(porMinuto)}; termina por volta de ${formatDateTime(terminaEm)}.`);
  }
  return lines;
}

/** Words for a speed: '12 processamentos por minuto', '3 processamentos por hora'. */
function formatRate(porMinuto: number): string {
  return porMinuto >= 1
    ? `${plural(Math.round(porMinuto), 'processamento', 'processamentos')} por minuto`
    : `${plural(Math.max(1, Math.round(porMinuto * 60)), 'processamento', 'processamentos')} por hora`;
}

/** Reasons why a task left things out, each once with its count. */
export function leftOutOf(tarefa: Tarefa): { motivo: string; n: number }[] {
  if (!tarefa.resultado) return [];
  switch (tarefa.tipo) {
    case 'reprocessar_falhas': {
      const { id, progresso, resultado } = tarefa;
      return reasonsOf({ id, total: progresso.total ?? 0, status: 'concluido', ...resultado }).map(
        ({ mensagem, n }) => ({ motivo: mensagem, n }),
      );
    }
    case 'lote':
      return [...tarefa.resultado.puladas, ...tarefa.resultado.fora].map(({ motivo, n }) => ({ motivo, n }));
    case 'gerar_insights':
      return tarefa.resultado.ignorados.map(({ motivo, n }) => ({ motivo, n }));
    case 'resolver_agentes':
    case 'ler_questionario':
    case 'ler_auditoria':
    case 'reindexar':
    case 'exportar':
    case 'reler_planilhas':
    case 'recontar_notas':
    case 'recontar_criterios':
    case 'ler_com_ia':
      return [];
    case 'ler_gravacoes':
    case 'anexar_gravacoes':
    case 'desfazer_gravacoes':
    case 'importar_ligacoes':
    case 'desfazer_importacao':
      return [];
    case 'criar_auditoria':
      return tarefa.resultado.recusadas;
  }
}
