import { z } from 'zod';
import { idParams, ok } from '../common.ts';
import { defineContract } from '../contract.ts';
import { recorteDaPesquisa } from './confrontos.ts';

export const FORMATOS_MICRODADOS = ['csv', 'xlsx', 'pdf'] as const;
export type FormatoMicrodados = (typeof FORMATOS_MICRODADOS)[number];
/** Tables of a CSV export: the answers, and the codebook ('livro de códigos'). */
export const PARTES_MICRODADOS = ['respostas', 'codigos'] as const;
export type ParteMicrodados = (typeof PARTES_MICRODADOS)[number];

/** Users who may export; no API keys. */
const access = {
  who: 'user',
  can: ['result', 'export'],
  denied:
    'Para exportar os dados de uma pesquisa, você precisa da permissão “Exportar dados”: peça a um gerente.',
} as const;

export const getMicrodados = defineContract({
  id: 'getMicrodados',
  method: 'GET',
  path: '/pesquisas/{id}/microdados',
  access,
  summary: 'O que há para exportar de uma pesquisa: quantas entrevistas, por questionário e versão',
  tag: 'Pesquisas',
  topic: 'entrevistas',
  params: idParams,
  query: z.object(recorteDaPesquisa),
  response: ok(
    z.object({
      /** `entrevistas`: matching interviews that ended; `concluidas`: concluded ones, which alone enter a report. */
      questionarios: z.array(
        z.object({
          id: z.uuid(),
          nome: z.string(),
          entrevistas: z.number().int(),
          concluidas: z.number().int(),
          versoes: z.array(
            z.object({
              id: z.uuid(),
              numero: z.number().int(),
              entrevistas: z.number().int(),
              concluidas: z.number().int(),
            }),
          ),
        }),
      ),
    }),
  ),
});

export const exportMicrodados = defineContract({
  id: 'exportMicrodados',
  method: 'GET',
  path: '/pesquisas/{id}/microdados/exportar',
  access,
  summary:
    'Microdados de um questionário: uma linha por entrevista (CSV em duas partes, ou XLSX com o livro de códigos), ou um relatório em PDF. Só entrevistas terminadas; nada do que foi apagado ou está em quarentena. `questionario_id` é preciso onde há mais de um',
  tag: 'Pesquisas',
  topic: null,
  kind: 'binary',
  rateLimit: 30,
  params: idParams,
  query: z.object({
    formato: z.enum(FORMATOS_MICRODADOS, { error: 'Selecione o formato.' }).default('csv'),
    parte: z.enum(PARTES_MICRODADOS, { error: 'Selecione a parte a exportar.' }).default('respostas'),
    /** Includes respondents' names and phones, which the consent text promises to keep out of results. */
    identificacao: z.stringbool().default(false),
    ...recorteDaPesquisa,
  }),
  response: z.string(),
});
