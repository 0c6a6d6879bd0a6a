/**
 * Requests to models about an interview. Call A ('confronto_extracao'): readings, conduct and answers, without the
 * typed answers. Call B ('confronto_comparacao', 'confronto_presenca'): a second opinion on open answers, accusing
 * conduct and unfound questions.
 */
import { z } from 'zod';
import type { Alignment } from '../comparison/alignment.ts';
import { CONDUCOES, LEITURAS, RESPOSTAS_FALADAS } from '../verdicts/verdict.ts';

/** Ways of leading to an answer; 'nenhum': not leading. */
export const TIPOS_CONDUCAO = [
  'nenhum',
  'sugere_opcao',
  'opiniao_propria',
  'responde_por',
  'pergunta_com_resposta',
  'opcoes_parciais',
] as const;
export type TipoConducao = (typeof TIPOS_CONDUCAO)[number];

const sentencas = z
  .array(z.int().min(0))
  .max(20)
  .describe('Números das sentenças em que a citação está, como aparecem entre colchetes. Vazio sem citação.');
const citacao = z
  .string()
  .max(2000)
  .describe('Trecho copiado letra por letra das sentenças indicadas. Vazio quando não há o que citar.');
const palavras = z.array(z.string().max(200)).max(50);

export const extracaoPerguntaSchema = z.strictObject({
  id: z.string().min(1).max(100).describe('O id da pergunta, como foi dado.'),
  leitura: z.strictObject({
    codigo: z
      .enum(LEITURAS)
      .describe(
        'exata; menor: muda só palavras sem peso; maior: muda o sentido, ou falta ou sobra palavra de peso ou opção; verificacao: confirma o que já tinha sido dito; nao_feita; inaudivel.',
      ),
    sentencas,
    citacao,
    faltou: palavras.describe('Palavras de peso e opções da pergunta que não foram lidas.'),
    acrescentou: palavras.describe('Palavras de peso que foram ditas a mais na leitura.'),
    muda_sentido: z.boolean(),
  }),
  conducao: z.strictObject({
    codigo: z
      .enum(CONDUCOES)
      .describe(
        'neutra; sondagem_adequada: repete a pergunta ou as opções, ou pede mais sem sugerir; diretiva: leva a uma resposta.',
      ),
    tipo: z.enum(TIPOS_CONDUCAO).describe('De que modo leva à resposta. nenhum, se não leva.'),
    sentencas,
    citacao,
  }),
  resposta: z.strictObject({
    codigo: z
      .enum(RESPOSTAS_FALADAS)
      .describe(
        'adequada; qualificada: com reserva; inadequada: não responde ao que foi perguntado; nao_sabe; recusa; ausente: não houve resposta; inaudivel.',
      ),
    sentencas,
    citacao,
    valor_final: z
      .array(z.string().max(500))
      .max(50)
      .describe(
        'A resposta que ficou valendo. De opções: o texto de cada opção escolhida. De números: só o número, em algarismos. De datas: dia/mês/ano. De textos: um resumo em poucas palavras. Vazio sem resposta.',
      ),
    mudou: z.boolean().describe('true quando a resposta foi corrigida durante a fala.'),
  }),
  sentimento: z.number().min(-1).max(1).describe('De quem responde, nesta pergunta: -1 a 1.'),
  confianca: z.number().min(0).max(1).describe('Quão segura é esta leitura, de 0 a 1.'),
});
export type ExtracaoPergunta = z.infer<typeof extracaoPerguntaSchema>;

export const extracaoIaSchema = z.strictObject({
  perguntas: z
    .array(extracaoPerguntaSchema)
    .max(60)
    .describe('Uma entrada para cada pergunta dada, na mesma ordem.'),
});
export type ExtracaoIa = z.infer<typeof extracaoIaSchema>;

export const SEGUNDAS_RESPOSTAS = ['sim', 'parcial', 'nao'] as const;

export const comparacaoItemSchema = z.strictObject({
  chave: z.string().min(1).max(150).describe('A chave do item, como foi dada.'),
  resposta: z.enum(SEGUNDAS_RESPOSTAS),
  motivo: z.string().max(500).describe('Por quê, em uma frase.'),
});
export type ComparacaoItem = z.infer<typeof comparacaoItemSchema>;

export const comparacaoIaSchema = z.strictObject({
  itens: z.array(comparacaoItemSchema).max(60).describe('Uma entrada para cada item dado, na mesma ordem.'),
});
export type ComparacaoIa = z.infer<typeof comparacaoIaSchema>;

/** Model's answer in the second search for an unfound question. */
export const presencaItemSchema = z.strictObject({
  ...comparacaoItemSchema.shape,
  citacao: z
    .string()
    .max(2000)
    .describe(
      'Com sim: as palavras com que foi perguntado, copiadas letra por letra do trecho. Vazio sem elas.',
    ),
});

export const presencaIaSchema = z.strictObject({
  itens: z.array(presencaItemSchema).max(60).describe('Uma entrada para cada item dado, na mesma ordem.'),
});
export type PresencaIa = z.infer<typeof presencaIaSchema>;

/** Call B's opinion on an item; `citacao`: only in the search for an unfound question. */
export type RespostaDoItem = ComparacaoItem & { citacao?: string | undefined };

export type Bloco = {
  perguntas: number[];
  /** Range of sentences, `to` exclusive. */
  from: number;
  to: number;
};

export const PERGUNTAS_POR_BLOCO = 12;
/** Number of sentences before and after a block that are shown with the block. */
const MARGEM_SENTENCAS = 2;

/**
 * Splits an interview into blocks of at most PERGUNTAS_POR_BLOCO questions. Every question is included, because call A
 * must not depend on typed answers.
 */
export function blocksOf(alignment: Alignment, sentencas: number): Bloco[] {
  const perguntas = alignment.readings.map((_, question) => question);
  const sentenceOf = (word: number): number => alignment.words[word]?.sentenca ?? sentencas;
  const blocks: Bloco[] = [];
  for (let at = 0; at < perguntas.length; at += PERGUNTAS_POR_BLOCO) {
    const own = perguntas.slice(at, at + PERGUNTAS_POR_BLOCO);
    let from = sentencas;
    let to = 0;
    for (const question of own) {
      const window = alignment.windows[question] ?? { from: 0, to: alignment.words.length };
      from = Math.min(from, sentenceOf(alignment.readings[question]?.from ?? window.from));
      to = Math.max(to, window.to > 0 ? sentenceOf(window.to - 1) + 1 : 0);
    }
    blocks.push({
      perguntas: own,
      from: Math.max(0, Math.min(from, sentencas) - MARGEM_SENTENCAS),
      to: Math.min(sentencas, Math.max(to, from) + MARGEM_SENTENCAS),
    });
  }
  return blocks;
}
