/** A judge over HTTP (the demo AI, or a configured provider), with the product's own prompts. */
import { RESPOSTAS_IA } from '@escuta/shared/domain/insights/ai-answers';
import {
  comparisonPrompt,
  extractionPrompt,
  independentPrompt,
  type MensagemConfronto,
  presencePrompt,
} from '@escuta/shared/domain/interview/confront/confront-prompts';
import { blocksOf, type RespostaDoItem } from '@escuta/shared/domain/interview/confront/extraction';
import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import type { z } from 'zod';
import { readJsonAnswer } from '../../worker/src/analysis/json-in-text.ts';
import type { Provider } from '../../worker/src/providers/client.ts';
import type { Juiz } from './judges.ts';

const MAX_TOKENS = { confronto_extracao: 8000, confronto_comparacao: 3000, confronto_presenca: 3000 };
/** An answer that does not fit the schema is requested again once, like in the product. */
const ATTEMPTS = 2;
const ITEMS_PER_CALL = 20;

export type Uso = { chamadas: number; falhas: number; tokensEntrada: number; tokensSaida: number };

/** Makes a judge that asks a model. @param uso counts the requests, because they cost money */
export function modelJudge(nome: string, provider: Provider, model: string, uso: Uso): Juiz {
  const ask = async <T>(
    tarefa: keyof typeof MAX_TOKENS,
    schema: z.ZodType<T>,
    mensagens: readonly MensagemConfronto[],
  ): Promise<T | null> => {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      uso.chamadas += 1;
      const { content, usage } = await provider.complete({
        model,
        messages: mensagens.map(({ papel, texto }) => ({ role: papel, content: texto })),
        schemaName: tarefa,
        jsonSchema: RESPOSTAS_IA.entrevista[tarefa].jsonSchema,
        maxTokens: MAX_TOKENS[tarefa],
        temperature: 0,
        idempotencyKey: crypto.randomUUID(),
        signal: AbortSignal.timeout(300_000),
      });
      uso.tokensEntrada += usage.tokensEntrada ?? 0;
      uso.tokensSaida += usage.tokensSaida ?? 0;
      const read = readJsonAnswer(schema, content);
      if (read.ok) return read.value;
      uso.falhas += 1;
    }
    return null;
  };
  const { confronto_extracao, confronto_comparacao, confronto_presenca } = RESPOSTAS_IA.entrevista;
  return {
    nome,
    extract: async ({ roteiro, ouvida, preparo }) => {
      const answers = [];
      for (const { perguntas, from, to } of blocksOf(preparo.alignment, ouvida.sentencas.length)) {
        const asked = perguntas.map((at) => roteiro.conteudo.perguntas[at] as PerguntaCongelada);
        const prompt = extractionPrompt(asked, ouvida.sentencas.slice(from, to));
        const answer = await ask('confronto_extracao', confronto_extracao.schema, prompt);
        answers.push(...(answer?.perguntas ?? []));
      }
      return answers;
    },
    compare: async (_, itens) => {
      const answers: RespostaDoItem[] = [];
      for (const independente of [false, true]) {
        const compared = itens.filter(
          (item) => item.tipo !== 'pergunta' && item.independente === independente,
        );
        const promptOf = independente ? independentPrompt : comparisonPrompt;
        for (let at = 0; at < compared.length; at += ITEMS_PER_CALL) {
          const prompt = promptOf(compared.slice(at, at + ITEMS_PER_CALL));
          const answer = await ask('confronto_comparacao', confronto_comparacao.schema, prompt);
          answers.push(...(answer?.itens ?? []));
        }
      }
      // Separate calls, which contain no typed answers, ask if a question is present.
      const looked = itens.filter(({ tipo }) => tipo === 'pergunta');
      for (let at = 0; at < looked.length; at += ITEMS_PER_CALL) {
        const prompt = presencePrompt(looked.slice(at, at + ITEMS_PER_CALL));
        const answer = await ask('confronto_presenca', confronto_presenca.schema, prompt);
        answers.push(...(answer?.itens ?? []));
      }
      return answers;
    },
  };
}
