import type { Db } from '@escuta/prisma/db';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/revisao-entrevistas';
import { AppError } from '@escuta/shared/domain/errors';
import { explainUndecidable } from '@escuta/shared/domain/interview/confront/undecidable-reasons';
import { REVISAO_LABEL, type RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import { ATO_DA_REVISAO, type EstadoEntrevista, outcomeOf } from '@escuta/shared/domain/life/interview';
import { interviewRefusal, readInterviewStates } from '@escuta/shared/services/interviews/life';
import { OWN_INTERVIEW } from '@escuta/shared/services/interviews/own-interview';
import { saveReviews } from '@escuta/shared/services/interviews/review';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../../deps.ts';
import type { Session } from '../../../sign-in/session.ts';
import { lockRevisaveis, lockRevisavel, type Revisavel, readHistorico } from './review-repo.ts';

const HISTORICO_MAX = 100;
const notFound = () => new AppError('nao_encontrado', 'Entrevista não encontrada.');
const MUDOU =
  'Outra pessoa alterou o status desta entrevista depois que você a viu. Veja como ela está agora.';

/** The deciding person; these routes are closed to keys. */
function personOf({ usuarioId }: Session): string {
  if (usuarioId === null) throw new Error('an interview is decided of by a person');
  return usuarioId;
}

/** An interview's review state with its history. @throws AppError nao_encontrado */
export async function readRevisoes(
  deps: AppDeps,
  session: Session,
  id: string,
): Promise<ResponseOf<typeof contracts.getRevisoesDaEntrevista>['data']> {
  const row = await readHistorico(deps.db, session.scope, id, personOf(session), HISTORICO_MAX);
  if (!row) throw notFound();
  const { revisao, revisoes, propria, historico } = row;
  return {
    revisao,
    revisoes,
    propria,
    impedimento: explainUndecidable(row, 'aprovada'),
    historico: historico.map((one) => ({ ...one, em: new Date(one.em).toISOString() })),
  };
}

/** Tells whether a request repeats the caller's own last decision. */
const isRepeated = (row: Revisavel, para: RevisaoEntrevista, visto: number): boolean =>
  row.revistaPorMim && row.revisao === para && row.revisoes === visto + 1;

/** The refusal of a person's decision, based on the state they saw; null if allowed. */
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

async function decide(
  db: Db,
  actor: Actor,
  usuarioId: string,
  rows: readonly Revisavel[],
  decision: { para: RevisaoEntrevista; motivo: string | null },
): Promise<void> {
  await saveReviews(db, rows, usuarioId, decision);
  for (const row of rows) {
    // The reason may name a person, so it is stored where erasure reaches it, not in the log.
    await recordAction(db, {
      ...actor,
      empresaId: row.empresaId,
      acao: 'entrevista_revisada',
      recurso: 'entrevista',
      recursoId: row.id,
      detalhes: { de: row.revisao, para: decision.para, pesquisa_id: row.pesquisaId },
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
 * Changes an interview's review state; the present state changes nothing. @throws AppError nao_encontrado,
 * dados_apagados, sem_permissao (they did it), conflito (another person was faster), regra_violada
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
    await decide(tx, actor, usuarioId, [row], { para: body.para, motivo: body.motivo || null });
    return { row, changed: true };
  });
  if (changed) announce(deps, [row]);
  return { revisao: body.para, revisoes: row.revisoes + (changed ? 1 : 0) };
}

/**
 * Changes several interviews of a survey; refused ones stay, each with the reason. @throws AppError nao_encontrado
 * where one is not the survey's
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
    const judged = rows.map((row) => ({
      row,
      motivo:
        refusalOf(row, states.get(row.id), body.para, seen.get(row.id) ?? -1)?.message ??
        (row.revisao === body.para ? `Já estava ${REVISAO_LABEL[body.para].toLowerCase()}.` : null),
    }));
    const changed = judged.flatMap(({ row, motivo }) => (motivo === null ? [row] : []));
    await decide(tx, actor, usuarioId, changed, { para: body.para, motivo: body.motivo || null });
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
