import type {
  ProjetoWire,
  projetoDetalhe,
  projetoNaLista,
} from '@escuta/shared/contracts/operation/projetos';
import { STATUS_PROCESSAMENTO, type StatusProcessamento } from '@escuta/shared/domain/runs/status';
import type { z } from 'zod';
import type { MetricasRow, ProjetoDetalheRow, ProjetoNaListaRow, ProjetoRow } from './repo.ts';

export function presentProjeto(row: ProjetoRow): ProjetoWire {
  return {
    id: row.id,
    nome: row.nome,
    descricao: row.descricao,
    tipo_projeto: row.tipo_projeto,
    empresa_id: row.empresa_id,
    canal_agente: row.canal_agente,
    isActive: row.is_active,
    auditoria_automatica: row.auditoria_automatica,
    exemplo: row.exemplo,
    pesquisa_id: row.pesquisa_id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function presentProjetoNaLista(row: ProjetoNaListaRow): z.infer<typeof projetoNaLista> {
  return {
    ...presentProjeto(row),
    empresa: { nome: row.empresa_nome },
    totalAuditorias: row.itens,
    concluidos: row.concluidos,
    pontuacaoMedia: row.pontuacao_media,
    ultimaAtividade: row.ultima_atividade?.toISOString() ?? null,
    templatesVinculados: row.templates,
    pesquisas: row.pesquisas,
  };
}

/** Shapes a project with figures and lists. `minutosPorCredito`: minutes of an interview per credit. */
export function presentProjetoDetalhe(
  row: ProjetoDetalheRow,
  minutosPorCredito: number,
): z.infer<typeof projetoDetalhe> {
  return {
    ...presentProjeto(row),
    estatisticas: {
      totalAuditorias: row.itens,
      auditoriasConcluidas: row.concluidos,
      tempoMedioProcessamento: row.tempo_medio_min,
    },
    insightsVinculados: row.insights,
    empresa: { nome: row.empresa_nome },
    minutos_por_credito: minutosPorCredito,
    pesquisas: row.pesquisas,
  };
}

/** The metric cards; figures are null if there are too many items. The mean includes only items of known duration. */
export function presentMetricas(row: MetricasRow) {
  const porStatus = Object.fromEntries(STATUS_PROCESSAMENTO.map((s) => [s, 0])) as Record<
    StatusProcessamento,
    number
  >;
  if (!row.situacoes) {
    return { numerosUnicos: null, totalLigacoes: null, duracaoMediaS: null, duracaoTotalS: null, porStatus };
  }
  let duracaoTotalS = 0;
  let comDuracao = 0;
  for (const part of row.situacoes) {
    porStatus[part.status] = part.n;
    duracaoTotalS += part.duracao_s;
    comDuracao += part.com_duracao;
  }
  return {
    numerosUnicos: row.numeros,
    totalLigacoes: Object.values(porStatus).reduce((sum, n) => sum + n, 0),
    duracaoMediaS: comDuracao === 0 ? null : Math.round((duracaoTotalS / comDuracao) * 10) / 10,
    duracaoTotalS,
    porStatus,
  };
}
