import type { ResultadoSugestao } from '@escuta/shared/contracts/insights/template-tests';
import { MODELO_LLM_PADRAO } from '@escuta/shared/domain/insights/insight-template';
import { profileOf } from '@escuta/shared/domain/profiles/profile';
import type { SentencaOrdenada } from '@escuta/shared/domain/transcripts/transcript';
import { askJson } from '../analysis/ask-json.ts';
import { requireModel } from '../analysis/models.ts';
import { FALA_POR_LIGACAO, suggestionPrompt } from '../analysis/prompts.ts';
import { loadReadings, loadSentences } from '../analysis/sentences-repo.ts';
import { readTranscript } from '../analysis/templates/judge-template.ts';
import { patiently, type TestContext } from './run-test.ts';
import { type ClaimedTest, loadOtherResults } from './test-repo.ts';

const MAX_TOKENS = 3000;
const TEMPERATURA = 0.2;

/**
 * Asks a model for criteria, from up to three calls. Only the answer is stored.
 * @throws StageFailure of the model or the request, or for a call without transcript; the signal's reason
 */
export async function suggestCriteria(context: TestContext, test: ClaimedTest): Promise<ResultadoSugestao> {
  const perfil = profileOf(test.tipoItem);
  const results = [test.resultadoId, ...(await loadOtherResults(context.db, test))];
  const ligacoes = await Promise.all(
    results.map(async (resultadoId) => {
      const [sentences, lidas] = await Promise.all([
        loadSentences(context.db, { resultadoId }),
        loadReadings(context.db, { resultadoId }),
      ]);
      return shorten(readTranscript(perfil, sentences, lidas).sentences);
    }),
  );
  const modelo = await requireModel(context, MODELO_LLM_PADRAO);
  const paid = context.callsOf('sugestao');
  const { value } = await patiently(context.signal, () =>
    askJson(
      { ai: context.ai, signal: context.signal, paid },
      {
        key: 'sugestao',
        tarefa: 'sugestao_criterios',
        perfil,
        modelo,
        prompt: () =>
          suggestionPrompt(
            perfil,
            ligacoes.map(({ frases }) => frases),
          ),
        maxTokens: MAX_TOKENS,
        temperatura: TEMPERATURA,
      },
    ),
  );
  return {
    criterios: value.criterios.map(({ descricao, motivo, peso, ligacoes: em, ...flags }) => ({
      ...flags,
      descricao: descricao.trim(),
      motivo: motivo.trim(),
      peso: Math.round(peso),
      ligacoes: new Set(em.filter((n) => n <= results.length)).size,
    })),
    lidas: results.length,
    emParte: ligacoes.some(({ emParte }) => emParte),
  };
}

/** The start (two thirds) and end of too long a call, which contain greeting, request, solution and farewell. */
function shorten(sentences: readonly SentencaOrdenada[]): {
  frases: readonly SentencaOrdenada[];
  emParte: boolean;
} {
  const total = sentences.reduce((sum, { texto }) => sum + texto.length, 0);
  if (total <= FALA_POR_LIGACAO) return { frases: sentences, emParte: false };
  let before = 0;
  const frases = sentences.filter(({ texto }) => {
    const from = before;
    before += texto.length;
    return before <= (FALA_POR_LIGACAO * 2) / 3 || from >= total - FALA_POR_LIGACAO / 3;
  });
  return { frases, emParte: true };
}
