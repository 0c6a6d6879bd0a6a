import {
  comparisonPrompt,
  extractionPrompt,
  independentPrompt,
  presencePrompt,
} from '@escuta/shared/domain/interview/confront/confront-prompts';
import {
  type Bloco,
  blocksOf,
  type ExtracaoPergunta,
  type RespostaDoItem,
} from '@escuta/shared/domain/interview/confront/extraction';
import { isAskedAloud } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import {
  type Material,
  RespostasDosModelos,
} from '@escuta/shared/domain/interview/questionnaire/stored-answers';
import type { ModeloResolvido } from '@escuta/shared/domain/runs/default-models';
import { StageFailure } from '@escuta/shared/domain/runs/failures';
import { confrontInput } from '@escuta/shared/domain/runs/stage-inputs';
import {
  deriveCells,
  insertCells,
  keepFirstVerdicts,
  saveRoles,
} from '@escuta/shared/services/verdicts/interview-cells';
import { interviewInput, readAuditedInterview } from '@escuta/shared/services/verdicts/interview-input';
import pLimit from 'p-limit';
import type { Stage, StageContext, StageOutcome, TimelineEntry } from '../../engine/stage.ts';
import { askJson } from '../ask-json.ts';
import { loadMaterial } from '../interview/material.ts';
import { maybeOtherRow } from '../interview/other-row.ts';
import { partsOf } from '../interview/parts.ts';
import { modelNotices, requireModel } from '../models.ts';

const BLOCKS_AT_ONCE = 4;
/** Tokens for an answer: a base, plus tokens per question (call A, extraction) or per item (call B, comparison). */
const BASE_TOKENS = 500;
const TOKENS_PER_QUESTION = 500;
const TOKENS_PER_ITEM = 150;

/**
 * Compares an interview with its typed answers: locates the readings; asks a model, which does not see the typed
 * answers, about reading, conduct and answer; compares by code or a second call; derives verdicts.
 */
export const confrontoStage: Stage = {
  async run(context) {
    const { run } = context;
    const {
      enabled,
      response_detection,
      modelo: rotulo,
      modelo_confronto: outro,
    } = run.config.textAnalysisConfig;
    const nothing = { modelo: null, segundo: null };
    if (!enabled || !response_detection) {
      return skipStage(
        confrontInput(run.perfil, run.config, nothing, null),
        'A detecção de respostas está desativada nas configurações.',
      );
    }
    const entrevista = await readAuditedInterview(context.db, run.itemId);
    if (!entrevista) {
      return skipStage(
        confrontInput(run.perfil, run.config, nothing, null),
        'Este item não tem um questionário com perguntas.',
      );
    }
    const [material, modelo, segundo, escolhido, segundoEscolhido] = await Promise.all([
      loadMaterial(context.db, entrevista, run.resultadoId),
      requireModel(context, rotulo),
      outro === null ? null : requireModel(context, outro),
      context.catalog.entry(rotulo),
      outro === null ? null : context.catalog.entry(outro),
    ]);
    if (material.entrada.sentencas.length === 0) throw new StageFailure('sem_transcricao');
    const { extracoes, semResposta } = await extract(context, material, modelo);
    const answers = new RespostasDosModelos(extracoes);
    let unanswered = semResposta;
    await answers.settle(material, async (itens, round) => {
      const found: RespostaDoItem[] = [];
      for (const kind of KINDS) {
        const asked = kind.independente ? (segundo ?? modelo) : modelo;
        const { itens: answers, semResposta: without } = await secondLook(
          context,
          asked,
          kind,
          itens.filter((item) => kindOf(item) === kind),
          round,
        );
        found.push(...answers);
        unanswered += without;
      }
      return found;
    });
    const cells = deriveCells(material, answers);
    const open = cells.filter(({ celula }) => celula.veredito === 'a_revisar').length;
    const { entrevistaId, pesquisaId } = entrevista;
    return {
      tipo: 'concluida',
      saida: { modelo: modelo.modelo, perguntas: cells.length, aRevisar: open, lidas: material.lidas },
      entrada: confrontInput(
        run.perfil,
        run.config,
        { modelo: escolhido, segundo: segundoEscolhido },
        interviewInput(entrevista),
      ),
      avisos: [
        ...modelNotices(segundo ? [modelo, segundo] : [modelo]),
        ...unansweredNotice(unanswered),
        ...otherRowNotice(entrevista.linhaPlanilha, cells),
      ],
      evento: {
        evento: 'Confronto concluído',
        detalhes: `${cells.length} ${cells.length === 1 ? 'pergunta' : 'perguntas'}, ${open} a revisar. Modelo: ${modelo.modelo}.`,
      },
      write: async (tx) => {
        await saveRoles(tx, run.empresaId, run.resultadoId, material.papeis);
        await insertCells(tx, { ...run, entrevistaId, pesquisaId }, cells);
        if (material.corrigida) await keepFirstVerdicts(tx, { execucaoId: run.execucaoId, entrevistaId });
      },
    };
  },
};

function skipStage(entrada: unknown, detalhes: string): StageOutcome {
  return { tipo: 'pulada', entrada, evento: { evento: 'Confronto não realizado', detalhes } };
}

function unansweredNotice(calls: number): TimelineEntry[] {
  if (calls === 0) return [];
  const detalhes = `${calls === 1 ? 'Uma resposta da IA não pôde ser usada' : `${calls} respostas da IA não puderam ser usadas`}. As perguntas correspondentes ficaram para revisão.`;
  return [{ evento: 'Confronto incompleto', detalhes }];
}

function otherRowNotice(linha: number | null, cells: ReturnType<typeof deriveCells>): TimelineEntry[] {
  const found = linha === null ? null : maybeOtherRow(cells.map(({ celula }) => celula));
  if (!found) return [];
  const { concordam, comparadas } = found;
  return [
    {
      evento: 'Gravação talvez de outra linha',
      detalhes: `Só ${concordam} de ${comparadas} respostas da gravação ${concordam === 1 ? 'é igual à' : 'são iguais às'} da linha ${linha} da planilha. Confira se a gravação é desta entrevista.`,
    },
  ];
}

function isUnusable(error: unknown): boolean {
  return error instanceof StageFailure && error.codigo === 'resposta_invalida';
}

/** Requests all parts, a few at a time. Throws only after all have ended, so that paid answers are stored. */
async function askAll<P, R>(
  context: StageContext,
  parts: readonly P[],
  ask: (part: P, index: number) => Promise<R>,
): Promise<{ answers: R[]; semResposta: number }> {
  const limit = pLimit(BLOCKS_AT_ONCE);
  const settled = await Promise.allSettled(
    parts.map((part, index) =>
      limit(() => {
        context.signal.throwIfAborted();
        return ask(part, index);
      }),
    ),
  );
  const rejected = settled.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  const failed = rejected.find((reason) => !isUnusable(reason));
  // Unusable answers fail the stage only if all answers are unusable.
  if (failed !== undefined || (rejected.length > 0 && rejected.length === parts.length))
    throw failed ?? rejected[0];
  return {
    answers: settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : [])),
    semResposta: rejected.length,
  };
}

/** Call A: asks a model about reading, conduct and answer, without showing it the typed answers. */
async function extract(context: StageContext, material: Material, modelo: ModeloResolvido) {
  const { preparo, entrada } = material;
  const blocks = blocksOf(preparo.alignment, entrada.sentencas.length);
  const { answers, semResposta } = await askAll(context, blocks, async (block: Bloco, index) => {
    // Leaves out questions answered by observation, because nothing is said about them.
    const perguntas = block.perguntas
      .flatMap((question) => preparo.perguntas[question] ?? [])
      .filter(isAskedAloud);
    if (perguntas.length === 0) return [];
    const { value } = await askJson(context, {
      key: `confronto:a:${index}`,
      tarefa: 'confronto_extracao',
      perfil: context.run.perfil,
      modelo,
      prompt: () => extractionPrompt(perguntas, entrada.sentencas.slice(block.from, block.to)),
      maxTokens: BASE_TOKENS + TOKENS_PER_QUESTION * perguntas.length,
      temperatura: 0,
    });
    const asked = new Set(perguntas.map(({ id }) => id));
    return value.perguntas.filter(({ id }) => asked.has(id));
  });
  const extracoes = new Map<string, ExtracaoPergunta>();
  for (const one of answers.flat()) if (!extracoes.has(one.id)) extracoes.set(one.id, one);
  return { extracoes, semResposta };
}

type Item = Parameters<typeof comparisonPrompt>[0][number];

const COMPARES = {
  tarefa: 'confronto_comparacao',
  key: 'confronto:b',
  prompt: comparisonPrompt,
  independente: false,
} as const;
const INDEPENDENT = {
  tarefa: 'confronto_comparacao',
  key: 'confronto:independente',
  prompt: independentPrompt,
  independente: true,
} as const;
/** The call that asks if a recording contains a question; a separate call, because it must not show typed answers. */
const LOOKS = {
  tarefa: 'confronto_presenca',
  key: 'confronto:presenca',
  prompt: presencePrompt,
  independente: false,
} as const;
const KINDS = [COMPARES, INDEPENDENT, LOOKS];

function kindOf({ tipo, independente }: Item): (typeof KINDS)[number] {
  if (tipo === 'pergunta') return LOOKS;
  return independente ? INDEPENDENT : COMPARES;
}

/** Asks a model about the open items (call B). `round` 1 checks again the accusations that only round 0 supports. */
async function secondLook(
  context: StageContext,
  modelo: ModeloResolvido,
  { tarefa, key, prompt }: (typeof KINDS)[number],
  itens: readonly Item[],
  round: number,
): Promise<{ itens: RespostaDoItem[]; semResposta: number }> {
  const parts = partsOf(itens);
  const name = round === 0 ? key : `${key}:segunda`;
  try {
    const { answers, semResposta } = await askAll(context, parts, async (part, index) => {
      const { value } = await askJson(context, {
        key: parts.length === 1 ? name : `${name}:${index}`,
        tarefa,
        perfil: context.run.perfil,
        modelo,
        prompt: () => prompt(part),
        maxTokens: BASE_TOKENS + TOKENS_PER_ITEM * part.length,
        temperatura: 0,
      });
      return value.itens;
    });
    return { itens: answers.flat(), semResposta };
  } catch (error) {
    // Unusable answers are no error, because people judge items without an answer.
    if (!isUnusable(error)) throw error;
    return { itens: [], semResposta: parts.length };
  }
}
