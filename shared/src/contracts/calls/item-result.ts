import { z } from 'zod';
import { VEREDITOS } from '../../domain/interview/verdicts/verdict.ts';
import { STATUS_PROCESSAMENTO } from '../../domain/runs/status.ts';
import { dateTime } from '../common.ts';
import { celulaIlegivel } from '../operation/unread-cell.ts';

const lado = z
  .object({
    original_name: z.string(),
    mime_type: z.string(),
    size: z.number().int(),
    checksum: z.string(),
  })
  .nullable();

/** Parts of a result (specification 2, §3 'Audit result'). */
export const partesDoResultado = {
  nome_arquivo: z.string().nullable(),
  transcricao_agente: z.string().nullable(),
  transcricao_cliente: z.string().nullable(),
  call_data: z.object({
    unique_id: z.string().nullable(),
    codigo_chamada: z.string().nullable(),
    ramal: z.string().nullable(),
    numero_destino: z.string().nullable(),
    source: z.string(),
    /** Null, like the other facts about the file, once another recording has replaced the file. */
    upload_date: dateTime.nullable(),
    processing_status: z.enum(STATUS_PROCESSAMENTO),
    upload_type: z.string().nullable(),
    /** Null if this side's voice cannot be told from the other side's. */
    agent_channel: lado,
    client_channel: lado,
  }),
  /** Answers compared with the spoken words; empty for a call. */
  respostas_coletadas: z.array(
    z.object({
      pergunta_id: z.uuid(),
      codigo: z.string(),
      texto_pergunta: z.string(),
      texto_resposta: z.string().nullable(),
      /** A sheet's cell that could not be read: reason and text. `texto_resposta` is then null. */
      planilha: celulaIlegivel.nullable(),
      falado: z.string().nullable(),
      veredito: z.enum(VEREDITOS).nullable(),
    }),
  ),
};

export const analiseIndividual = z.object({
  processed_at: dateTime.nullable(),
  /** The summary; if there is none, a line about the interview's verdicts. */
  resultado: z.string().nullable(),
  /** Mean scores of the insights, 0 to 1; `…_ia`: the same means without people's corrections. */
  business_metrics: z.object({
    qualityScore: z.number().nullable(),
    qualityScore_ia: z.number().nullable(),
    complianceChecks: z.object({
      overallScore: z.number().nullable(),
      overallScore_ia: z.number().nullable(),
    }),
    salesMetrics: z.object({
      conversion_probability: z.number().nullable(),
      conversion_probability_ia: z.number().nullable(),
    }),
  }),
});
