import type { listResultadosDoItem } from '@escuta/shared/contracts/calls/item-resultados';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { readStoredObject } from '@escuta/shared/domain/text/stored';
import type { PartesRow } from './parts-repo.ts';
import { verdictSummary } from './verdict-summary.ts';

type Resultado = ResponseOf<typeof listResultadosDoItem>['data'][number];
type Resposta = Resultado['respostas_coletadas'][number];

export type ItemDoResultado = {
  metadata: unknown;
  ramal: string | null;
  numero_destino: string | null;
  asterisk_filename: string | null;
};

const iso = (value: Date | string | null) => (value === null ? null : new Date(value).toISOString());
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Converts the parts of a result that all lists show (shared/src/contracts/calls/item-result.ts). `agent_channel` and
 * `client_channel` describe the same file.
 */
export function presentParts(
  row: PartesRow,
  item: ItemDoResultado,
  status: StatusProcessamento,
): Pick<
  Resultado,
  'nome_arquivo' | 'transcricao_agente' | 'transcricao_cliente' | 'call_data' | 'respostas_coletadas'
> {
  const { arquivo } = row;
  const metadata = readStoredObject(item.metadata);
  const channel = arquivo && {
    original_name: row.nome_arquivo ?? arquivo.nome,
    mime_type: arquivo.tipo,
    size: arquivo.tamanho,
    checksum: arquivo.sha256,
  };
  return {
    nome_arquivo: row.nome_arquivo,
    transcricao_agente: row.transcricao_agente,
    transcricao_cliente: row.transcricao_cliente,
    call_data: {
      unique_id: textOf(metadata.unique_id),
      codigo_chamada: textOf(metadata.codigo_chamada),
      ramal: item.ramal,
      numero_destino: item.numero_destino,
      source: textOf(metadata.canal_origem) ?? (item.asterisk_filename ? 'asterisk' : 'upload'),
      upload_date: iso(arquivo?.recebidoEm ?? null),
      processing_status: status,
      upload_type: arquivo?.tipo ?? null,
      agent_channel: row.transcricao_agente === null ? null : channel,
      client_channel: row.transcricao_cliente === null ? null : channel,
    },
    respostas_coletadas: row.respostas.map((one) => ({
      pergunta_id: one.perguntaId,
      codigo: one.codigo,
      texto_pergunta: one.texto,
      texto_resposta: one.digitado,
      planilha: one.celulaEstado && { situacao: one.celulaEstado, celula: one.celula },
      falado: one.falado,
      veredito: one.veredito as Resposta['veredito'],
    })),
  };
}

/** Shapes an item's analysis: its summary (if absent, the verdicts' summary) and scores. */
export function presentIndividual(row: PartesRow): Resultado['analise_individual'] {
  const vereditos = row.respostas.flatMap(({ veredito }) =>
    veredito ? [veredito as NonNullable<Resposta['veredito']>] : [],
  );
  return {
    processed_at: iso(row.processado_em),
    resultado: row.resumo || verdictSummary(vereditos),
    business_metrics: {
      qualityScore: row.qualidade,
      qualityScore_ia: row.qualidade_ia,
      complianceChecks: { overallScore: row.conformidade, overallScore_ia: row.conformidade_ia },
      salesMetrics: {
        conversion_probability: row.conversao,
        conversion_probability_ia: row.conversao_ia,
      },
    },
  };
}
