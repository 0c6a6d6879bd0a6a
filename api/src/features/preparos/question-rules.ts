import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { correctPerguntas } from '@escuta/shared/contracts/surveys/preparos';
import {
  COLUNA_POR_PESSOA,
  type ColunaDoPreparoGravada,
  nadaContado,
} from '@escuta/shared/domain/audit-preparation';
import { AppError } from '@escuta/shared/domain/errors';
import { hasCodesByPlace } from '@escuta/shared/domain/survey-file/columns/codes-by-place';
import { linesAfter } from '@escuta/shared/domain/survey-file/documents/document-lines';
import { problemsOfQuestions } from '@escuta/shared/domain/survey-file/documents/question-problems';
import type {
  LinhaLida,
  PerguntaLida,
  QuestionarioLido,
} from '@escuta/shared/domain/survey-file/documents/read-questionnaire';

type Given = BodyOf<typeof correctPerguntas>;
type Corrigida = Given['perguntas'][number];

const question = ({
  de: _,
  avisos: _avisos,
  linhas: _linhas,
  observada,
  ...pergunta
}: Corrigida): Omit<PerguntaLida, 'avisos'> => ({ ...pergunta, ...(observada ? { observada } : {}) });

type ComNomes = Omit<PerguntaLida, 'avisos'>;
/**
 * Adds to a corrected question the names that the data-collection program uses, which people do not see. An option
 * keeps the name of the earlier option with the same text, or else with the same code.
 */
function withNames(pergunta: ComNomes, before: PerguntaLida | undefined): ComNomes {
  if (!before) return pergunta;
  const nameOf = ({ texto, valor }: PerguntaLida['opcoes'][number]): string | undefined =>
    (before.opcoes.find((one) => one.texto === texto) ?? before.opcoes.find((one) => one.valor === valor))
      ?.nome;
  return {
    ...pergunta,
    ...(before.nome === undefined ? {} : { nome: before.nome }),
    opcoes: pergunta.opcoes.map((opcao) => {
      const nome = nameOf(opcao);
      return nome === undefined ? opcao : { ...opcao, nome };
    }),
  };
}

/** True if a question is unchanged. Its own position, and that of the question in its condition, may have changed. */
function isSame(
  before: PerguntaLida | undefined,
  after: Corrigida,
  perguntas: readonly Corrigida[],
): boolean {
  if (!before) return false;
  // Removing the notice about the codes means that a person checked the codes, so the question counts as changed.
  if (hasCodesByPlace(before) && after.avisos && !hasCodesByPlace({ avisos: after.avisos })) return false;
  const { avisos: _, nome: _nome, bateria: _bateria, mostrar_se: was, ...texts } = before;
  const { mostrar_se: now, ...others } = question(after);
  const from = now && perguntas[now.pergunta]?.de;
  const opcoes = texts.opcoes.map(({ nome: _own, ...opcao }) => opcao);
  return (
    isDeepStrictEqual({ ...texts, opcoes }, others) &&
    isDeepStrictEqual(was, now && { ...now, pergunta: from })
  );
}

/**
 * Merges a person's corrections into the questionnaire; drops notices of changed questions.
 * @throws AppError regra_violada, with each reason at its question
 */
export function correctedQuestions(
  before: QuestionarioLido,
  { apresentacao, perguntas }: Pick<Given, 'apresentacao' | 'perguntas'>,
): QuestionarioLido {
  const origins = perguntas.flatMap(({ de }) => de ?? []);
  if (origins.some((de) => !before.perguntas[de]) || new Set(origins).size < origins.length) {
    throw new AppError(
      'requisicao_invalida',
      'Uma pergunta indica, em “de”, uma posição anterior que não existe ou que se repete.',
    );
  }
  const problems = problemsOfQuestions(perguntas);
  if (problems[0]) {
    throw new AppError('regra_violada', problems[0].mensagem, {
      errors: problems.map(({ pergunta, mensagem }) => ({ campo: `perguntas.${pergunta}`, mensagem })),
    });
  }
  return {
    ...before,
    ...(before.linhas ? { linhas: correctedLines(before, before.linhas, perguntas) } : {}),
    apresentacao: apresentacao?.trim() || null,
    perguntas: perguntas.map((one) => {
      const origin = one.de === null ? undefined : before.perguntas[one.de];
      return {
        ...withNames(question(one), origin),
        avisos: origin && isSame(origin, one, perguntas) ? origin.avisos : [],
      };
    }),
    corrigido: true,
  };
}

/**
 * The document's lines, assigned to the corrected questions.
 * @throws AppError requisicao_invalida for an unknown line
 */
function correctedLines(
  before: QuestionarioLido,
  linhas: readonly LinhaLida[],
  perguntas: readonly Corrigida[],
): LinhaLida[] {
  const placeNow = new Map(perguntas.flatMap(({ de }, place) => (de === null ? [] : [[de, place] as const])));
  const taken = new Map(
    perguntas.flatMap((one, place) => (one.linhas ?? []).map((linha) => [linha, place] as const)),
  );
  if ([...taken.keys()].some((linha) => !linhas[linha]))
    throw new AppError(
      'requisicao_invalida',
      'Uma pergunta indica, em “linhas”, uma linha que o documento não tem.',
    );
  const changed = new Set(
    perguntas.flatMap((one, place) =>
      one.de !== null && !isSame(before.perguntas[one.de], one, perguntas) ? [place] : [],
    ),
  );
  return linesAfter(linhas, { placeNow: (was) => placeNow.get(was) ?? null, changed, taken });
}

/** An option's position in the corrected question: by code and text, else by text, else by code. */
function optionNow(before: PerguntaLida, opcao: number, { opcoes }: Corrigida): number | null {
  const was = before.opcoes[opcao];
  if (!was) return null;
  const by = (is: (one: Corrigida['opcoes'][number]) => boolean): number => opcoes.findIndex(is);
  const found = [
    by(({ texto, valor }) => texto === was.texto && valor === was.valor),
    by(({ texto }) => texto === was.texto),
    by(({ valor }) => valor === was.valor),
  ].find((place) => place >= 0);
  return found ?? null;
}

/**
 * The columns before matching with the corrected questions: a person's choices stay, with new positions; all others are
 * matched again.
 */
export function columnsToMatch(
  colunas: readonly ColunaDoPreparoGravada[],
  before: QuestionarioLido,
  perguntas: readonly Corrigida[],
): ColunaDoPreparoGravada[] {
  const placeNow = new Map(perguntas.flatMap(({ de }, place) => (de === null ? [] : [[de, place] as const])));
  return colunas.map((coluna) => {
    const unread = {
      ...coluna,
      ...{ papel: 'ignorar' as const, pergunta: null, opcao: null, regra: '' },
      nao_reconhecidas: nadaContado(),
    };
    if (coluna.regra !== COLUNA_POR_PESSOA) return unread;
    if (coluna.papel !== 'pergunta' || coluna.pergunta === null) return coluna;
    const pergunta = placeNow.get(coluna.pergunta);
    const origin = before.perguntas[coluna.pergunta];
    const now = pergunta === undefined ? undefined : perguntas[pergunta];
    if (pergunta === undefined || !origin || !now) return unread;
    if (coluna.opcao === null) return { ...coluna, pergunta };
    const opcao = optionNow(origin, coluna.opcao, now);
    return opcao === null ? unread : { ...coluna, pergunta, opcao };
  });
}

/** A correction's changes for the audit log: codes of questions. */
export function changesOf(
  before: QuestionarioLido,
  after: QuestionarioLido,
  perguntas: readonly Corrigida[],
): { novas: string[]; alteradas: string[]; removidas: string[]; apresentacao?: boolean } {
  const kept = new Set(perguntas.map(({ de }) => de));
  return {
    novas: perguntas.filter(({ de }) => de === null).map(({ codigo }) => codigo),
    alteradas: perguntas
      .filter((one) => one.de !== null && !isSame(before.perguntas[one.de], one, perguntas))
      .map(({ codigo }) => codigo),
    removidas: before.perguntas.filter((_, place) => !kept.has(place)).map(({ codigo }) => codigo),
    ...(before.apresentacao === after.apresentacao ? {} : { apresentacao: true }),
  };
}
