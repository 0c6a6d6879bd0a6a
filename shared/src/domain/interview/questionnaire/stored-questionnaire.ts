/** Tolerant readers of questionario_versoes.conteudo and perguntas.mostrar_se. */
import { z } from 'zod';
import { readStored, readStoredList, readStoredRecord } from '../../text/stored.ts';
import { OPCOES_ESPECIAIS, TIPOS_PERGUNTA } from '../comparison/compare-answer.ts';
import type { MostrarSe } from './conditions.ts';
import type { RegrasDaOpcao, RegrasDaPergunta } from './question-rules.ts';
import { mostrarSe, regrasDaOpcao, regrasDaPergunta } from './question-schemas.ts';
import type { ConteudoVersao } from './questionnaire.ts';

const { shape: daPergunta } = regrasDaPergunta;
const { shape: daOpcao } = regrasDaOpcao;

/** Each rule is parsed separately, so that a later version's rule leaves the others readable. */
const regrasLidas = {
  inteiro: daPergunta.inteiro.catch(undefined),
  rodizio: daPergunta.rodizio.catch(undefined),
  bateria: daPergunta.bateria.catch(undefined),
  encerra: daPergunta.encerra.catch(undefined),
  cartao: daPergunta.cartao.catch(undefined),
} satisfies Record<keyof RegrasDaPergunta, z.ZodType>;
const regrasDaOpcaoLidas = {
  exclusiva: daOpcao.exclusiva.catch(undefined),
  fixa: daOpcao.fixa.catch(undefined),
  encerra: daOpcao.encerra.catch(undefined),
  bloco: daOpcao.bloco.catch(undefined),
} satisfies Record<keyof RegrasDaOpcao, z.ZodType>;

const opcao = z.object({
  ...regrasDaOpcaoLidas,
  id: z.string(),
  texto: z.string(),
  valor: z.number().catch(0),
  sinonimos: z.array(z.string()).catch([]),
  especial: z.enum(OPCOES_ESPECIAIS).nullable().catch(null),
});
const pergunta = z.object({
  ...regrasLidas,
  id: z.string(),
  codigo: z.string().catch(''),
  texto: z.string(),
  tipo: z.enum(TIPOS_PERGUNTA).catch('texto'),
  obrigatoria: z.boolean().catch(false),
  lerOpcoes: z.boolean().catch(true),
  observada: z.boolean().optional().catch(undefined),
  instrucao: z.string().nullable().catch(null),
  mostrarSe: mostrarSe.nullable().catch(null),
  minimo: z.number().nullable().catch(null),
  maximo: z.number().nullable().catch(null),
  unidade: z.string().nullable().catch(null),
  opcoes: z.unknown().transform((value) => readStoredList(opcao, value)),
});

/** A version's readable content; if `semGravacao` is not stored, no recording is required. */
export function readStoredVersion(value: unknown): ConteudoVersao {
  const { consentimento, semGravacao, perguntas } = readStoredRecord(value);
  return {
    consentimento: typeof consentimento === 'string' ? consentimento : null,
    semGravacao: semGravacao !== false,
    perguntas: readStoredList(pergunta, perguntas),
  };
}

/** A question's condition; null: none, or unreadable. */
export function readStoredCondition(value: unknown): MostrarSe | null {
  return readStored(mostrarSe, value, null);
}

export const readStoredRules = (value: unknown): RegrasDaPergunta =>
  readStored(z.object(regrasLidas), value, {});

export const readStoredOptionRules = (value: unknown): RegrasDaOpcao =>
  readStored(z.object(regrasDaOpcaoLidas), value, {});
