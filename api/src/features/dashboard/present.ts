import { TOTAL_LIMITE } from '@escuta/shared/contracts/common';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import {
  ALERTAS_LIMITE,
  type getDashboard,
  type getItensPorProjeto,
} from '@escuta/shared/contracts/insights/dashboard';
import { type Contagens, qualityShares } from '@escuta/shared/domain/exports/figures';
import { insightAttention } from '@escuta/shared/domain/insights/insight-attention';
import { apart } from '@escuta/shared/domain/reports/drawn-apart';
import { balanceNotice } from '@escuta/shared/domain/runs/credits';
import { STATUS_PROCESSAMENTO, type StatusProcessamento } from '@escuta/shared/domain/runs/status';
import type { PendingFirings } from '../../reads/pending-firings-repo.ts';
import type {
  AchadosRow,
  AtencaoRow,
  AtividadeRow,
  ItensPorProjetoRow,
  MesRow,
  ProjetoRow,
  ResumoRow,
} from './repo.ts';

type Painel = ResponseOf<typeof getDashboard>['data'];
type ItensPorProjeto = ResponseOf<typeof getItensPorProjeto>['data'];

/** Results of the statements; null: the statement failed. */
export type Partes = {
  data: Painel['data'];
  resumo: ResumoRow | null;
  /** The months, and the sum of their drawn calls' scores. */
  meses: [MesRow[], { n: number; soma: number } | undefined] | null;
  achados: AchadosRow | null;
  projetos: ProjetoRow[] | null;
  atividade: AtividadeRow[] | null;
  atencao: AtencaoRow | null;
  conferencia: Contagens | null;
  disparos: PendingFirings | null;
};

function presentStatus(rows: ResumoRow['situacoes']): Record<StatusProcessamento, number> {
  const counts = Object.fromEntries(STATUS_PROCESSAMENTO.map((status) => [status, 0]));
  for (const { status, n } of rows) counts[status] = n;
  return counts as Record<StatusProcessamento, number>;
}

function presentAlertas(
  resumo: ResumoRow,
  atencao: AtencaoRow,
  disparos: PendingFirings,
  saldoMinimo: number,
): Painel['alertas'] {
  const insights = Math.min(atencao.n, ALERTAS_LIMITE);
  const exato = atencao.n <= ALERTAS_LIMITE;
  const saldoBaixo = balanceNotice(resumo, saldoMinimo).baixo;
  return {
    total: Math.min(disparos.abertos + disparos.vistos, TOTAL_LIMITE),
    exato: disparos.abertos + disparos.vistos < TOTAL_LIMITE,
    alta: disparos.alta,
    insights: {
      n: insights,
      exato,
      ligacoes: atencao.ligacoes.map(({ status, confianca, alertas, semEvidencia, ...call }) => ({
        ...call,
        motivos: insightAttention({
          statusProcessamento: status,
          scoreConfianca: confianca,
          validadoHumano: false,
          alertas,
          semEvidencia,
        }).motivos,
      })),
    },
    erros: { n: resumo.erros, desde: resumo.erros_desde, projetos: resumo.erros_projetos },
    saldoBaixo,
    ticketsCriticos: resumo.tickets_criticos,
  };
}

function presentQualidade(
  rows: MesRow[],
  sorteadas: { n: number; soma: number } | undefined,
): Painel['qualidadeMedia'] {
  const itens = rows.reduce((sum, mes) => sum + mes.itens, 0);
  const soma = rows.reduce((sum, mes) => sum + (mes.pontuacao ?? 0) * mes.itens, 0);
  const both = apart({ n: itens, soma }, sorteadas);
  const mean = (sums: { n: number; soma: number }) => ({
    valor: sums.n === 0 ? null : sums.soma / sums.n,
    n: sums.n,
  });
  return {
    amostra: both && { sorteadas: mean(both.sorteadas), outras: mean(both.outras) },
    media: itens === 0 ? null : soma / itens,
    meses: rows.map(({ mes, pontuacao, itens: n, anterior }) => ({
      mes,
      pontuacao,
      itens: n,
      anterior: { mes: anterior.mes, pontuacao: anterior.pontuacao, itens: anterior.itens },
    })),
  };
}

function mapPart<T, R>(part: T | null, present: (part: T) => R): R | null {
  return part === null ? null : present(part);
}

/** Shapes the home page. `saldoMinimo`: balance in credits below which the company is warned. */
export function presentPainel(partes: Partes, saldoMinimo: number): Painel {
  const { resumo, atencao, disparos } = partes;
  return {
    data: partes.data,
    cartoes: mapPart(resumo, (row) => ({
      projetosAtivos: row.ativos,
      projetos: row.projetos,
      totalAuditorias: row.auditorias,
      totalItens: row.situacoes.reduce((sum, { n }) => sum + n, 0),
      creditos: row.saldo,
    })),
    alertas: resumo && atencao && disparos && presentAlertas(resumo, atencao, disparos, saldoMinimo),
    conferencia: partes.conferencia && {
      ...partes.conferencia,
      partes: qualityShares(partes.conferencia),
    },
    volumeMensal: mapPart(partes.meses, ([rows]) =>
      rows.map(({ mes, pendente, processando, concluido, erro, anterior }) => ({
        mes,
        pendente,
        processando,
        concluido,
        erro,
        anterior: { mes: anterior.mes, n: anterior.n },
      })),
    ),
    statusAuditorias: mapPart(resumo, (row) => presentStatus(row.situacoes)),
    qualidadeMedia: mapPart(partes.meses, ([meses, sorteadas]) => presentQualidade(meses, sorteadas)),
    palavrasProblematicas: mapPart(partes.achados, ({ palavras }) => palavras),
    sentimentoPorProjeto: mapPart(partes.achados, ({ sentimentos }) => sentimentos),
    projetosAtivos: mapPart(partes.projetos, (rows) =>
      rows.map(({ ultima, ...row }) => ({ ...row, ultimaAtividade: ultima.toISOString() })),
    ),
    atividadeRecente: mapPart(partes.atividade, (rows) =>
      rows.map((row) => ({ ...row, quando: row.quando.toISOString() })),
    ),
  };
}

/** Shapes items by project; projects not listed by name form a single sum. */
export function presentItensPorProjeto({ total, com_itens, projetos }: ItensPorProjetoRow): ItensPorProjeto {
  const named = projetos.reduce((sum, { n }) => sum + n, 0);
  return { total, projetos, outros: { projetos: com_itens - projetos.length, n: total - named } };
}
