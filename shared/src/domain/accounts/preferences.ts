// A person's settings of the screens in a company, by key, stored in `preferencias`.
import { z } from 'zod';
import { storableText } from '../text/storable-text.ts';
import { AVISOS, type Aviso, type CanalAviso } from './notices.ts';

/** Maximum columns; widths in px. */
const COLUNAS_MAX = 40;
const LARGURA_MIN = 40;
const LARGURA_MAX = 800;

/** A list's shown columns in order, widths in px, and rows per page. */
export const preferenciaLista = z.strictObject({
  colunas: z
    .array(
      z.object({
        chave: storableText().max(40),
        largura: z.number().int().min(LARGURA_MIN).max(LARGURA_MAX).optional(),
      }),
    )
    .max(COLUNAS_MAX)
    .optional(),
  /** No longer read, because the order of earlier versions also applied to other projects' lists. */
  ordem: storableText().max(40).optional(),
  por_pagina: z.union([z.literal(10), z.literal(25), z.literal(50), z.literal(100)]).optional(),
});
export type PreferenciaLista = z.infer<typeof preferenciaLista>;

export const LISTAS_COM_PREFERENCIA = [
  'ligacoes',
  'insights',
  'entrevistas',
  'auditorias',
  'agentes',
] as const;
export type ListaComPreferencia = (typeof LISTAS_COM_PREFERENCIA)[number];

const canaisDe = (aviso: Aviso) =>
  z
    .array(z.enum(AVISOS[aviso] as unknown as [CanalAviso, ...CanalAviso[]]))
    .max(AVISOS[aviso].length)
    .optional();

/** A kind of notice without a value keeps the role's default channels. */
const preferenciaAvisos = z.strictObject({
  disparo_alta: canaisDe('disparo_alta'),
  disparo_media: canaisDe('disparo_media'),
  disparo_baixa: canaisDe('disparo_baixa'),
  tarefa: canaisDe('tarefa'),
  falha: canaisDe('falha'),
  retorno: canaisDe('retorno'),
  folha: canaisDe('folha'),
  indicacao: canaisDe('indicacao'),
  semana: canaisDe('semana'),
} satisfies Record<Aviso, z.ZodType>);
export type AvisosEscolhidos = z.infer<typeof preferenciaAvisos>;

export const PREFERENCIAS = {
  'lista:ligacoes': preferenciaLista,
  'lista:insights': preferenciaLista,
  'lista:entrevistas': preferenciaLista,
  'lista:auditorias': preferenciaLista,
  'lista:agentes': preferenciaLista,
  avisos: preferenciaAvisos,
} as const satisfies { readonly [L in `lista:${ListaComPreferencia}` | 'avisos']: z.ZodType };

/** The value of any key. Strict schemas keep one key's value from matching another's schema. */
export const valorPreferencia = z.union([preferenciaLista, preferenciaAvisos]);

export type ChavePreferencia = keyof typeof PREFERENCIAS;
export const CHAVES_PREFERENCIA = Object.keys(PREFERENCIAS) as [ChavePreferencia, ...ChavePreferencia[]];
export type Preferencias = { [C in ChavePreferencia]?: z.infer<(typeof PREFERENCIAS)[C]> };
