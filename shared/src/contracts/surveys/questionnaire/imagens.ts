/** A questionnaire's images, shown on its questions' cards. */
import { z } from 'zod';
import { dateTime, idParams, ok, okMessage } from '../../common.ts';
import { defineContract } from '../../contract.ts';

export const IMAGENS = {
  mb: 2,
  porQuestionario: 60,
  tipos: ['image/png', 'image/jpeg', 'image/webp'],
} as const;

export const imagem = z.object({
  id: z.uuid(),
  nome: z.string(),
  tipo: z.enum(IMAGENS.tipos),
  /** Bytes. */
  tamanho: z.number().int(),
  created_at: dateTime,
});
export type ImagemWire = z.infer<typeof imagem>;

const imagemParams = idParams.extend({ imagemId: z.uuid({ error: 'Identificador inválido.' }) });

export const listImagens = defineContract({
  id: 'listImagens',
  method: 'GET',
  path: '/questionarios/{id}/imagens',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Imagens de um questionário, para os cartões das perguntas, da mais antiga à mais nova',
  tag: 'Questionários',
  topic: 'questionarios',
  params: idParams,
  response: ok(z.array(imagem)),
});

export const addImagem = defineContract({
  id: 'addImagem',
  method: 'POST',
  path: '/questionarios/{id}/imagens',
  access: { who: 'user', can: ['project', 'update'] },
  summary: `Enviar uma imagem (PNG, JPEG ou WebP, até ${IMAGENS.mb} MB) para os cartões de um questionário; até ${IMAGENS.porQuestionario}`,
  tag: 'Questionários',
  touches: ['questionarios'],
  kind: 'multipart',
  status: 201,
  params: idParams,
  response: ok(imagem),
});

export const getImagem = defineContract({
  id: 'getImagem',
  method: 'GET',
  path: '/questionarios/{id}/imagens/{imagemId}',
  access: { who: 'user', can: ['project', 'read'], apiKey: true },
  summary: 'Os bytes de uma imagem de um questionário, que nunca mudam',
  tag: 'Questionários',
  topic: null,
  kind: 'binary',
  params: imagemParams,
  response: z.string(),
});

export const deleteImagem = defineContract({
  id: 'deleteImagem',
  method: 'DELETE',
  path: '/questionarios/{id}/imagens/{imagemId}',
  access: { who: 'user', can: ['project', 'update'] },
  summary:
    'Excluir uma imagem que nenhuma pergunta do rascunho usa; a de versões já congeladas continua com elas',
  tag: 'Questionários',
  touches: ['questionarios'],
  params: imagemParams,
  response: okMessage,
});
