/** Converts a questionnaire's goals and their progress into the answers for the board and for devices. */
import {
  METAS_DO_QUADRO,
  type MetasDaPesquisa,
  type MetasDeCampo,
} from '@escuta/shared/contracts/surveys/goals/metas';
import { dimensionName } from '@escuta/shared/domain/interview/goals/goal-problems';
import {
  type Contada,
  type Dimensao,
  type DimensaoDePergunta,
  type Entrevistador,
  foldCounts,
  goalState,
  isOfQuestion,
  namesOf,
  wholeKey,
} from '@escuta/shared/domain/interview/goals/goal-table';
import type { ContagemRow, MetaDeOpcaoRow, PlanoRow, TabelaRow } from './goals-repo.ts';

const SEM_NOME = 'Sem entrevistador';

const countedOf = (rows: readonly ContagemRow[], tabelaId: string): (Contada & ContagemRow)[] =>
  rows.filter((row) => row.tabela_id === tabelaId).map((row) => ({ ...row, who: row }));

/** True for the table without dimensions, which counts all interviews. */
export const isTotal = ({ dimensoes }: TabelaRow): boolean => dimensoes.length === 0;

/** Number of interviews of a plan's questionnaire that count. */
function doneOf({ tabelas }: PlanoRow, rows: readonly ContagemRow[]): number {
  const total = tabelas.find(isTotal);
  return total ? foldCounts([], countedOf(rows, total.id)).total : 0;
}

type TabelaNoQuadro = MetasDaPesquisa['planos'][number]['tabelas'][number];

function presentDimension(
  dimensao: Dimensao,
  perguntas: PlanoRow['perguntas'],
): TabelaNoQuadro['dimensoes'][number] {
  const name = dimensionName(dimensao, perguntas);
  if (!isOfQuestion(dimensao)) {
    return { nome: name, fora: false, grupos: dimensao.grupos.map(({ texto }) => ({ texto, fora: false })) };
  }
  const pergunta = perguntas.find(({ id }) => id === dimensao.pergunta_id);
  const there = new Set(pergunta?.opcoes.map(({ id }) => id));
  return {
    nome: pergunta ? `${name} · ${pergunta.texto}` : name,
    fora: !pergunta?.no_rascunho,
    grupos: dimensao.grupos.map((grupo) => ({
      texto: grupo.texto,
      fora: 'opcoes' in grupo && !grupo.opcoes.some((id) => there.has(id)),
    })),
  };
}

/** Interviews by person and cell, most first. */
function byPerson(dimensoes: readonly Dimensao[], rows: readonly (Contada & ContagemRow)[]) {
  const people = new Map<string | null, (typeof rows)[number][]>();
  for (const row of rows) people.set(row.agente_id, [...(people.get(row.agente_id) ?? []), row]);
  return [...people]
    .map(([id, own]) => {
      const { total, celulas } = foldCounts(dimensoes, own);
      return {
        id,
        nome: own[0]?.nome ?? SEM_NOME,
        feitas: total,
        celulas: [...celulas].map(([chave, feitas]) => ({ chave, feitas })),
      };
    })
    .toSorted((a, b) => b.feitas - a.feitas || a.nome.localeCompare(b.nome, 'pt-BR'));
}

function presentTable(
  { id, dimensoes, celulas }: TabelaRow,
  perguntas: PlanoRow['perguntas'],
  counted: readonly ContagemRow[],
): TabelaNoQuadro {
  const rows = countedOf(counted, id);
  const done = foldCounts(dimensoes, rows);
  const presented = dimensoes.map((one) => presentDimension(one, perguntas));
  const goals = new Map(celulas.map(({ chave, meta }) => [chave, meta]));
  const keys = [...new Set([...goals.keys(), ...done.celulas.keys()])];
  const people = byPerson(dimensoes, rows);
  return {
    id,
    dimensoes: presented,
    celulas: keys
      .map((chave) => {
        const [meta, feitas] = [goals.get(chave) ?? null, done.celulas.get(chave) ?? 0];
        const state = meta === null ? { feitas, faltam: 0, excedem: 0 } : goalState(meta, feitas);
        return { chave, meta, ...state };
      })
      .toSorted((a, b) => b.faltam - a.faltam || b.excedem - a.excedem || b.feitas - a.feitas),
    sem_celula: {
      n: done.semCelula.n,
      dimensoes: presented.flatMap(({ nome }, place) => {
        const n = done.semCelula.dimensoes[place] ?? 0;
        return n > 0 ? [{ nome, n }] : [];
      }),
    },
    entrevistadores: people.slice(0, METAS_DO_QUADRO.entrevistadores),
    mais_entrevistadores: people.length > METAS_DO_QUADRO.entrevistadores,
  };
}

/** Shapes a questionnaire's plan for the board. */
export function presentPlan(plan: PlanoRow, rows: readonly ContagemRow[]): MetasDaPesquisa['planos'][number] {
  const feitas = doneOf(plan, rows);
  return {
    questionario: { id: plan.questionario_id, nome: plan.nome },
    passar: plan.passar,
    feitas,
    total: plan.total === null ? null : { meta: plan.total, ...goalState(plan.total, feitas) },
    tabelas: plan.tabelas
      .filter((one) => !isTotal(one))
      .map((one) => presentTable(one, plan.perguntas, rows)),
  };
}

type TabelaDeCampo = MetasDeCampo['tabelas'][number];

const onDevice = (dimensao: DimensaoDePergunta): TabelaDeCampo['dimensoes'][number] =>
  dimensao.tipo === 'opcoes'
    ? { ...dimensao, grupos: dimensao.grupos.map((one) => ({ ...one, opcoes: [...one.opcoes] })) }
    : { ...dimensao, grupos: [...dimensao.grupos] };

/** Shapes a table for an interviewer: only that person's cells, named by the groups of questions. */
function tableForPerson(
  tabela: TabelaRow,
  rows: readonly ContagemRow[],
  who: Entrevistador,
  passar: boolean,
): TabelaDeCampo[] {
  const { dimensoes, celulas } = tabela;
  const own = dimensoes.map((one) => (isOfQuestion(one) ? '*' : wholeKey([one], '', who)));
  const isOwn = (chave: string): boolean =>
    chave.split('.').every((part, place) => own[place] === '*' || own[place] === part);
  const done = foldCounts(dimensoes, countedOf(rows, tabela.id)).celulas;
  const questions = dimensoes.filter(isOfQuestion);
  const cells = celulas
    .filter(({ chave }) => isOwn(chave))
    .map(({ chave, meta }) => ({
      chave: chave
        .split('.')
        .filter((_, place) => own[place] === '*')
        .join('.'),
      nomes: namesOf(dimensoes, chave),
      meta,
      feitas: done.get(chave) ?? 0,
    }));
  return cells.length === 0 ? [] : [{ encerra: !passar, dimensoes: questions.map(onDevice), celulas: cells }];
}

/** Goals of single options as tables with a single question; these goals never end an interview. */
function optionTables(rows: readonly MetaDeOpcaoRow[]): TabelaDeCampo[] {
  return [...new Set(rows.map((one) => one.pergunta_id))].map((perguntaId) => {
    const own = rows.filter((one) => one.pergunta_id === perguntaId);
    return {
      encerra: false,
      dimensoes: [
        {
          tipo: 'opcoes' as const,
          pergunta_id: perguntaId,
          grupos: own.map(({ texto, opcao_id }) => ({ texto, opcoes: [opcao_id] })),
        },
      ],
      celulas: own.map(({ texto, meta, feitas }, index) => ({
        chave: String(index),
        nomes: [texto],
        meta,
        feitas,
      })),
    };
  });
}

/** Shapes a plan for an interviewer's device. */
export const presentForField = (
  plan: PlanoRow,
  rows: readonly ContagemRow[],
  options: readonly MetaDeOpcaoRow[],
  who: Entrevistador,
): MetasDeCampo => ({
  questionario_id: plan.questionario_id,
  contadas_em: new Date().toISOString(),
  total: plan.total === null ? null : { meta: plan.total, feitas: doneOf(plan, rows), encerra: !plan.passar },
  tabelas: [
    ...plan.tabelas
      .filter((one) => !isTotal(one))
      .flatMap((one) => tableForPerson(one, rows, who, plan.passar)),
    ...optionTables(options.filter((one) => one.questionario_id === plan.questionario_id)),
  ],
});
