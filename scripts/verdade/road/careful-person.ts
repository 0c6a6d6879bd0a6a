/**
 * Simulates a careful person in the portal: reads its warnings, looks each question up in the printed questionnaire,
 * types it again in the editor, and assigns missing columns. Questions without a warning stay unchanged, so their
 * misreadings remain.
 */
import type { BodyOf } from '@escuta/shared/contracts/contract';
import { correctColunas, correctPerguntas } from '@escuta/shared/contracts/surveys/preparos';
import type { ColunaDoPreparoGravada } from '@escuta/shared/domain/audit-preparation';
import { optionTest } from '@escuta/shared/domain/interview/questionnaire/conditions';
import { problemsOfQuestions } from '@escuta/shared/domain/survey-file/documents/question-problems';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/documents/read-questionnaire';
import { type Alerta, auditedPlaces } from '@escuta/shared/domain/survey-file/rows/warnings';
import type { PerguntaVerdade } from '../questionnaires.ts';
import { matchQuestions } from './match.ts';
import type { Impresso } from './print-document.ts';
import type { Planilha } from './sheet.ts';

type Correcao = BodyOf<typeof correctPerguntas>;
type Corrigida = Correcao['perguntas'][number];

/** A question of the corrected questionnaire: its origin, and whether the person types it. */
type Lugar = { de: number | null; pergunta: PerguntaVerdade | null; digita: boolean };

/** Makes a question as the person types it in the editor. */
function retype(lugar: Lugar, lugares: readonly Lugar[], { colunas, codigos, ns }: Impresso): Corrigida {
  const pergunta = lugar.pergunta as PerguntaVerdade;
  const { id, texto, tipo, obrigatoria, lerOpcoes, instrucao, minimo, maximo, unidade, opcoes, mostrarSe } =
    pergunta;
  const special = ns.get(id);
  const condition = optionTest(mostrarSe);
  const asked = lugares.findIndex(
    (one) => one.pergunta !== null && one.pergunta.id === condition?.perguntaId,
  );
  const options = asked < 0 ? [] : (lugares[asked]?.pergunta?.opcoes ?? []);
  return {
    de: lugar.de,
    codigo: colunas.get(id) ?? '',
    ...{ texto, tipo, obrigatoria, ler_opcoes: lerOpcoes, instrucao, minimo, maximo, unidade },
    opcoes:
      special === undefined || tipo === 'data'
        ? opcoes.map((opcao) => ({
            texto: opcao.texto,
            valor: codigos.get(opcao.id) ?? opcao.valor,
            especial: opcao.especial,
          }))
        : [{ texto: 'Não sabe/não respondeu', valor: special, especial: 'nao_sabe' }],
    mostrar_se:
      condition && asked >= 0
        ? {
            pergunta: asked,
            opcoes: condition.opcoes.map((one) => options.findIndex((opcao) => opcao.id === one)),
          }
        : null,
  };
}

/** Keeps a question as read, at its new place; its condition refers to the new place of the question it depends on. */
function keepAsRead(lugar: Lugar, lugares: readonly Lugar[], lido: QuestionarioLido): Corrigida {
  const {
    avisos: _,
    mostrar_se,
    ...pergunta
  } = lido.perguntas[lugar.de as number] as QuestionarioLido['perguntas'][number];
  const asked = mostrar_se ? lugares.findIndex(({ de }) => de === mostrar_se.pergunta) : -1;
  return {
    ...pergunta,
    de: lugar.de,
    mostrar_se: mostrar_se && asked >= 0 ? { ...mostrar_se, pergunta: asked } : null,
  };
}

/**
 * The correction that these warnings cause; null if they cause none.
 * @param versao version of the prepared audit
 */
export function correctionOf(
  lido: QuestionarioLido,
  alertas: readonly Alerta[],
  impresso: Impresso,
  planilha: Planilha,
  versao: number,
): Correcao | null {
  const { documento } = impresso;
  const found = matchQuestions(lido.perguntas, impresso);
  const warned = new Set(alertas.flatMap(({ pergunta }) => pergunta ?? []));
  // The editor also reports questions that it cannot save.
  for (const { pergunta } of problemsOfQuestions(lido.perguntas)) warned.add(pergunta);
  const doubtful = new Set([...warned].flatMap((place) => found[place]?.id ?? []));
  for (const { tipo, coluna } of alertas) {
    const id =
      tipo === 'coluna_sem_pergunta' && coluna !== null ? planilha.perguntas.get(coluna)?.id : undefined;
    if (id !== undefined) doubtful.add(id);
  }
  // If the person types one item of a battery again, the person types all its items. If the person checks a question,
  // the questions whose condition depends on it are checked, too.
  if (documento.perguntas.some(({ id }) => doubtful.has(id) && impresso.itens.has(id))) {
    for (const id of impresso.itens.keys()) doubtful.add(id);
  }
  for (const { id, mostrarSe } of documento.perguntas) {
    const condition = optionTest(mostrarSe);
    if (condition && (doubtful.has(condition.perguntaId) || doubtful.has(id))) {
      doubtful.add(id);
      doubtful.add(condition.perguntaId);
    }
  }
  const opening = alertas.some(({ tipo }) => tipo === 'sem_apresentacao');
  const strays = lido.perguntas.flatMap((_, place) => (found[place] === null ? [place] : []));
  const dropped = strays.filter((place) => warned.has(place));
  if (doubtful.size === 0 && dropped.length === 0 && !opening) return null;

  const lugares: Lugar[] = documento.perguntas.flatMap((pergunta): Lugar[] => {
    const place = found.indexOf(pergunta);
    const digita = doubtful.has(pergunta.id);
    return place < 0 && !digita ? [] : [{ de: place < 0 ? null : place, pergunta, digita }];
  });
  for (const place of strays)
    if (!warned.has(place)) lugares.push({ de: place, pergunta: null, digita: false });
  return correctPerguntas.body.parse({
    versao,
    apresentacao: opening ? documento.apresentacao : lido.apresentacao,
    perguntas: lugares.map((lugar) =>
      lugar.digita ? retype(lugar, lugares, impresso) : keepAsRead(lugar, lugares, lido),
    ),
  });
}

/**
 * The columns that the person assigns to questions without a column; null if every question has a column.
 * @param versao version of the prepared audit
 */
export function columnsChosen(
  lido: QuestionarioLido,
  colunas: readonly ColunaDoPreparoGravada[],
  impresso: Impresso,
  planilha: Planilha,
  versao: number,
): BodyOf<typeof correctColunas> | null {
  const audited = auditedPlaces(colunas);
  const chosen = matchQuestions(lido.perguntas, impresso).flatMap((pergunta, place) =>
    pergunta === null || audited.has(place)
      ? []
      : [...planilha.perguntas].flatMap(([n, { id, opcao }]) => {
          const at = pergunta.opcoes.findIndex((one) => one.id === opcao);
          return id === pergunta.id
            ? [{ n, papel: 'pergunta', pergunta: place, opcao: at < 0 ? null : at }]
            : [];
        }),
  );
  return chosen.length === 0 ? null : correctColunas.body.parse({ versao, colunas: chosen });
}
