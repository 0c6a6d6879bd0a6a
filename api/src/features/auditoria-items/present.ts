import type { AuditoriaItemWire } from '@escuta/shared/contracts/calls/auditoria-items';
import { STATUS_PROCESSAMENTO, type StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { readStoredObject } from '@escuta/shared/domain/text/stored';
import { paginationOf } from '../../http/answers.ts';
import type { SituacaoRow } from './audit-repo.ts';
import { type ItemRow, presentCall } from './list/columns-repo.ts';
import type { ItemPage } from './list/list-row.ts';

export function presentItem(row: ItemRow): AuditoriaItemWire {
  return {
    id: row.id,
    auditoria_id: row.auditoria_id,
    projeto_id: row.projeto_id,
    tipo_item: row.tipo_item,
    status: row.status,
    motivo: row.motivo,
    ...presentCall(row),
    inicio_precisao: row.inicio_precisao,
    arquivo_path: row.arquivo_path,
    arquivo_nome: row.arquivo_nome,
    arquivo_tipo: row.arquivo_tipo,
    arquivo_tamanho: row.arquivo_tamanho,
    pesquisa_id: row.pesquisa_id,
    questionario_id: row.questionario_id,
    entrevista_id: row.entrevista_id,
    metadata: readStoredObject(row.metadata),
    agente: row.agente && row.agente_origem ? { ...row.agente, origem: row.agente_origem } : null,
    dados_apagados_em: row.dados_apagados_em?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Wraps rows that are already JSON text into the list's envelope. */
export function presentPage(page: ItemPage, asked: { page: number; limit: number }): string {
  const pagination = paginationOf(asked, page.total, page.exato);
  return `{"success":true,"data":${page.linhas},"pagination":${JSON.stringify(pagination)}}`;
}

/** Counts and durations of an audit. The mean includes only items with a known duration. */
export function presentEstatisticas(rows: readonly SituacaoRow[]) {
  const porStatus = Object.fromEntries(STATUS_PROCESSAMENTO.map((s) => [s, 0])) as Record<
    StatusProcessamento,
    number
  >;
  let duracaoTotalS = 0;
  let comDuracao = 0;
  for (const row of rows) {
    porStatus[row.status] = row.n;
    duracaoTotalS += row.duracao_s;
    comDuracao += row.com_duracao;
  }
  return {
    total: Object.values(porStatus).reduce((sum, n) => sum + n, 0),
    porStatus,
    duracaoTotalS,
    duracaoMediaS: comDuracao === 0 ? null : Math.round((duracaoTotalS / comDuracao) * 10) / 10,
  };
}
