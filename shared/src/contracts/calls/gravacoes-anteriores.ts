// Former recordings of an analysed item.
import { z } from 'zod';
import { SAIDAS_DA_GRAVACAO } from '../../domain/recordings/former-recording.ts';
import { audioUrl, daAssinatura, dateTime, idParams, ok } from '../common.ts';
import { defineContract } from '../contract.ts';
import { RECORDING } from '../topics.ts';
import { auditoriaItem } from './auditoria-items.ts';
import { motivoDaTroca } from './item-gravacao.ts';

const tag = 'Itens de auditoria';
const params = idParams.extend({ anteriorId: z.uuid({ error: 'Identificador inválido.' }) });
const path = '/auditoria-item/{id}/gravacoes-anteriores' as const;

export const gravacaoAnterior = z.object({
  id: z.uuid(),
  nome: z.string().nullable(),
  /** Bytes. */
  tamanho: z.number().int().nullable(),
  sha256: z.string().nullable(),
  recebida_em: dateTime.nullable(),
  saiu_em: dateTime,
  saida: z.enum(SAIDAS_DA_GRAVACAO),
  /** The person who replaced or removed the recording; null if unknown or deleted. */
  por: z.string().nullable(),
  motivo: z.string().nullable(),
  resultados: z.array(z.uuid()),
  /** Deadline for restoring the recording; null if it was deleted. */
  ate: dateTime.nullable(),
});
export type GravacaoAnteriorWire = z.infer<typeof gravacaoAnterior>;

export const listGravacoesAnteriores = defineContract({
  id: 'listGravacoesAnteriores',
  method: 'GET',
  path,
  access: { who: 'user', can: ['audit_item', 'read'] },
  summary: 'Gravações que um item analisado teve antes da atual, da última que saiu à primeira (até 50)',
  tag,
  topic: 'itens',
  params: idParams,
  response: ok(z.array(gravacaoAnterior)),
});

export const recoverGravacao = defineContract({
  id: 'recoverGravacao',
  method: 'POST',
  path: `${path}/{anteriorId}/recuperar`,
  access: {
    who: 'user',
    can: ['result', 'delete'],
    denied: 'Só gerentes e administradores podem recuperar uma gravação anterior.',
  },
  summary: 'Recuperar uma gravação anterior com a análise dela; a atual passa a ser anterior, por 30 dias',
  tag,
  touches: [...RECORDING, 'insights', 'revisao'],
  params,
  body: z.object({ motivo: motivoDaTroca }).nullish(),
  response: ok(auditoriaItem),
});

export const createGravacaoAnteriorUrl = defineContract({
  id: 'createGravacaoAnteriorUrl',
  method: 'POST',
  path: `${path}/{anteriorId}/url-audio`,
  access: { who: 'user', can: ['audit_item', 'read'] },
  summary: 'Uma URL assinada, de curta duração, para ouvir uma gravação anterior',
  tag,
  touches: [],
  params,
  response: ok(audioUrl),
});

export const downloadGravacaoAnterior = defineContract({
  id: 'downloadGravacaoAnterior',
  method: 'GET',
  path: `${path}/{anteriorId}/download`,
  access: { who: 'user', can: ['audit_item', 'read'], assinatura: true },
  summary: 'Uma gravação anterior de um item; aceita faixas de bytes (Range)',
  tag,
  topic: null,
  kind: 'binary',
  params,
  query: z.object({
    /** True sends the recording as a download; false sends the recording for the page's player. */
    baixar: z.stringbool().default(false),
    ...daAssinatura,
  }),
  response: z.string(),
});
