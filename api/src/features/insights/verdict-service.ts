import type { Db } from '@escuta/prisma/db';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { InsightWire, validateInsight } from '@escuta/shared/contracts/insights/insights';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { refuseOwnInterview } from '@escuta/shared/services/interviews/own-interview';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { followReview, lockFirings } from '@escuta/shared/services/rules/judge';
import type { AppDeps } from '../../deps.ts';
import type { Session } from '../../sign-in/session.ts';
import { presentInsight } from './present.ts';
import { findInsight } from './repo.ts';
import {
  type Atendido,
  findVerdict,
  hasTakenBack,
  hasVerdict,
  insertVerdict,
  isSameVerdict,
  type LockedInsight,
  lockInsight,
  lockWhereItCounts,
  markFiringsSeen,
  type NewVerdict,
  undoVerdict,
} from './verdict-repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Insight não encontrado.');
const OPPOSITE: Record<Atendido, Atendido> = { sim: 'nao', nao: 'sim', nao_se_aplica: 'nao_se_aplica' };

/**
 * Requires a person: callers with an API key or a signed address give no verdicts.
 * @throws AppError sem_permissao
 */
function personOf(session: Session): string {
  if (session.usuarioId === null)
    throw new AppError(
      'sem_permissao',
      'Uma chave de API não valida insights: entre na Escuta e dê o veredito.',
    );
  return session.usuarioId;
}

/**
 * The AI's and the person's judgement of each criterion.
 * @throws AppError regra_violada for a criterion that the insight lacks
 */
function judgements(
  insight: LockedInsight,
  body: Pick<BodyOf<typeof validateInsight>, 'veredito' | 'criterios'>,
): NewVerdict['criterios'] {
  const criterios = insight.resultado?.criterios ?? [];
  const given = new Map((body.criterios ?? []).map(({ id, atendido }) => [id, atendido]));
  for (const id of given.keys()) {
    if (!criterios.some((criterio) => criterio.id === id)) {
      throw new AppError('regra_violada', `Este insight não tem o critério “${id}”.`);
    }
  }
  const whole = body.veredito === 'rejeitado' && body.criterios === undefined;
  return criterios.map(({ id, atendido, comprovado }) => ({
    id,
    ia: atendido,
    pessoa: given.get(id) ?? (whole ? OPPOSITE[atendido] : atendido),
    comprovado,
  }));
}

/** Runs a change, notifies open pages, and returns the changed insight. */
async function changeInsight(
  deps: AppDeps,
  scope: Scope,
  work: (db: Db) => Promise<LockedInsight>,
): Promise<InsightWire> {
  const { wire, insight } = await deps.db.transaction(async (tx) => {
    const insight = await work(tx);
    const row = await findInsight(tx, scope, insight.id);
    if (!row) throw notFound();
    return { wire: presentInsight(row), insight };
  });
  const { empresaId, projetoId, itemId, statusDoItem } = insight;
  deps.publish([{ tipo: 'item', empresaId, projetoId, itemId, status: statusDoItem }]);
  return wire;
}

/**
 * Records a person's verdict beside the AI's; replaces the same person's verdict, or another person's named by
 * `substitui`. Idempotent.
 * @throws AppError nao_encontrado, conflito (another person was faster, or a newer analysis replaced the insight),
 * regra_violada (not finished, no reason given, unknown criterion)
 */
export async function validate(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof validateInsight>,
): Promise<InsightWire> {
  const usuarioId = personOf(session);
  if (body.veredito === 'rejeitado' && !body.motivo) {
    throw new AppError('regra_violada', 'Informe o motivo da rejeição.', {
      errors: [{ campo: 'motivo', mensagem: 'Informe o motivo da rejeição.' }],
    });
  }
  let alertasVistos = false;
  let alertasMudados = false;
  let empresaId = session.empresaId;
  const wire = await changeInsight(deps, session.scope, async (db) => {
    const insight = await lockInsight(db, session.scope, id);
    if (!insight) throw notFound();
    await refuseOwnInterview(db, usuarioId, insight.itemId);
    if (body.substitui && !(await hasVerdict(db, session.scope, id, body.substitui))) {
      throw new AppError(
        'nao_encontrado',
        'O veredito que você ia substituir não existe mais. Atualize a página.',
      );
    }
    if (insight.status !== 'concluido' && insight.status !== 'erro') {
      throw new AppError('regra_violada', 'Este insight ainda não foi gerado.');
    }
    if (!insight.vigente) {
      throw new AppError('conflito', 'Este insight foi substituído por uma análise mais recente.', {
        dados: { substituido: true },
      });
    }
    const before = await findVerdict(db, session.scope, id);
    if (before && before.usuarioId !== usuarioId && before.id !== body.substitui) {
      const quem = before.nome ?? 'Outra pessoa';
      throw new AppError(
        'conflito',
        `${quem} já ${before.veredito === 'aprovado' ? 'aprovou' : 'rejeitou'} este insight.`,
        {
          dados: {
            revisaoId: before.id,
            veredito: before.veredito,
            motivo: before.motivo,
            por: before.nome,
            em: before.em.toISOString(),
          },
        },
      );
    }
    const verdict: NewVerdict = {
      usuarioId,
      veredito: body.veredito,
      motivo: body.veredito === 'rejeitado' ? (body.motivo ?? null) : null,
      observacoes: body.observacoes || null,
      revisaoMs: body.revisaoMs ?? null,
      inteiro: body.veredito === 'rejeitado' && body.criterios === undefined,
      criterios: judgements(insight, body),
    };
    if (before && (await isSameVerdict(db, before, verdict))) return insight;
    const revisaoId = await insertVerdict(db, insight, verdict);
    await lockFirings(db, insight.empresaId, [insight.itemId]);
    alertasVistos = await markFiringsSeen(db, insight, usuarioId);
    alertasMudados = (await followReview(db, actor, insight)) || alertasVistos;
    empresaId = insight.empresaId;
    await recordAction(db, {
      ...actor,
      empresaId: insight.empresaId,
      acao: 'insight_validado',
      recurso: 'insight',
      recursoId: id,
      detalhes: {
        veredito: body.veredito,
        revisaoId,
        substituiu: before?.id ?? null,
        itemId: insight.itemId,
        ...(alertasVistos ? { alertasVistos } : {}),
      },
    });
    return insight;
  });
  if (alertasMudados) deps.publish([{ tipo: 'alertas', empresaId }]);
  return wire;
}

/**
 * Withdraws the caller's verdict on the insight that counts at present. `dadoEm`: withdraws only the verdict given at
 * that time; no change if already withdrawn.
 * @throws AppError nao_encontrado, conflito (no verdict, another person's verdict, or a verdict not given at `dadoEm`)
 */
export async function undoValidation(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  dadoEm: string | undefined,
): Promise<InsightWire> {
  const usuarioId = personOf(session);
  let reopenedIn: string | null = null;
  const wire = await changeInsight(deps, session.scope, async (db) => {
    const insight = await lockWhereItCounts(db, session.scope, id);
    if (!insight) throw notFound();
    await refuseOwnInterview(db, usuarioId, insight.itemId);
    const em = dadoEm === undefined ? null : new Date(dadoEm);
    if (em && (await hasTakenBack(db, session.scope, insight.id, { usuarioId, em }))) return insight;
    const verdict = await findVerdict(db, session.scope, insight.id);
    if (!verdict) throw new AppError('conflito', 'Este insight não tem veredito para desfazer.');
    if (verdict.usuarioId !== usuarioId) {
      throw new AppError(
        'conflito',
        `O veredito em vigor é de ${verdict.nome ?? 'outra pessoa'}: só o autor pode desfazer o veredito.`,
      );
    }
    if (em && verdict.em.getTime() !== em.getTime())
      throw new AppError('conflito', 'O veredito mudou depois que você o viu. Confira o veredito atual.');
    await undoVerdict(db, insight, verdict.id);
    await lockFirings(db, insight.empresaId, [insight.itemId]);
    if (await followReview(db, actor, insight)) reopenedIn = insight.empresaId;
    await recordAction(db, {
      ...actor,
      empresaId: insight.empresaId,
      acao: 'insight_veredito_desfeito',
      recurso: 'insight',
      recursoId: insight.id,
      detalhes: { veredito: verdict.veredito, revisaoId: verdict.id, itemId: insight.itemId },
    });
    return insight;
  });
  if (reopenedIn !== null) deps.publish([{ tipo: 'alertas', empresaId: reopenedIn }]);
  return wire;
}
