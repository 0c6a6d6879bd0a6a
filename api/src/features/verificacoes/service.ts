import { randomInt } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import type { BodyOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/surveys/verificacoes';
import type { VerificacaoWire } from '@escuta/shared/contracts/surveys/verificacoes';
import { AppError } from '@escuta/shared/domain/errors';
import { groupBy } from '@escuta/shared/domain/group-by';
import { nextCallAt } from '@escuta/shared/domain/interview/verdicts/next-call';
import { isVerified, TENTATIVAS_MAX } from '@escuta/shared/domain/interview/verdicts/verification';
import { OWN_INTERVIEW } from '@escuta/shared/services/interviews/own-interview';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { recordEvent } from '@escuta/shared/services/log/record-event';
import { takeBackNotice } from '@escuta/shared/services/log/take-back-notice';
import { diffOf } from '../../access/action-diff.ts';
import { isManager } from '../../access/managers-only.ts';
import type { AppDeps } from '../../deps.ts';
import {
  drawnOf,
  NADA_VISTO,
  type RegraVerificacao,
  type Sorteio,
  withSeen,
} from '../../field/verification-sample.ts';
import { presentPage } from '../../http/answers.ts';
import { staleRecord } from '../../reads/stale-record.ts';
import type { Session } from '../../sign-in/session.ts';
import {
  type Amostra,
  type Atribuivel,
  correctTentativa,
  countByInterviewer,
  countDrawn,
  findAmostra,
  findVerificacao,
  insertDrawn,
  insertTentativa,
  listPeople,
  listVerificacoes,
  lockAmostra,
  lockAtribuiveis,
  lockMember,
  lockVerificacao,
  readUndrawn,
  type Sorteada,
  saveRegra,
  saveResponsavel,
  saveResultado,
  saveSemente,
  type VerificacaoFilter,
  type VerificacaoRow,
  withoutWork,
} from './repo.ts';

type AmostraWire = ResponseOf<typeof contracts.getVerificacaoDaPesquisa>['data'];

const PESSOAS_MAX = 200;
/** Greatest seed; the least is 1. */
const SEMENTE_MAX = 2 ** 31 - 1;

const notFound = () => new AppError('nao_encontrado', 'Pesquisa não encontrada.');

/** The acting person; API keys cannot use these routes. */
function personOf({ usuarioId }: Session): string {
  if (usuarioId === null) throw new Error('an interview is verified by a person');
  return usuarioId;
}

async function presentAmostra(deps: AppDeps, amostra: Amostra): Promise<AmostraWire> {
  const { percentual, minimo, id, empresaId } = amostra;
  const [sorteadas, pessoas] = await Promise.all([
    countDrawn(deps.db, id),
    listPeople(deps.db, empresaId, PESSOAS_MAX),
  ]);
  return { percentual, minimo, sorteadas, pessoas };
}

/**
 * A survey's rule and the state of its sample.
 * @throws AppError nao_encontrado
 */
export async function readAmostra(deps: AppDeps, { scope }: Session, id: string): Promise<AmostraWire> {
  const amostra = await findAmostra(deps.db, scope, id);
  if (!amostra) throw notFound();
  return presentAmostra(deps, amostra);
}

const ALTERADA = {
  mensagem:
    'Outra pessoa mudou a amostra depois que você a abriu. Nada foi salvo: confira as mudanças e salve de novo.',
  campo: 'Outra pessoa mudou este campo.',
  campos: { percentual: 'percentual', minimo: 'minimo' },
} as const;

/**
 * Changes a survey's rule; drawn interviews stay drawn.
 * @throws AppError nao_encontrado, conflito
 */
export async function changeRegra(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  { antes, ...regra }: BodyOf<typeof contracts.updateVerificacaoDaPesquisa>,
): Promise<AmostraWire> {
  const amostra = await deps.db.transaction(async (tx) => {
    const before = await lockAmostra(tx, session.scope, id);
    if (!before) throw notFound();
    const { percentual, minimo } = before;
    const stale = staleRecord<RegraVerificacao>(antes ?? {}, { percentual, minimo }, ALTERADA);
    if (stale) throw stale;
    if (percentual !== regra.percentual || minimo !== regra.minimo) {
      await saveRegra(tx, session.scope, id, regra);
      await recordAction(tx, {
        ...actor,
        empresaId: before.empresaId,
        acao: 'verificacao_alterada',
        recurso: 'pesquisa',
        recursoId: id,
        detalhes: { de: { percentual, minimo }, para: regra },
      });
    }
    return { ...before, ...regra };
  });
  return presentAmostra(deps, amostra);
}

/** The interviews that a draw adds for each interviewer, with their probability. */
async function drawDue(db: Db, amostra: Amostra, semente: number): Promise<Sorteada[]> {
  const seen = new Map<string, Sorteio>();
  for await (const part of readUndrawn(db, amostra.id)) {
    for (const [chave, rows] of groupBy(part, (row) => row.chave)) {
      const ids = rows.map(({ id }) => id);
      seen.set(chave, withSeen(seen.get(chave) ?? NADA_VISTO, ids, semente, amostra));
    }
  }
  if (seen.size === 0) return [];
  return (await countByInterviewer(db, amostra.id)).flatMap(({ chave, ...before }) => {
    const { ids, chance } = drawnOf(seen.get(chave) ?? NADA_VISTO, before, amostra);
    return ids.map((id) => ({ id, chance }));
  });
}

/**
 * Draws the interviews that a survey's rule still requires.
 * @throws AppError nao_encontrado
 */
export function draw(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
): Promise<{ novas: number; sorteadas: number }> {
  return deps.db.transaction(async (tx) => {
    const amostra = await lockAmostra(tx, session.scope, id);
    if (!amostra) throw notFound();
    const semente = amostra.semente ?? randomInt(1, SEMENTE_MAX);
    if (amostra.semente === null) await saveSemente(tx, session.scope, id, semente);
    const drawn = await drawDue(tx, amostra, semente);
    await insertDrawn(tx, amostra, semente, drawn);
    await recordAction(tx, {
      ...actor,
      empresaId: amostra.empresaId,
      acao: 'verificacao_sorteada',
      recurso: 'pesquisa',
      recursoId: id,
      // The log omits the seed, because with the seed a client could choose an interview id that is never drawn.
      detalhes: { novas: drawn.length, percentual: amostra.percentual, minimo: amostra.minimo },
    });
    return { novas: drawn.length, sorteadas: await countDrawn(tx, id) };
  });
}

// ───────────────────────────── the list ─────────────────────────────

const personIn = (id: string | null, nome: string | null) =>
  id === null ? null : { id, nome: nome ?? 'Conta excluída' };

/** `manages`: true if the caller assigns verifications, and may therefore see the people who cannot be assigned. */
function present(row: VerificacaoRow, manages: boolean): VerificacaoWire {
  const isOpen = !isVerified(row.resultado) && !row.apagada;
  const calls = row.tentativas.map(({ em }) => new Date(em));
  const feitaPor = personIn(row.feita_por, row.feita_por_nome);
  return {
    id: row.id,
    entrevista: {
      id: row.entrevista_id,
      nome: row.nome,
      telefone: row.telefone,
      em: row.em?.toISOString() ?? null,
      inicio_precisao: row.inicio_precisao,
      item_id: row.item_id,
      auditada: row.auditada,
      propria: row.propria,
      feita_por: manages ? row.feitores : [],
      revisao: row.revisao,
    },
    entrevistador: row.agente_id === null ? null : { id: row.agente_id, nome: row.agente_nome ?? '' },
    responsavel: personIn(row.responsavel_id, row.responsavel_nome),
    modo: row.modo,
    resultado: row.resultado,
    nota: row.nota,
    feita: feitaPor && row.feita_em ? { por: feitaPor, em: row.feita_em.toISOString() } : null,
    reauditada: row.reauditada,
    tentativas: row.tentativas.map((one) => ({ ...one, em: new Date(one.em).toISOString() })),
    proxima_em: isOpen ? (nextCallAt(calls, new Date())?.toISOString() ?? null) : null,
    versao: row.versao,
  };
}

/**
 * A page of a survey's verifications: all for managers, for other people their own.
 * @throws AppError nao_encontrado
 */
export async function pageOfVerificacoes(
  deps: AppDeps,
  session: Session,
  pesquisaId: string,
  filter: VerificacaoFilter,
) {
  if (!(await findAmostra(deps.db, session.scope, pesquisaId))) throw notFound();
  const usuarioId = personOf(session);
  const manages = isManager(session);
  const asked = manages ? filter : { ...filter, responsavel_id: usuarioId };
  const found = await listVerificacoes(deps.db, pesquisaId, asked, usuarioId);
  return presentPage(filter, found, (row) => present(row, manages));
}

/**
 * Assigns a survey's verifications to a person; skips finished ones and those of interviews that the person or the
 * caller conducted.
 * @throws AppError nao_encontrado if a verification is not of the survey, or the person not of the company
 */
export async function assign(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  pesquisaId: string,
  { verificacoes, usuario_id: usuarioId }: BodyOf<typeof contracts.assignVerificacoes>,
): Promise<ResponseOf<typeof contracts.assignVerificacoes>['data']> {
  const ids = [...new Set(verificacoes)];
  const { empresaId, relieved, ...answer } = await deps.db.transaction(async (tx) => {
    const amostra = await findAmostra(tx, session.scope, pesquisaId);
    if (!amostra) throw notFound();
    if (usuarioId !== null && !(await lockMember(tx, amostra.empresaId, usuarioId))) {
      throw new AppError('nao_encontrado', 'Pessoa não encontrada nesta empresa.');
    }
    const rows = await lockAtribuiveis(tx, pesquisaId, ids, {
      paraUsuarioId: usuarioId,
      porUsuarioId: personOf(session),
    });
    if (rows.length < ids.length) throw new AppError('nao_encontrado', 'Verificação não encontrada.');
    const judged = rows.map((row) => ({
      ...row,
      motivo: row.apagada
        ? 'Os dados desta entrevista foram apagados.'
        : row.feita
          ? 'Esta entrevista já foi verificada.'
          : row.minha
            ? 'Você fez esta entrevista: outra pessoa precisa atribuir a verificação.'
            : row.propria
              ? 'Esta pessoa fez a entrevista: selecione outra.'
              : null,
    }));
    const given = judged.filter(({ motivo }) => motivo === null);
    const changed = await saveResponsavel(
      tx,
      given.map(({ id }) => id),
      usuarioId,
    );
    const relieved = await tell(tx, { ...amostra, autorId: personOf(session) }, given, usuarioId);
    if (changed > 0) {
      await recordAction(tx, {
        ...actor,
        empresaId: amostra.empresaId,
        acao: 'verificacao_atribuida',
        recurso: 'pesquisa',
        recursoId: pesquisaId,
        detalhes: { usuario_id: usuarioId, verificacoes: changed },
      });
    }
    return {
      empresaId: amostra.empresaId,
      relieved,
      atribuidas: given.length,
      recusadas: judged.flatMap(({ id, nome, motivo }) => (motivo === null ? [] : [{ id, nome, motivo }])),
    };
  });
  deps.publish(relieved.map((id) => ({ tipo: 'notificacao' as const, empresaId, usuarioId: id })));
  return answer;
}

/**
 * Notifies the new assignee of added verifications, and deletes the notice of people who have none left.
 * @returns the people whose notice was deleted
 */
async function tell(
  tx: Db,
  { id: pesquisaId, empresaId, autorId }: { id: string; empresaId: string; autorId: string },
  given: readonly Atribuivel[],
  usuarioId: string | null,
): Promise<string[]> {
  const moved = given.filter(({ responsavelId }) => responsavelId !== usuarioId);
  const before = new Set(
    moved.flatMap(({ responsavelId }) => (responsavelId === null ? [] : [responsavelId])),
  );
  const relieved = before.size > 0 ? await withoutWork(tx, pesquisaId, [...before]) : [];
  for (const id of relieved) {
    await takeBackNotice(tx, { usuarioId: id, empresaId, tipo: 'verificacao_atribuida', alvoId: pesquisaId });
  }
  if (usuarioId !== null && usuarioId !== autorId && moved.length > 0) {
    await recordEvent(tx, {
      ...{ tipo: 'verificacao_atribuida', empresaId, alvoId: pesquisaId },
      dados: { conta_id: usuarioId, pesquisa_id: pesquisaId, n: moved.length },
    });
  }
  return relieved;
}

type Conclusao = Omit<Parameters<typeof saveResultado>[2], 'mantemHora'>;

const isSameConclusion = (row: VerificacaoRow, { modo, resultado, nota, usuarioId }: Conclusao): boolean =>
  row.feita_por === usuarioId && row.modo === modo && row.resultado === resultado && row.nota === nota;

/** True if a result replaces the result of the last telephone call; false if it is recorded as a further call. */
const isCorrection = (row: VerificacaoRow, { modo }: Pick<Conclusao, 'modo'>): boolean =>
  modo === 'recontato' && row.modo === 'recontato' && isVerified(row.resultado);

/**
 * @throws AppError dados_apagados, sem_permissao, conflito, regra_violada if this person cannot conclude the
 * verification in this way
 */
function assertMayConclude(
  session: Session,
  row: VerificacaoRow,
  body: BodyOf<typeof contracts.completeVerificacao>,
): void {
  if (row.apagada) throw new AppError('dados_apagados', 'Os dados desta entrevista foram apagados.');
  if (row.propria) throw new AppError('sem_permissao', OWN_INTERVIEW);
  if (!isManager(session) && row.responsavel_id !== session.usuarioId) {
    throw new AppError(
      'sem_permissao',
      'Esta verificação não está atribuída a você: peça a um gerente que a atribua.',
    );
  }
  if (row.versao !== body.visto) {
    throw new AppError(
      'conflito',
      'Outra pessoa mudou esta verificação depois que você a abriu. Veja como ela está agora.',
      { dados: { versao: row.versao } },
    );
  }
  if (body.modo === 'recontato' && !isCorrection(row, body) && row.tentativas.length >= TENTATIVAS_MAX) {
    throw new AppError(
      'regra_violada',
      `Já há ${TENTATIVAS_MAX} ligações nesta verificação. Peça a um gerente para verificar pela gravação.`,
    );
  }
  if (body.modo === 'ouvida' && !row.auditada) {
    throw new AppError(
      'regra_violada',
      'Esta entrevista ainda não foi auditada: não há vereditos para conferir. Processe a gravação, ou verifique por recontato.',
    );
  }
}

/**
 * Concludes a verification; idempotent. 'ouvida' confirms the present verdicts in the interview's cells as the person's
 * own. Another result of the call that led to the verification corrects that call.
 * @throws AppError nao_encontrado, dados_apagados, sem_permissao, conflito, regra_violada
 */
export function conclude(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.completeVerificacao>,
): Promise<VerificacaoWire> {
  const usuarioId = personOf(session);
  const missing = () => new AppError('nao_encontrado', 'Verificação não encontrada.');
  return deps.db.transaction(async (tx) => {
    const row = await lockVerificacao(tx, session.scope, id, usuarioId);
    if (!row) throw missing();
    // The contract requires `resultado` for 'recontato'.
    const resultado = body.modo === 'recontato' && body.resultado ? body.resultado : 'ouvida';
    const conclusao: Conclusao = { modo: body.modo, resultado, nota: body.nota || null, usuarioId };
    const manages = isManager(session);
    const desfecho = resultado === 'ouvida' ? null : (body.desfecho ?? resultado);
    const last = row.tentativas[0]?.resultado ?? null;
    const isSameCall = desfecho === null || (last ?? desfecho) === desfecho;
    if (row.versao === body.visto + 1 && isSameCall && isSameConclusion(row, conclusao))
      return present(row, manages);
    assertMayConclude(session, row, body);
    const { modo, nota } = conclusao;
    const corrects = isCorrection(row, conclusao);
    // A change of the note alone keeps the result's time, so that answered proposals stay answered.
    await saveResultado(tx, id, { ...conclusao, mantemHora: corrects && row.resultado === resultado });
    if (desfecho !== null) {
      if (corrects) await correctTentativa(tx, id, { desfecho, nota });
      else await insertTentativa(tx, id, { desfecho, nota, usuarioId });
    }
    const { entrevista_id: entrevistaId } = row;
    await recordAction(tx, {
      ...actor,
      empresaId: row.empresa_id,
      acao: 'verificacao_feita',
      recurso: 'verificacao',
      recursoId: id,
      // The note may name a person, so it is stored only where an erasure reaches it.
      detalhes: {
        ...{ entrevista_id: entrevistaId, modo, resultado, nota_mudou: row.nota !== nota },
        ...diffOf(
          { modo: row.modo, resultado: row.resultado, ligacao: last },
          { modo, resultado, ligacao: desfecho ?? undefined },
        ),
      },
    });
    const now = await findVerificacao(tx, session.scope, id, usuarioId);
    if (!now) throw missing();
    return present(now, manages);
  });
}
