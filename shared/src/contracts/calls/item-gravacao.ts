import { z } from 'zod';
import { MOTIVO_DA_TROCA_MAX } from '../../domain/recordings/former-recording.ts';
import { audioUrl, daAssinatura, idParams, ok, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import { ITEM, RECORDING } from '../topics.ts';
import { auditoriaItem } from './auditoria-items.ts';

export const motivoDaTroca = text(MOTIVO_DA_TROCA_MAX).optional();

export const uploadAudio = defineContract({
  id: 'uploadAudio',
  method: 'POST',
  path: '/auditoria-item/{id}/upload',
  access: { who: 'user', can: ['audit_item', 'update'], apiKey: true },
  summary:
    "Enviar a gravação de um item: multipart, campo 'file' (com 'motivo' antes dele, opcional, onde ela toma o lugar de outra). De um item analisado só gerente e administrador trocam, e a anterior pode ser recuperada por 30 dias",
  tag: 'Itens de auditoria',
  touches: RECORDING,
  kind: 'multipart',
  upload: { campos: z.object({ motivo: motivoDaTroca }), arquivos: ['file'], maisMb: 0 },
  params: idParams,
  response: ok(z.object({ audioPath: z.string(), item: auditoriaItem })),
});

export const fetchGravacao = defineContract({
  id: 'fetchGravacao',
  method: 'POST',
  path: '/auditoria-item/{id}/buscar-gravacao',
  access: { who: 'user', can: ['audit_item', 'update'], apiKey: true },
  summary:
    'Buscar, no servidor de telefonia ativo da empresa, a gravação de um item registrado com asterisk_filename e sem arquivo',
  tag: 'Itens de auditoria',
  touches: [...ITEM, 'falhas'],
  // The telephony server has 110 s to deliver (recording-fetch.ts); storing takes the rest.
  answerS: 150,
  params: idParams,
  query: z.object({
    processar: z.stringbool().default(false),
  }),
  response: ok(
    z.object({
      audioPath: z.string(),
      item: auditoriaItem,
      /** Null if no run was requested, or the run was refused. */
      execucaoId: z.uuid().nullable(),
      /** Reason of a refused run (no credits, processing switched off); the recording is kept. */
      aviso: z.string().nullable(),
    }),
  ),
});

export const downloadAudio = defineContract({
  id: 'downloadAudio',
  method: 'GET',
  path: '/auditoria-item/{id}/download',
  access: { who: 'user', can: ['audit_item', 'read'], apiKey: true, assinatura: true },
  summary: 'A gravação de um item; aceita faixas de bytes (Range)',
  tag: 'Itens de auditoria',
  topic: null,
  kind: 'binary',
  params: idParams,
  query: z.object({
    /** True sends the recording as a download; false sends the recording for the page's player. */
    baixar: z.stringbool().default(false),
    ...daAssinatura,
  }),
  response: z.string(),
});

export const downloadPicos = defineContract({
  id: 'downloadPicos',
  method: 'GET',
  path: '/auditoria-item/{id}/picos',
  access: { who: 'user', can: ['audit_item', 'read'], assinatura: true },
  summary: 'Picos da forma de onda do último processamento',
  tag: 'Itens de auditoria',
  topic: null,
  kind: 'binary',
  params: idParams,
  query: z.object(daAssinatura),
  response: z.string(),
});

export const createAudioUrl = defineContract({
  id: 'createAudioUrl',
  method: 'POST',
  path: '/auditoria-item/{id}/url-audio',
  access: { who: 'user', can: ['audit_item', 'read'] },
  summary: 'Uma URL assinada, de curta duração, para tocar a gravação',
  tag: 'Itens de auditoria',
  touches: [],
  params: idParams,
  response: ok(audioUrl),
});

export const detachArquivo = defineContract({
  id: 'detachArquivo',
  method: 'DELETE',
  path: '/auditoria-item/{id}/arquivo',
  access: { who: 'user', can: ['audit_item', 'update'] },
  summary:
    'Desvincular a gravação: o item volta a pendente. De um item analisado só gerente e administrador a removem, e ela pode ser recuperada por 30 dias',
  tag: 'Itens de auditoria',
  touches: RECORDING,
  params: idParams,
  body: z.object({ motivo: motivoDaTroca }).nullish(),
  response: ok(auditoriaItem),
});
