import { z } from 'zod';
import {
  type ComparacaoIa,
  comparacaoIaSchema,
  type ExtracaoIa,
  extracaoIaSchema,
  type PresencaIa,
  presencaIaSchema,
} from '../interview/confront/extraction.ts';
import type { DefinicaoDePerfil } from '../profiles/definition.ts';
import type { Perfil } from '../profiles/profile.ts';
import { PROFILES } from '../profiles/table.ts';
import { type LeituraIa, leituraIaSchema } from '../survey-file/documents/ai-reading.ts';

/**
 * Language models' answers: zod schemas for validation, JSON schemas for `response_format`. JSON schemas are strict:
 * all properties required, `additionalProperties: false`, no defaults; limits only for servers that declare support.
 */

/** Names of the JSON schemas, by which the provider and the demo AI recognise the task. */
export const TAREFAS_IA = [
  'analise_texto',
  'insight',
  'confronto_extracao',
  'confronto_comparacao',
  'confronto_presenca',
  'leitura_questionario',
  'sugestao_criterios',
] as const;
export type TarefaIa = (typeof TAREFAS_IA)[number];

const ordem = z.int().min(0).describe('Número da sentença, como aparece entre colchetes na transcrição.');

export const evidenciaIaSchema = z.strictObject({
  sentencas: z.array(ordem).min(1).max(20).describe('Números das sentenças em que a citação está.'),
  citacao: z
    .string()
    .min(1)
    .max(2000)
    .describe('Trecho copiado letra por letra das sentenças indicadas, sem resumir nem corrigir.'),
});
export type EvidenciaIa = z.infer<typeof evidenciaIaSchema>;

export const ofensaIaSchema = z.strictObject({
  ordem,
  termo: z.string().min(1).max(80).describe('A palavra ou expressão ofensiva.'),
  citacao: z.string().min(1).max(2000).describe('Trecho da sentença, copiado letra por letra, com o termo.'),
  contexto: z.string().max(500).describe('A quem ou a que a ofensa se dirige, em poucas palavras.'),
});

/** Task `analise_texto`. `sentimento`: -1 to 1. `respostas`: each question with the sentence that answers it. */
const analysisSchemaOf = (palavras: DefinicaoDePerfil['respostas']) =>
  z.strictObject({
    resumo: z.string().min(1).max(4000).describe(palavras.resumo),
    sentimento_geral: z.enum(['positivo', 'neutro', 'negativo']).describe(palavras.sentimentoGeral),
    sentencas: z
      .array(
        z.strictObject({
          ordem,
          sentimento: z.number().min(-1).max(1).describe('De -1 (muito negativo) a 1 (muito positivo).'),
        }),
      )
      .max(5000)
      .describe('Uma entrada para cada sentença da transcrição.'),
    ofensas: z.array(ofensaIaSchema).max(500).describe(palavras.ofensas),
    respostas: z
      .array(z.strictObject({ pergunta_ordem: ordem, resposta_ordem: ordem }))
      .max(2000)
      .describe('Cada pergunta e a sentença que a responde.'),
  });
export type AnaliseTexto = z.infer<ReturnType<typeof analysisSchemaOf>>;

export const criterioIaSchema = z.strictObject({
  id: z.string().min(1).max(100).describe('O id do critério, como foi dado.'),
  atendido: z.enum(['sim', 'nao', 'nao_se_aplica']),
  justificativa: z.string().min(1).max(2000).describe('Por que, em uma ou duas frases.'),
  evidencias: z
    .array(evidenciaIaSchema)
    .max(20)
    .describe('Trechos que sustentam a resposta. Vazio somente quando a resposta é a ausência de algo.'),
});

export const alertaIaSchema = z.strictObject({
  titulo: z.string().min(1).max(200),
  descricao: z.string().min(1).max(2000),
  gravidade: z.enum(['baixa', 'media', 'alta']),
  evidencias: z.array(evidenciaIaSchema).max(20).describe('Trechos que sustentam o alerta.'),
});

/** Task `insight`: score by the template, and the model's confidence; both 0 to 1. */
const insightSchemaOf = (palavras: DefinicaoDePerfil['respostas']) =>
  z.strictObject({
    resumo: z.string().min(1).max(4000).describe('Conclusão em português, de 1 a 4 frases.'),
    pontuacao: z.number().min(0).max(1).describe(palavras.pontuacao),
    confianca: z.number().min(0).max(1).describe('Quão segura é a análise, de 0 a 1.'),
    criterios: z
      .array(criterioIaSchema)
      .max(200)
      .describe('Uma entrada para cada critério dado, na mesma ordem.'),
    alertas: z
      .array(alertaIaSchema)
      .max(100)
      .describe('Pontos que um supervisor deve ver. Vazio se não houver.'),
  });
export type InsightIa = z.infer<ReturnType<typeof insightSchemaOf>>;

export const SUGESTOES_MAX = 12;

/** Task `sugestao_criterios`: criteria for a new template, from up to three calls. */
export const sugestaoIaSchema = z.strictObject({
  criterios: z
    .array(
      z.strictObject({
        descricao: z
          .string()
          .min(1)
          .max(300)
          .describe('Uma frase que se responde com sim ou não, como "O agente informa o protocolo."'),
        peso: z.number().min(1).max(5).describe('De 1 (pouco importante) a 5 (muito importante).'),
        critico: z.boolean().describe('Se falhar neste critério compromete o atendimento inteiro.'),
        ausencia: z.boolean().describe('Se o critério se cumpre quando algo não é dito.'),
        motivo: z
          .string()
          .min(1)
          .max(300)
          .describe('Por que vale verificar, sem nomes nem dados de pessoas.'),
        ligacoes: z
          .array(z.int().min(1).max(3))
          .max(3)
          .describe('Números das ligações em que o assunto surge.'),
      }),
    )
    .max(SUGESTOES_MAX)
    .describe('De 5 a 10 critérios, do mais ao menos importante, sem repetição.'),
});
export type SugestaoIa = z.infer<typeof sugestaoIaSchema>;

type JsonSchema = Readonly<Record<string, unknown>>;

/** JSON Schema keywords that some servers with strict output refuse. */
const LIMITES = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

function toStrictJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      for (const limite of LIMITES) delete jsonSchema[limite];
    },
  });
  return json;
}

/** Largest limits that a bounded schema keeps, because llama.cpp refuses nested repetitions of 2,000. */
const REPETICOES_MAX = { texto: 1000, lista: 100 };

/** Converts a schema with its limits, without which grammar engines may generate endlessly. */
function toBoundedJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    reused: 'inline',
    override: ({ jsonSchema }) => {
      const { maxLength, maxItems } = jsonSchema;
      if (maxLength !== undefined) jsonSchema.maxLength = Math.min(maxLength, REPETICOES_MAX.texto);
      if (maxItems !== undefined && maxItems > REPETICOES_MAX.lista) delete jsonSchema.maxItems;
      // zod sets JavaScript's largest safe integer as the maximum of whole numbers.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return json;
}

export type RespostaIa = {
  analise_texto: AnaliseTexto;
  insight: InsightIa;
  confronto_extracao: ExtracaoIa;
  confronto_comparacao: ComparacaoIa;
  confronto_presenca: PresencaIa;
  leitura_questionario: LeituraIa;
  sugestao_criterios: SugestaoIa;
};

/** `comLimites`: the JSON schema with limits, for servers that accept limits. */
type Resposta<T> = { schema: z.ZodType<T>; jsonSchema: JsonSchema; comLimites: JsonSchema };

const answerOf = <T>(schema: z.ZodType<T>): Resposta<T> => ({
  schema,
  jsonSchema: toStrictJsonSchema(schema),
  comLimites: toBoundedJsonSchema(schema),
});

export type RespostasDoPerfil = { [T in TarefaIa]: Resposta<RespostaIa[T]> };

/** Tasks of interviews (stage `confronto` and documents), equal for all profiles. */
const DE_ENTREVISTAS = {
  confronto_extracao: answerOf(extracaoIaSchema),
  confronto_comparacao: answerOf(comparacaoIaSchema),
  confronto_presenca: answerOf(presencaIaSchema),
  leitura_questionario: answerOf(leituraIaSchema),
};

const SUGESTAO = answerOf(sugestaoIaSchema);

function answersOf({ respostas }: DefinicaoDePerfil): RespostasDoPerfil {
  return {
    analise_texto: answerOf(analysisSchemaOf(respostas)),
    insight: answerOf(insightSchemaOf(respostas)),
    sugestao_criterios: SUGESTAO,
    ...DE_ENTREVISTAS,
  };
}

export const RESPOSTAS_IA: Record<Perfil, RespostasDoPerfil> = {
  ligacao: answersOf(PROFILES.ligacao),
  entrevista: answersOf(PROFILES.entrevista),
};
