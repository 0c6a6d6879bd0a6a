import { z } from 'zod';
import { PAPEIS_ARQUIVO } from '../../domain/audit-preparation.ts';
import { dateTime, idParams, ok } from '../common.ts';
import { defineContract } from '../contract.ts';

/** Lower case as in the database, because ids are compared as text. */
const id = z.uuid({ error: 'Identificador inválido.' }).toLowerCase();

/** Largest part, bytes, and maximum parts of an upload. */
export const LIMITES_ENVIO = { parteBytes: 8 * 1024 * 1024, partes: 20_000 } as const;

const access = { who: 'user', can: ['audit_item', 'create'], aparelho: true } as const;

const envio = z.object({
  id: z.uuid(),
  estado: z.enum(['aberto', 'concluido']),
  recebidas: z.number().int(),
  /** Missing parts, at most 1000; until `partes` is known, only those before the last received part. */
  faltam: z.array(z.number().int()),
  /** Number of parts of the whole upload; null until the client states this number. */
  partes: z.number().int().nullable(),
  tamanho: z.number().int(),
  /** Time at which the received parts are deleted if no more arrive. */
  expira_em: dateTime,
});
export type EnvioWire = z.infer<typeof envio>;

export const createEnvio = defineContract({
  id: 'createEnvio',
  method: 'POST',
  path: '/envios',
  access,
  summary:
    'Abrir um envio em partes, com o id de quem envia; de novo com o mesmo conteúdo, nada muda. De uma gravação do campo, de um arquivo do portal (POST /auditorias/preparos), de um lote de gravações (POST /lotes-gravacao) ou de uma planilha de ligações (POST /projetos/{id}/importacoes)',
  tag: 'Envios',
  touches: [],
  status: 201,
  /** `papel`: the upload is for an interview, a prepared audit, a batch of recordings, or an import. */
  body: z.discriminatedUnion('papel', [
    z.object({
      id,
      papel: z.literal('gravacao'),
      /** The interview, and the recording's number, from 1. */
      entrevista_id: id,
      gravacao: z.number().int().min(1).max(1000),
      tipo: z.enum(['audio/webm', 'audio/mp4', 'audio/ogg']),
    }),
    z.object({ id, papel: z.enum(PAPEIS_ARQUIVO), preparo_id: id }),
    z.object({ id, papel: z.literal('gravacoes'), lote_id: id }),
    z.object({ id, papel: z.literal('importacao'), importacao_id: id }),
  ]),
  response: ok(envio),
});

export const uploadParte = defineContract({
  id: 'uploadParte',
  method: 'PUT',
  path: '/envios/{id}/partes/{n}',
  access,
  summary:
    'Uma parte (application/octet-stream, até 8 MiB), de 1 em diante e em qualquer ordem; o cabeçalho X-Parte-Sha256 diz o seu SHA-256. A mesma parte de novo não muda nada; outra no lugar dela é recusada (409)',
  tag: 'Envios',
  touches: [],
  kind: 'bytes',
  params: z.object({ id, n: z.coerce.number().int().min(1).max(LIMITES_ENVIO.partes) }),
  response: ok(z.object({ n: z.number().int(), tamanho: z.number().int() })),
});

export const getEnvio = defineContract({
  id: 'getEnvio',
  method: 'GET',
  path: '/envios/{id}',
  access,
  summary: 'O que o servidor tem de um envio e o que falta',
  tag: 'Envios',
  topic: null,
  params: idParams,
  response: ok(envio),
});

export const completeEnvio = defineContract({
  id: 'completeEnvio',
  method: 'POST',
  path: '/envios/{id}/concluir',
  access,
  summary:
    'Dizer quantas partes são: concluído quando todas estão no servidor; senão `faltam` diz quais não estão',
  tag: 'Envios',
  touches: [],
  params: idParams,
  body: z.object({ partes: z.number().int().min(1).max(LIMITES_ENVIO.partes) }),
  response: ok(envio),
});
