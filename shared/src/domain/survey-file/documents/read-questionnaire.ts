import { z } from 'zod';
import { OPCOES_ESPECIAIS, TIPOS_PERGUNTA } from '../../interview/comparison/compare-answer.ts';

export const PERGUNTAS_LIDAS = 300;

export const opcaoLida = z.object({
  texto: z.string(),
  valor: z.number().int(),
  especial: z.enum(OPCOES_ESPECIAIS).nullable(),
  /** The option's name in a collection program's sheets ('tv'), if it is neither the text nor the code. */
  nome: z.string().optional(),
});
export type OpcaoLida = z.infer<typeof opcaoLida>;

const pergunta = z.object({
  /** 'P1', or 'P2.1' for a part of a question. */
  codigo: z.string(),
  /** Variable name and column of a collection program ('meios_informacao'). */
  nome: z.string().optional(),
  texto: z.string(),
  tipo: z.enum(TIPOS_PERGUNTA),
  obrigatoria: z.boolean(),
  ler_opcoes: z.boolean(),
  /** True if the interviewer observes the answer; only a person sets this. */
  observada: z.boolean().optional(),
  instrucao: z.string().nullable(),
  minimo: z.number().nullable(),
  maximo: z.number().nullable(),
  unidade: z.string().nullable(),
  opcoes: z.array(opcaoLida),
  /** The question is asked only after one of these options (indices from 0) of an earlier question (index from 0). */
  mostrar_se: z.object({ pergunta: z.number().int(), opcoes: z.array(z.number().int()) }).nullable(),
  /**
   * The battery whose words begin `texto`, and the item's own words; a battery's questions share `grupo`. Absent after
   * a person's corrections.
   */
  bateria: z.object({ grupo: z.number().int(), texto: z.string(), item: z.string() }).optional(),
  avisos: z.array(z.string()),
});
export type PerguntaLida = z.infer<typeof pergunta>;

export const USOS_DA_LINHA = ['usada', 'deixada', 'duvidosa'] as const;

export const linhaLida = z.object({
  texto: z.string(),
  uso: z.enum(USOS_DA_LINHA),
  /** Index, from 0, of the question that uses the line. */
  pergunta: z.number().int().nullable(),
  /** `Lugar` of document.ts; null: the document has no pages. */
  lugar: z
    .object({
      pagina: z.number().int(),
      x: z.number(),
      y: z.number(),
      largura: z.number(),
      altura: z.number(),
    })
    .nullable(),
});
export type LinhaLida = z.infer<typeof linhaLida>;

/** A questionnaire as read, for a person to correct and confirm. */
export const questionarioLido = z.object({
  titulo: z.string().nullable(),
  /** Opening words before the first question, which become the consent text. */
  apresentacao: z.string().nullable(),
  perguntas: z.array(pergunta),
  sobras: z.array(z.string()),
  /** In reading order; absent in older readings. */
  linhas: z.array(linhaLida).optional(),
  corrigido: z.boolean().optional(),
});
export type QuestionarioLido = z.infer<typeof questionarioLido>;
