import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/goals/metas';
import {
  METAS_DE_CAMPO,
  METAS_DO_QUADRO,
  type MetasDaPesquisa,
  type MetasDeCampo,
  type PlanoDeMetas,
} from '@escuta/shared/contracts/surveys/goals/metas';
import { AppError } from '@escuta/shared/domain/errors';
import { dimensionName, problemOfTable } from '@escuta/shared/domain/interview/goals/goal-problems';
import { type Dimensao, isOfQuestion, questionsOf } from '@escuta/shared/domain/interview/goals/goal-table';
import { newId } from '@escuta/shared/platform/database/ids';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { diffOf } from '../../access/action-diff.ts';
import type { AppDeps } from '../../deps.ts';
import { isThere } from '../../reads/scoped-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { isTotal, presentForField, presentPlan } from './goals-present.ts';
import {
  countCells,
  countOptionGoals,
  countPeople,
  findInterviewer,
  findPlan,
  listFieldPlans,
  listPeople,
  listSurveyPlans,
  type NovaTabela,
  type PessoaRow,
  type PlanoRow,
  replacePlan,
  type TabelaRow,
} from './goals-repo.ts';
import { lockQuestionario } from './quotas-repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Questionário não encontrado.');

const wire = ({ dimensoes, celulas, id }: TabelaRow) =>
  ({ id, dimensoes, celulas }) as PlanoDeMetas['tabelas'][number];
const presentStored = ({ versao, total, passar, tabelas }: PlanoRow): PlanoDeMetas => ({
  versao,
  total,
  passar,
  tabelas: tabelas.filter((one) => !isTotal(one)).map(wire),
});

/** Names of people who may be assigned; equal names get the e-mail or number added. */
function namedPeople(rows: readonly PessoaRow[]): ResponseOf<typeof contracts.getMetas>['data']['pessoas'] {
  const times = new Map<string, number>();
  for (const { nome } of rows) times.set(nome, (times.get(nome) ?? 0) + 1);
  return rows.map(({ id, tipo, nome, detalhe }) => ({
    id,
    tipo,
    nome: (times.get(nome) ?? 0) > 1 ? `${nome} (${detalhe ?? id.slice(-4)})` : nome,
  }));
}

function peopleIn(tabelas: readonly Pick<TabelaRow, 'dimensoes'>[]): {
  usuarios: string[];
  agentes: string[];
} {
  const grupos = tabelas.flatMap(({ dimensoes }) =>
    dimensoes.flatMap((one) => (isOfQuestion(one) ? [] : one.grupos)),
  );
  return {
    usuarios: [...new Set(grupos.flatMap((one) => one.usuarios))],
    agentes: [...new Set(grupos.flatMap((one) => one.agentes))],
  };
}

/**
 * A questionnaire's goals.
 * @throws AppError nao_encontrado
 */
export async function planOf(
  { db }: AppDeps,
  { scope }: Session,
  id: string,
): Promise<ResponseOf<typeof contracts.getMetas>['data']> {
  const plan = await findPlan(db, scope, id);
  if (!plan) throw notFound();
  const agentes = peopleIn(plan.tabelas).agentes;
  const people = await listPeople(db, { empresaId: plan.empresa_id, questionarioId: id, agentes });
  return { ...presentStored(plan), pessoas: namedPeople(people) };
}

/**
 * A table's dimensions as the database counts them, without the groups of people, which are applied only on reading.
 */
const countedAs = (dimensoes: readonly Dimensao[]): string =>
  JSON.stringify(
    dimensoes
      .filter(isOfQuestion)
      .map(({ tipo, pergunta_id, grupos }) => [
        tipo,
        pergunta_id,
        grupos.map((grupo) => ('opcoes' in grupo ? grupo.opcoes : [grupo.de, grupo.ate])),
      ]),
  );

const idsIn = (dimensoes: readonly Dimensao[]): string[] =>
  dimensoes.flatMap((one) =>
    isOfQuestion(one)
      ? [one.pergunta_id, ...one.grupos.flatMap((grupo) => ('opcoes' in grupo ? grupo.opcoes : []))]
      : [],
  );

/** A plan for the log: questions, number of goals and their sum, per table. */
const summaryOf = (
  { total, passar, tabelas }: Omit<BodyOf<typeof contracts.updateMetas>, 'versao'>,
  perguntas: PlanoRow['perguntas'],
) => ({
  meta_total: total,
  passar_da_meta: passar,
  tabelas_de_metas: tabelas.map(({ dimensoes, celulas }) => {
    const names = dimensoes.map((one) => dimensionName(one, perguntas)).join(' × ');
    const sum = celulas.reduce((all, { meta }) => all + meta, 0);
    return `${names}: ${celulas.length} ${celulas.length === 1 ? 'meta' : 'metas'}, soma ${sum}`;
  }),
});

/** Checks that the tables can be counted. @throws AppError requisicao_invalida, nao_encontrado */
async function requireTables(
  db: Parameters<typeof findPlan>[0],
  plan: PlanoRow,
  tabelas: BodyOf<typeof contracts.updateMetas>['tabelas'],
): Promise<void> {
  const sent = tabelas.flatMap(({ id }) => id ?? []);
  const there = new Set(plan.tabelas.filter((one) => !isTotal(one)).map(({ id }) => id));
  if (new Set(sent).size < sent.length || !sent.every((id) => there.has(id))) {
    throw new AppError('nao_encontrado', 'Tabela de metas não encontrada neste questionário.');
  }
  const known = new Set(plan.tabelas.flatMap(({ dimensoes }) => idsIn(dimensoes)));
  for (const [index, tabela] of tabelas.entries()) {
    const problem = problemOfTable(tabela, plan.perguntas, known);
    if (problem) {
      throw new AppError(
        'requisicao_invalida',
        tabelas.length > 1 ? `Tabela ${index + 1}. ${problem}` : problem,
      );
    }
  }
  const { usuarios, agentes } = peopleIn(tabelas);
  if (usuarios.length + agentes.length === 0) return;
  // Checks only people who are new in the groups, because people who left the company stay in their groups.
  const before = peopleIn(plan.tabelas);
  const fresh = {
    usuarios: usuarios.filter((id) => !before.usuarios.includes(id)),
    agentes: agentes.filter((id) => !before.agentes.includes(id)),
  };
  if ((await countPeople(db, plan.empresa_id, fresh)) < fresh.usuarios.length + fresh.agentes.length) {
    throw new AppError('nao_encontrado', 'Pessoa não encontrada nesta empresa.');
  }
}

/**
 * Replaces a questionnaire's goals.
 * @throws AppError nao_encontrado, conflito, requisicao_invalida
 */
export function changePlan(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.updateMetas>,
): Promise<PlanoDeMetas> {
  return deps.db.transaction(async (tx) => {
    const questionario = await lockQuestionario(tx, session.scope, id);
    const plan = questionario && (await findPlan(tx, session.scope, id));
    if (!plan) throw notFound();
    if (plan.versao !== body.versao) {
      throw new AppError(
        'conflito',
        'Outra pessoa mudou as metas depois que você as abriu. Nada foi salvo: confira as mudanças e salve de novo.',
      );
    }
    await requireTables(tx, plan, body.tabelas);
    const before = presentStored(plan);
    const { total, passar } = body;
    const tabelas = body.tabelas.map((one) => ({ ...one, id: one.id ?? newId() }));
    if (!diffOf(before, { total, passar, tabelas })) return before;
    const all: TabelaRow[] = [
      plan.tabelas.find(isTotal) ?? { id: newId(), dimensoes: [], celulas: [] },
      ...tabelas,
    ];
    const same = (one: TabelaRow): boolean =>
      plan.tabelas.some((old) => old.id === one.id && countedAs(old.dimensoes) === countedAs(one.dimensoes));
    const novas = all.map(
      (one, ordem): NovaTabela => ({ ...one, ordem, perguntas: questionsOf(one.dimensoes) }),
    );
    const changed = all.filter((one) => !same(one)).map((one) => one.id);
    await replacePlan(tx, { id, empresaId: plan.empresa_id }, { total, passar, tabelas: novas }, changed);
    await recordAction(tx, {
      ...actor,
      empresaId: plan.empresa_id,
      acao: 'cotas_alteradas',
      recurso: 'questionario',
      recursoId: id,
      // Without these details, two different plans could have equal log entries.
      detalhes: {
        antes: summaryOf(before, plan.perguntas),
        depois: summaryOf({ total, passar, tabelas }, plan.perguntas),
      },
    });
    const now = await findPlan(tx, session.scope, id);
    if (!now) throw notFound();
    return presentStored(now);
  });
}

const tableIds = (plans: readonly PlanoRow[]): string[] =>
  plans.flatMap(({ tabelas }) => tabelas.map(({ id }) => id));

/**
 * The state of a survey's goals.
 * @throws AppError nao_encontrado
 */
export async function goalsOf(
  { db }: AppDeps,
  { scope }: Session,
  id: string,
  aprovadas: boolean,
): Promise<MetasDaPesquisa> {
  if (!(await isThere(db, scope, 'pesquisa', id))) {
    throw new AppError('nao_encontrado', 'Pesquisa não encontrada.');
  }
  const plans = await listSurveyPlans(db, id, METAS_DO_QUADRO.planos);
  const rows = await countCells(db, tableIds(plans), { aprovadas });
  return {
    planos: plans
      .map((plan) => presentPlan(plan, rows))
      .filter(({ total, tabelas }) => total !== null || tabelas.length > 0),
  };
}

/** The caller's own cells of the goals of the questionnaires with which the caller may interview. */
export async function goalsForField(
  { db }: AppDeps,
  { ownScope, usuarioId }: Session,
): Promise<MetasDeCampo[]> {
  if (usuarioId === null) throw new Error('goals are told to a person');
  const plans = await listFieldPlans(db, ownScope, usuarioId, METAS_DE_CAMPO);
  if (plans.length === 0) return [];
  const who = await findInterviewer(db, ownScope, usuarioId);
  const rows = await countCells(db, tableIds(plans), { aprovadas: false });
  const options = await countOptionGoals(
    db,
    plans.map((plan) => plan.questionario_id),
  );
  return plans
    .map((plan) => presentForField(plan, rows, options, who))
    .filter(({ total, tabelas }) => total !== null || tabelas.length > 0);
}
