import { z } from 'zod';
import { OPCOES_ESPECIAIS, TIPOS_PERGUNTA } from '../../interview/comparison/compare-answer.ts';

/** Most questions that are read: a questionnaire has no more. */
export const PERGUNTAS_LIDAS = 300;

export const opcaoLida = z.object({
  texto: z.string(),
  valor: z.number().int(),
  especial: z.enum(OPCOES_ESPECIAIS).nullable(),
  /** What a program of collection calls it in its sheets, where that is neither its text nor its code ('tv'). */
  nome: z.string().optional(),
});
export type OpcaoLida = z.infer<typeof opcaoLida>;

const pergunta = z.object({
  /** 'P1'; of a part of a question 'P2.1'. */
  codigo: z.string(),
  /** What a program of collection calls its variable, and the column of its answers ('meios_informacao'). */
  nome: z.string().optional(),
  texto: z.string(),
  tipo: z.enum(TIPOS_PERGUNTA),
  obrigatoria: z.boolean(),
  ler_opcoes: z.boolean(),
  /** Filled in by sight, not asked: a person says so, no document does. */
  observada: z.boolean().optional(),
  /** For the interviewer; null: nothing. */
  instrucao: z.string().nullable(),
  minimo: z.number().nullable(),
  maximo: z.number().nullable(),
  unidade: z.string().nullable(),
  opcoes: z.array(opcaoLida),
  /** Asked only of who chose one of these options (their places, from 0) of an earlier question (its place, from 0). */
  mostrar_se: z.object({ pergunta: z.number().int(), opcoes: z.array(z.number().int()) }).nullable(),
  /** What a person should look at, in words. */
  avisos: z.array(z.string()),
});
export type PerguntaLida = z.infer<typeof pergunta>;

/** How a document's line was taken: into a question or the opening, not at all, or so that a person should look. */
export const USOS_DA_LINHA = ['usada', 'deixada', 'duvidosa'] as const;

export const linhaLida = z.object({
  texto: z.string(),
  uso: z.enum(USOS_DA_LINHA),
  /** The question that it became part of (its place, from 0); null: none. */
  pergunta: z.number().int().nullable(),
  /** Where it stands on a printed page (`Lugar` of document.ts); null: the document has no pages. */
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

/** A questionnaire as it was read out of a document: what a person is shown, mends and confirms. */
export const questionarioLido = z.object({
  titulo: z.string().nullable(),
  /** What is read before the first question: the consent. */
  apresentacao: z.string().nullable(),
  perguntas: z.array(pergunta),
  /** Lines that belong to nothing that was recognised; the first of them. */
  sobras: z.array(z.string()),
  /** The document itself, line by line, in reading order; absent in what was read before lines were kept. */
  linhas: z.array(linhaLida).optional(),
  /** Whether a person corrected it since it was read. */
  corrigido: z.boolean().optional(),
});
export type QuestionarioLido = z.infer<typeof questionarioLido>;
