import type { Db } from '@escuta/prisma/db';
import type { BodyOf, QueryOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/revisao-entrevistas';
import {
  PROPOSTAS_MAX,
  type PropostaDeRevisao,
  REVISAO_MAX,
} from '@escuta/shared/contracts/surveys/revisao-entrevistas';
import { AppError } from '@escuta/shared/domain/errors';
import { explainUndecidable } from '@escuta/shared/domain/interview/confront/undecidable-reasons';
import { TEXTO_DO_SINAL } from '@escuta/shared/domain/interview/signals/kinds';
import { REVISAO_LABEL, type RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import { ATO_DA_REVISAO, type EstadoEntrevista, outcomeOf } from '@escuta/shared/domain/life/interview';
import { interviewRefusal, readInterviewStates } from '@escuta/shared/services/interviews/life';
import { OWN_INTERVIEW } from '@escuta/shared/services/interviews/own-interview';
import { saveReviews } from '@escuta/shared/services/interviews/review';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../../deps.ts';
import { isThere } from '../../../reads/scoped-repo.ts';
import type { Session } from '../../../sign-in/session.ts';
import {
  listProposals,
  lockCause,
  lockRevisaveis,
  lockRevisavel,
  type Origem,
  type PropostaRow,
  type Revisavel,
  readHistorico,
} from './review-repo.ts';

const HISTORICO_MAX = 100;
const notFound = () => new AppError('nao_encontrado', 'Entrevista não encontrada.');
const MUDOU =
  'Outra pessoa alterou o status desta entrevista depois que você abriu a página. Veja como ela está agora.';

/** The deciding person; API keys cannot use these routes. */
function personOf({ usuarioId }: Session): string {
  if (usuarioId === null) throw new Error('an interview is decided of by a person');
  return usuarioId;
}

/**
 * An interview's review state with its history.
 * @throws AppError nao_encontrado
 */
export async function readRevisoes(
  deps: AppDeps,
  session: Session,
  id: string,
): Promise<ResponseOf<typeof contracts.getRevisoesDaEntrevista>['data']> {
  const row = await readHistorico(deps.db, session.scope, id, personOf(session), HISTORICO_MAX);
  if (!row) throw notFound();
  const { pesquisa_id, revisao, revisoes, propria, historico } = row;
  return {
    pesquisa_id,
    revisao,
    revisoes,
    propria,
    impedimento: explainUndecidable(row, 'aprovada'),
    historico: historico.map((one) => ({ ...one, em: new Date(one.em).toISOString() })),
  };
}

/** True if a request repeats the caller's own last decision. */
const isRepeated = (row: Revisavel, para: RevisaoEntrevista, visto: number): boolean =>
  row.revistaPorMim && row.revisao === para && row.revisoes === visto + 1;

/** The refusal of a person's decision, based on the state that the person saw; null if allowed. */
function refusalOf(
  row: Revisavel,
  estado: EstadoEntrevista | undefined,
  para: RevisaoEntrevista,
  visto: number,
): AppError | null {
  const outcome = estado ? outcomeOf(estado, ATO_DA_REVISAO[para]) : 'nada';
  const refused = outcome !== 'nada' && 'recusa' in outcome ? interviewRefusal(outcome.recusa) : null;
  if (refused?.code === 'dados_apagados') return refused;
  if (row.propria) return new AppError('sem_permissao', OWN_INTERVIEW);
  if (row.revisoes !== visto && !isRepeated(row, para, visto))
    return new AppError('conflito', MUDOU, { dados: { revisoes: row.revisoes } });
  return refused;
}

type Decision = { para: RevisaoEntrevista; motivo: string | null; origem: Origem | null };

const decisionOf = ({
  para,
  motivo,
  origem,
}: Omit<BodyOf<typeof contracts.reviewEntrevista>, 'visto'>): Decision => ({
  para,
  motivo: motivo || null,
  origem: origem ?? null,
});

const SEM_CAUSA: Record<Origem['tipo'], string> = {
  verificacao: 'O recontato desta entrevista agora tem outro resultado.',
  sinal: 'O sinal desta entrevista não está mais confirmado por duas pessoas.',
};

/**
 * The refusal of each locked interview that a decision's cause does not concern; locks the cause until the transaction
 * ends.
 * @throws AppError requisicao_invalida if a decision other than holding has a cause
 */
async function causeOf(
  db: Db,
  pesquisaId: string,
  { para, origem }: Decision,
  rows: readonly Revisavel[],
): Promise<(row: Revisavel) => AppError | null> {
  if (origem === null) return () => null;
  if (para !== 'em_espera') {
    throw new AppError(
      'requisicao_invalida',
      'Só a decisão “Em espera” aceita um recontato ou um sinal como motivo.',
    );
  }
  const caused = await lockCause(
    db,
    pesquisaId,
    origem,
    rows.map(({ id }) => id),
  );
  return ({ id }) => (caused.has(id) ? null : new AppError('regra_violada', SEM_CAUSA[origem.tipo]));
}

async function decide(
  db: Db,
  actor: Actor,
  usuarioId: string,
  rows: readonly Revisavel[],
  decision: Decision,
): Promise<void> {
  await saveReviews(db, rows, usuarioId, decision);
  for (const row of rows) {
    // The reason may name a person, so it is not logged but stored where an erasure reaches it.
    await recordAction(db, {
      ...actor,
      empresaId: row.empresaId,
      acao: 'entrevista_revisada',
      recurso: 'entrevista',
      recursoId: row.id,
      detalhes: {
        de: row.revisao,
        para: decision.para,
        pesquisa_id: row.pesquisaId,
        ...(decision.origem ? { origem: decision.origem } : {}),
      },
    });
  }
}

function announce(deps: AppDeps, rows: readonly Revisavel[]): void {
  deps.publish(
    rows.flatMap(({ empresaId, projetoId, item }) =>
      item ? [{ tipo: 'item' as const, empresaId, projetoId, itemId: item.id, status: item.status }] : [],
    ),
  );
}

/**
 * Changes an interview's review state; a repetition of the present state changes nothing.
 * @throws AppError nao_encontrado, dados_apagados, sem_permissao (own interview), conflito (another person was faster),
 * regra_violada
 */
export async function decideOne(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.reviewEntrevista>,
): Promise<{ revisao: RevisaoEntrevista; revisoes: number }> {
  const usuarioId = personOf(session);
  const { row, changed } = await deps.db.transaction(async (tx) => {
    const row = await lockRevisavel(tx, session.scope, id, usuarioId);
    if (!row) throw notFound();
    const states = await readInterviewStates(tx, [id]);
    const refused = refusalOf(row, states.get(id), body.para, body.visto);
    if (refused) throw refused;
    if (row.revisao === body.para) return { row, changed: false };
    const decision = decisionOf(body);
    const uncaused = (await causeOf(tx, row.pesquisaId, decision, [row]))(row);
    if (uncaused) throw uncaused;
    await decide(tx, actor, usuarioId, [row], decision);
    return { row, changed: true };
  });
  if (changed) announce(deps, [row]);
  return { revisao: body.para, revisoes: row.revisoes + (changed ? 1 : 0) };
}

/**
 * Changes several interviews of a survey. Refused interviews stay unchanged; the answer gives each reason.
 * @throws AppError nao_encontrado if an interview is not of the survey
 */
export async function decideMany(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  pesquisaId: string,
  body: BodyOf<typeof contracts.reviewEntrevistas>,
): Promise<ResponseOf<typeof contracts.reviewEntrevistas>['data']> {
  const usuarioId = personOf(session);
  const seen = new Map(body.entrevistas.map(({ id, visto }) => [id, visto]));
  const { changed, recusadas } = await deps.db.transaction(async (tx) => {
    const rows = await lockRevisaveis(tx, session.scope, pesquisaId, [...seen.keys()], usuarioId);
    if (rows.length < seen.size) throw notFound();
    const states = await readInterviewStates(tx, [...seen.keys()]);
    const decision = decisionOf(body);
    const uncaused = await causeOf(tx, pesquisaId, decision, rows);
    const judged = rows.map((row) => ({
      row,
      motivo:
        refusalOf(row, states.get(row.id), body.para, seen.get(row.id) ?? -1)?.message ??
        (row.revisao === body.para ? `Já estava ${REVISAO_LABEL[body.para].toLowerCase()}.` : null) ??
        uncaused(row)?.message ??
        null,
    }));
    const changed = judged.flatMap(({ row, motivo }) => (motivo === null ? [row] : []));
    await decide(tx, actor, usuarioId, changed, decision);
    return {
      changed,
      recusadas: judged.flatMap(({ row, motivo }) =>
        motivo === null ? [] : [{ id: row.id, nome: row.nome, motivo }],
      ),
    };
  });
  announce(deps, changed);
  return { alteradas: changed.length, recusadas };
}

const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' });

/** The reason of a proposal, as a gerente would write it. */
function reasonOf({ para, tipo, em, sinal }: PropostaRow): string {
  if (para === 'pendente') {
    return tipo === 'verificacao' ? 'O recontato teve outro resultado.' : 'O sinal não está mais confirmado.';
  }
  const when = em ? ` em ${day.format(em)}` : '';
  return tipo === 'verificacao'
    ? `Recontato${when}: não foi entrevistado.`
    : `Sinal confirmado por duas pessoas${when}: ${sinal ? TEXTO_DO_SINAL[sinal.tipo].nome.toLowerCase() : ''}.`;
}

/**
 * Proposed decisions to hold and release a survey's interviews, because of verification calls and confirmed signals.
 * @throws AppError nao_encontrado
 */
export async function proposalsOf(
  deps: AppDeps,
  session: Session,
  pesquisaId: string,
  query: QueryOf<typeof contracts.listPropostas>,
): Promise<PropostaDeRevisao[]> {
  if (!(await isThere(deps.db, session.scope, 'pesquisa', pesquisaId))) {
    throw new AppError('nao_encontrado', 'Pesquisa não encontrada.');
  }
  const rows = await listProposals(
    deps.db,
    pesquisaId,
    personOf(session),
    { verificacaoId: query.verificacao_id, sinalId: query.sinal_id },
    { causas: PROPOSTAS_MAX, entrevistas: REVISAO_MAX },
  );
  return rows.map((row) => ({
    para: row.para,
    origem: { tipo: row.tipo, id: row.id, em: row.em?.toISOString() ?? null, sinal: row.sinal },
    motivo: reasonOf(row),
    entrevistas: row.entrevistas.map((one) => ({ ...one, em: one.em && new Date(one.em).toISOString() })),
    total: row.total,
  }));
}
