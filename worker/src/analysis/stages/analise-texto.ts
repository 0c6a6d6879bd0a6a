import type { Db } from '@escuta/prisma/db';
import type { AnaliseTexto } from '@escuta/shared/domain/insights/ai-answers';
import {
  mergeAnalyses,
  quarterMeans,
  splitIntoWindows,
  WINDOW_MAX_SENTENCES,
} from '@escuta/shared/domain/insights/analysis-merge';
import { slotsOf } from '@escuta/shared/domain/runs/model-capabilities';
import { analysisInput } from '@escuta/shared/domain/runs/stage-inputs';
import { EvidenceChecker } from '@escuta/shared/domain/transcripts/evidence';
import type { AnaliseGravada } from '@escuta/shared/domain/transcripts/text-analysis';
import type { SentencaOrdenada } from '@escuta/shared/domain/transcripts/transcript';
import pLimit from 'p-limit';
import type { Stage } from '../../engine/stage.ts';
import { askJson } from '../ask-json.ts';
import { modelNotices, requireModel } from '../models.ts';
import { preparedAudioSchema } from '../prepared-audio.ts';
import { analysisPrompt } from '../prompts.ts';
import { loadSentences } from '../sentences-repo.ts';
import { settleAll } from '../settle-all.ts';

const WINDOWS_AT_ONCE = 4;
/** Tokens reserved for an answer: a base, plus an amount per sentence. */
const BASE_TOKENS = 1500;
const TOKENS_PER_SENTENCE = 40;

const RULES_TOKENS = 1500;
/** Least number of characters per token of a transcript. */
const CHARACTERS_PER_TOKEN = 3;
/** Characters of a transcript's line besides the words: number, speaker, second. */
const LINE_CHARACTERS = 25;

/** Number of sentences per request that fit, with the answer, into `contexto` tokens. */
export function windowMax(sentences: readonly { texto: string }[], contexto: number | undefined): number {
  if (contexto === undefined || sentences.length === 0) return WINDOW_MAX_SENTENCES;
  const characters = sentences.reduce((sum, { texto }) => sum + texto.length + LINE_CHARACTERS, 0);
  const each = characters / sentences.length / CHARACTERS_PER_TOKEN + TOKENS_PER_SENTENCE;
  const room = Math.floor((contexto - RULES_TOKENS - BASE_TOKENS) / each);
  return Math.min(WINDOW_MAX_SENTENCES, Math.max(1, room));
}

/** Analyses a transcript's sentiment, summary, answered questions, and offensive words in context. */
export const analiseTextoStage: Stage = {
  async run(context) {
    const { run } = context;
    const {
      enabled,
      sentiment_analysis,
      summary_generation,
      response_detection,
      modelo: rotulo,
    } = run.config.textAnalysisConfig;
    if (!enabled) {
      return {
        tipo: 'pulada',
        entrada: analysisInput(run.perfil, run.config, null),
        evento: {
          evento: 'Análise de texto não realizada',
          detalhes: 'A análise de texto está desativada nas configurações.',
        },
      };
    }
    const [sentences, modelo, escolhido] = await Promise.all([
      loadSentences(context.db, run),
      requireModel(context, rotulo),
      context.catalog.entry(rotulo),
    ]);
    const windows = splitIntoWindows(sentences, windowMax(sentences, modelo.protocolo?.contexto));
    const limit = pLimit(Math.min(WINDOWS_AT_ONCE, slotsOf(modelo.protocolo) ?? WINDOWS_AT_ONCE));
    const answers = await settleAll(
      windows.map((window, index) =>
        limit(() => {
          context.signal.throwIfAborted();
          return askJson(context, {
            key: windows.length === 1 ? 'analise' : `analise:${index}`,
            tarefa: 'analise_texto',
            perfil: run.perfil,
            modelo,
            prompt: (versao) =>
              analysisPrompt(
                run.perfil,
                window,
                { index, total: windows.length },
                { sentimento: sentiment_analysis, resumo: summary_generation, respostas: response_detection },
                versao,
              ),
            maxTokens: BASE_TOKENS + TOKENS_PER_SENTENCE * window.length,
            temperatura: 0,
          });
        }),
      ),
    );
    const merged = mergeAnalyses(answers.map(({ value }) => value));
    const checked = check(merged, sentences);
    const audio = preparedAudioSchema.safeParse(run.saidas.audio);
    const durationMs = audio.success ? audio.data.duracaoMs : (sentences.at(-1)?.endMs ?? 0);
    const analysis: AnaliseGravada = {
      resumo: summary_generation ? merged.resumo : null,
      sentimentoGeral: sentiment_analysis ? merged.sentimento_geral : null,
      sentimentoPorQuarto: sentiment_analysis
        ? quarterMeans(
            sentences.map((s) => ({
              startMs: s.startMs,
              sentimento: checked.sentimento.get(s.ordem) ?? null,
            })),
            durationMs,
          )
        : [null, null, null, null],
      ofensas: checked.ofensas,
      respostas: response_detection ? checked.respostas : null,
      modelo: modelo.modelo,
      sentimentos: sentiment_analysis ? Object.fromEntries(checked.sentimento) : {},
    };
    const asked = [
      ...(sentiment_analysis ? ['sentimento'] : []),
      ...(summary_generation ? ['resumo'] : []),
      ...(response_detection ? ['respostas'] : []),
      'ofensas',
    ];
    return {
      tipo: 'concluida',
      saida: { modelo: modelo.modelo, partes: windows.length },
      entrada: analysisInput(run.perfil, run.config, escolhido),
      avisos: modelNotices([modelo]),
      evento: {
        evento: 'Análise de texto concluída',
        detalhes: `A IA analisou: ${asked.join(', ')}. Modelo: ${modelo.modelo}.`,
      },
      write: (tx) => save(tx, run.resultadoId, analysis),
    };
  },
};

/** Keeps only references to existing sentences, and offences with a verified quote. */
function check(answer: AnaliseTexto, sentences: readonly SentencaOrdenada[]) {
  const known = new Set(sentences.map(({ ordem }) => ordem));
  const evidence = new EvidenceChecker(sentences);
  const sentimento = new Map<number, number>();
  for (const entry of answer.sentencas)
    if (known.has(entry.ordem)) sentimento.set(entry.ordem, entry.sentimento);
  const ofensas = answer.ofensas.flatMap((ofensa) => {
    const found = evidence.check({ sentencas: [ofensa.ordem], citacao: ofensa.citacao });
    // The quoted sentence must contain the offensive word, because a quote alone could be any words.
    const term = evidence.check({
      sentencas: found.verificada ? [found.sentencaOrdem] : [],
      citacao: ofensa.termo,
    });
    return found.verificada && term.verificada ? [{ ...ofensa, ordem: found.sentencaOrdem }] : [];
  });
  const respostas = answer.respostas
    .filter(({ pergunta_ordem: p, resposta_ordem: r }) => known.has(p) && known.has(r) && r > p)
    .map(({ pergunta_ordem, resposta_ordem }) => ({
      perguntaOrdem: pergunta_ordem,
      respostaOrdem: resposta_ordem,
    }));
  return { sentimento, ofensas, respostas };
}

async function save(tx: Db, resultadoId: string | null, analysis: AnaliseGravada): Promise<void> {
  await tx.query({
    name: 'analysis_save',
    text: `update auditoria_resultados set analise_texto = $2::jsonb, updated_at = now() where id = $1`,
    values: [resultadoId, JSON.stringify(analysis)],
  });
}
