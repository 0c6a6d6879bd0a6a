// Links to a moment of a call. People who may play the call make the links; anybody can play the moment.
import { z } from 'zod';
import { FALANTES } from '../../domain/profiles/roles.ts';
import {
  MOMENTO_DIAS_MAX,
  MOMENTO_MAX_MS,
  MOMENTO_MIN_MS,
  SITUACOES_MOMENTO,
} from '../../domain/recordings/moment.ts';
import { linkToken } from '../accounts/auth.ts';
import { dateTime, idParams, inicioPrecisao, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Momentos';
const path = '/auditoria-item/{id}/momentos' as const;
const access = { who: 'user', can: ['audit_item', 'read'] } as const;

/** Longest recording, ms. */
const MS_MAX = 86_400_000;

export const momento = z.object({
  id: z.uuid(),
  inicio_ms: z.number().int(),
  fim_ms: z.number().int(),
  com_frase: z.boolean(),
  situacao: z.enum(SITUACOES_MOMENTO),
  /** The person who made the link; null if unknown. */
  por: z.string().nullable(),
  created_at: dateTime,
  expira_em: dateTime,
  revogado_em: dateTime.nullable(),
  revogado_por: z.string().nullable(),
  /** Number of plays in the log of accesses, and time of the last play. */
  ouvido: z.number().int(),
  ouvido_em: dateTime.nullable(),
});
export type MomentoWire = z.infer<typeof momento>;

export const createMomento = defineContract({
  id: 'createMomento',
  method: 'POST',
  path,
  access,
  summary:
    'Criar um link para um momento de uma ligação, que toca só esse trecho, sem conta. O endereço aparece só nesta resposta',
  tag,
  touches: ['itens'],
  status: 201,
  params: idParams,
  body: z
    .object({
      inicio_ms: z.int().min(0).max(MS_MAX),
      fim_ms: z.int().min(1).max(MS_MAX),
      com_frase: z.boolean().default(false),
      validade_dias: z.int().min(1).max(MOMENTO_DIAS_MAX).default(7),
    })
    .refine(({ inicio_ms, fim_ms }) => fim_ms - inicio_ms >= MOMENTO_MIN_MS, {
      path: ['fim_ms'],
      error: `O trecho precisa ter no mínimo ${MOMENTO_MIN_MS / 1000} segundo.`,
    })
    .refine(({ inicio_ms, fim_ms }) => fim_ms - inicio_ms <= MOMENTO_MAX_MS, {
      path: ['fim_ms'],
      error: `O trecho pode ter no máximo ${MOMENTO_MAX_MS / 1000} segundos.`,
    }),
  response: ok(z.object({ momento, url: z.string() })),
});

export const listMomentos = defineContract({
  id: 'listMomentos',
  method: 'GET',
  path,
  access,
  summary: 'Os links de momentos de uma ligação, do mais novo ao mais antigo (até 100)',
  tag,
  topic: 'itens',
  params: idParams,
  response: ok(z.array(momento)),
});

export const revokeMomento = defineContract({
  id: 'revokeMomento',
  method: 'DELETE',
  path: `${path}/{momentoId}`,
  access,
  summary: 'Revogar um link de momento: deixa de abrir e o som do trecho é excluído',
  tag,
  touches: ['itens'],
  params: idParams.extend({ momentoId: z.uuid({ error: 'Identificador inválido.' }) }),
  response: ok(momento),
});

const body = z.object({ token: linkToken });

export const openMomento = defineContract({
  id: 'openMomento',
  method: 'POST',
  path: '/momentos/abrir',
  access: { who: 'public' },
  summary: 'O que um link de momento mostra; 404 para um que não existe, venceu ou foi revogado',
  tag,
  touches: [],
  rateLimit: 30,
  bodyKb: 1,
  body,
  response: ok(
    z.object({
      empresa: z.string(),
      inicio_da_ligacao: dateTime.nullable(),
      inicio_precisao: inicioPrecisao,
      duracao_ms: z.number().int(),
      expira_em: dateTime,
      som: z.enum(['preparando', 'pronto', 'falhou']),
      /** Times in ms from the moment's start; empty if the link shows no words. */
      frases: z.array(
        z.object({ inicio_ms: z.number().int(), falante: z.enum(FALANTES), texto: z.string() }),
      ),
    }),
  ),
});

export const downloadMomento = defineContract({
  id: 'downloadMomento',
  method: 'POST',
  path: '/momentos/som',
  access: { who: 'public' },
  summary: 'O som de um link de momento (MP3, só o trecho); 404 como em /momentos/abrir',
  tag,
  touches: [],
  kind: 'binary',
  rateLimit: 30,
  bodyKb: 1,
  body,
  response: z.string(),
});
