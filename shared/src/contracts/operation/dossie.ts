import { z } from 'zod';
import { FORMATOS_DOSSIE, IDENTIFICACOES_DOSSIE } from '../../domain/exports/dossier.ts';
import { idParams } from '../common.ts';
import { defineContract } from '../contract.ts';

export const exportResultado = defineContract({
  id: 'exportResultado',
  method: 'GET',
  path: '/auditoria-resultado/{id}/exportar',
  // Open to all roles by specification; the service checks the right to export.
  access: { who: 'user', can: ['result', 'read'] },
  summary:
    'Dossiê assinado de um resultado: pelo id do resultado, do processamento ou do item (o mais novo). JSON e PDF são assinados (Ed25519) e se conferem em /verificar; CSV e XLSX dizem o mesmo sem assinatura. Uma entrevista traz o consentimento, cada pergunta com o digitado, o veredito e a prova, as revisões, a verificação e o registro do aparelho; sem auditoria, pelo id do item, traz o mesmo sem vereditos; `identificacao` completa acrescenta nome, telefone e transcrição',
  tag: 'Resultados',
  topic: null,
  kind: 'binary',
  rateLimit: 60,
  params: idParams,
  query: z.object({
    formato: z.enum(FORMATOS_DOSSIE, { error: 'Selecione o formato.' }).default('json'),
    /** The respondent's name in the dossier; only for an interview. */
    identificacao: z.enum(IDENTIFICACOES_DOSSIE).default('iniciais'),
  }),
  response: z.string(),
});
