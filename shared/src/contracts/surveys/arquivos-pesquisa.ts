/** A survey's files: each interview's sound, pending uploads and gaps. */
import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_ARQUIVOS } from '../../domain/filters/lists/files.ts';
import { MONTAGENS, QUARENTENAS } from '../../domain/interview/device/device-log.ts';
import { GRAVACOES_ENTREVISTA, SITUACOES_ENTREVISTA } from '../../domain/interview/device/events.ts';
import { STATUS_PROCESSAMENTO } from '../../domain/runs/status.ts';
import { dateTime, idParams, inicioPrecisao, okPage, pageQuery } from '../common.ts';
import { defineContract } from '../contract.ts';

/** Maximum number of uploads, and of gaps, listed in a row; the counts cover all. */
export const ARQUIVOS_NOMEADOS = 20;

export const ESTADOS_ARQUIVO = ['com_gravacao', 'recebendo', 'sem_gravacao'] as const;

export const arquivoDaEntrevista = z.object({
  id: z.uuid(),
  nome_entrevistado: z.string(),
  estado: z.enum(ESTADOS_ARQUIVO),
  situacao: z.enum(SITUACOES_ENTREVISTA),
  entrevistador: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  /** The device, named after its browser; only managers and the interviewer see it. */
  aparelho: z.object({ id: z.uuid(), nome: z.string() }).nullable(),
  gravacao: z.enum(GRAVACOES_ENTREVISTA),
  motivo_sem_gravacao: z.string().nullable(),
  montagem: z.enum(MONTAGENS).nullable(),
  /** True for an incomplete recording whose device has been silent for a while. */
  aguardando_aparelho: z.boolean(),
  ultimo_contato_em: dateTime,
  quarentena: z.array(z.enum(QUARENTENAS)),
  item: z
    .object({
      id: z.uuid(),
      status: z.enum(STATUS_PROCESSAMENTO),
      motivo: z.string().nullable(),
      apagada: z.boolean(),
      arquivo_nome: z.string().nullable(),
      /** Bytes. */
      arquivo_tamanho: z.number().int().nullable(),
      arquivo_recebido_em: dateTime.nullable(),
      duracao_s: z.number().int().nullable(),
    })
    .nullable(),
  lacunas: z.object({
    total: z.number().int(),
    /** Total ms without sound, by the interview's clock. */
    sem_som_ms: z.number().int(),
    /** `em_ms`: position in the joined recording; `fim`: true for a gap after the last sound. */
    primeiras: z.array(z.object({ em_ms: z.number().int(), duracao_ms: z.number().int(), fim: z.boolean() })),
  }),
  envios: z.object({
    total: z.number().int(),
    /** Bytes. */
    tamanho: z.number().int(),
    primeiros: z.array(
      z.object({
        gravacao: z.number().int(),
        estado: z.enum(['aberto', 'concluido']),
        recebidas: z.number().int(),
        partes: z.number().int().nullable(),
        tamanho: z.number().int(),
        desde: dateTime,
        ultima_em: dateTime.nullable(),
        /** Time of deletion unless more parts arrive; null while the upload waits for joining or for a manager. */
        expira_em: dateTime.nullable(),
      }),
    ),
  }),
  realizada_em: dateTime.nullable(),
  inicio_precisao: inicioPrecisao,
  created_at: dateTime,
});
export type ArquivoDaEntrevista = z.infer<typeof arquivoDaEntrevista>;

export const listArquivosDaPesquisa = defineContract({
  id: 'listArquivosDaPesquisa',
  method: 'GET',
  path: '/pesquisas/{id}/arquivos',
  access: { who: 'user', can: ['audit_item', 'read'], apiKey: true },
  summary:
    'Gravações das entrevistas de uma pesquisa: as que chegaram, as que estão a caminho, o que falta nelas e por que não há (mais nova primeiro)',
  tag: 'Pesquisas',
  topic: 'entrevistas',
  params: idParams,
  query: pageQuery.extend({
    limit: pageQuery.shape.limit.default(20),
    ...filterFields(FILTROS_ARQUIVOS),
  }),
  response: okPage(arquivoDaEntrevista),
});
