import { randomBytes } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import type { BodyOf, QueryOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/team/sorteios';
import type { AmostraWire } from '@escuta/shared/contracts/team/sorteios';
import { AMOSTRA_MAX, quotasOf, UNIVERSO_MAX } from '@escuta/shared/domain/calls/sampling';
import { AppError } from '@escuta/shared/domain/errors';
import { companyScope, type Scope } from '@escuta/shared/domain/scope';
import { dayInSaoPaulo } from '@escuta/shared/domain/zone-clock';
import { newId } from '@escuta/shared/platform/database/ids';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { isManager } from '../../access/managers-only.ts';
import { personOf } from '../../access/person.ts';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { findProject } from '../../reads/scoped-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { giveBack, giveTo, lockAccess } from './repo.ts';
import {
  type AlvoDaAmostra,
  type AmostraRow,
  countStrata,
  drawCalls,
  endSample,
  findAmostra,
  insertDrawn,
  insertSample,
  listSorteios,
  lockDrawn,
  lockSamples,
  samplesOf,
} from './sorteios-repo.ts';

/** Greatest number of samples shown at once. */
const MINHAS_MAX = 20;

const notFound = () => new AppError('nao_encontrado', 'Sorteio não encontrado.');
const format = (n: number) => n.toLocaleString('pt-BR');

const present = (row: AmostraRow): AmostraWire => ({
  id: row.id,
  projeto: { id: row.projeto_id, nome: row.projeto_nome },
  nome: row.nome,
  de: row.de,
  ate: row.ate,
  metodo: row.metodo,
  quantidade: row.quantidade,
  estrato: row.estrato,
  semente: row.semente,
  universo: row.universo,
  sorteadas: row.sorteadas,
  prazo: row.prazo,
  autor: row.autor_id === null ? null : { id: row.autor_id, nome: row.autor_nome ?? '' },
  desfeita_em: row.desfeita_em?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  progresso: { total: row.total, revisadas: row.revisadas },
  pessoas: row.pessoas,
});

/** A project in the scope. @throws AppError nao_encontrado */
async function requireProject(deps: AppDeps, scope: Scope, id: string) {
  const projeto = await findProject(deps.db, scope, id);
  if (!projeto) throw new AppError('nao_encontrado', 'Projeto não encontrado.');
  return projeto;
}

type Pedido = BodyOf<typeof contracts.estimateSorteio>;

const targetOf = (projetoId: string, { filtro, de, ate, metodo, estrato }: Pedido): AlvoDaAmostra => ({
  projetoId,
  filtro,
  de,
  ate,
  metodo,
  estrato,
});

/**
 * Counts the target's calls, and the calls to draw, by group.
 * @throws AppError regra_violada for too many calls or groups
 */
async function planOf(db: Db, scope: Scope, alvo: AlvoDaAmostra, pedido: Pedido) {
  const { estratos, jaSorteadas, alem } = await countStrata(db, scope, alvo);
  if (alem) {
    throw new AppError(
      'regra_violada',
      `O filtro encontra mais de ${format(UNIVERSO_MAX)} ligações: reduza o período ou adicione um filtro.`,
    );
  }
  const quotas = quotasOf(estratos, pedido);
  const sorteadas = quotas.reduce((sum, n) => sum + n, 0);
  if (sorteadas > AMOSTRA_MAX) {
    throw new AppError(
      'regra_violada',
      `O sorteio teria ${format(sorteadas)} ligações; o limite é ${format(AMOSTRA_MAX)}. Sorteie menos ligações por vez.`,
    );
  }
  const byAgent = pedido.metodo === 'por_agente' || pedido.metodo === 'por_agente_semana';
  return {
    previsao: {
      universo: estratos.reduce((sum, { n }) => sum + n, 0),
      ja_sorteadas: jaSorteadas,
      sorteadas,
      estratos: estratos.length,
      incompletos: byAgent ? estratos.filter(({ n }) => n < pedido.quantidade).length : 0,
    },
    cotas: estratos.map(({ chave }, index) => ({ chave, cota: quotas[index] ?? 0 })),
  };
}

/** Forecasts a draw without drawing. @throws AppError nao_encontrado, regra_violada */
export async function estimate(deps: AppDeps, session: Session, projetoId: string, pedido: Pedido) {
  await requireProject(deps, session.scope, projetoId);
  return (await planOf(deps.db, session.scope, targetOf(projetoId, pedido), pedido)).previsao;
}

/**
 * Draws calls and distributes them evenly among the reviewers, in the order of the draw.
 * @throws AppError nao_encontrado, regra_violada (nothing to draw, too many, past deadline, reviewer without access)
 */
export async function draw(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  projetoId: string,
  body: BodyOf<typeof contracts.createSorteio>,
): Promise<AmostraWire> {
  const usuarioId = personOf(session);
  const { empresaId } = await requireProject(deps, session.scope, projetoId);
  const scope = companyScope(empresaId);
  if (body.prazo !== null && body.prazo < dayInSaoPaulo(new Date())) {
    throw new AppError('regra_violada', 'O prazo já passou: selecione uma data a partir de hoje.', {
      errors: [{ campo: 'prazo', mensagem: 'O prazo já passou: selecione uma data a partir de hoje.' }],
    });
  }
  const pessoas = [...new Set(body.pessoas)].sort();
  const alvo = targetOf(projetoId, body);
  return deps.db.transaction(async (tx) => {
    await lockSamples(tx, projetoId);
    for (const pessoa of pessoas) {
      const ativa = await lockAccess(tx, scope, empresaId, pessoa);
      if (ativa === null) throw new AppError('nao_encontrado', 'Pessoa não encontrada.');
      if (!ativa)
        throw new AppError('regra_violada', 'Um dos revisores não tem acesso às ligações desta empresa.');
    }
    const { previsao, cotas } = await planOf(tx, scope, alvo, body);
    if (previsao.sorteadas === 0) {
      throw new AppError(
        'regra_violada',
        previsao.ja_sorteadas > 0
          ? 'Todas as ligações deste filtro já foram sorteadas antes.'
          : 'Não há ligações a sortear com este filtro e este período. Altere o filtro ou o período.',
      );
    }
    const id = newId();
    const semente = randomBytes(8).toString('hex');
    const ids = await lockDrawn(tx, scope, await drawCalls(tx, scope, alvo, semente, cotas));
    await insertSample(tx, scope, {
      ...{ id, empresaId, projetoId, nome: body.nome, filtro: body.filtro, metodo: body.metodo },
      ...{
        de: new Date(body.de),
        ate: new Date(body.ate),
        quantidade: body.quantidade,
        estrato: body.estrato,
      },
      ...{ semente, universo: previsao.universo, sorteadas: ids.length, pessoas, autorId: usuarioId },
      prazo: body.prazo === null ? null : new Date(body.prazo),
    });
    await insertDrawn(tx, { amostraId: id, empresaId, ids });
    for (const [index, pessoa] of pessoas.entries()) {
      const dealt = ids.filter((_, place) => place % pessoas.length === index);
      await giveTo(tx, scope, { ids: dealt, empresaId, usuarioId: pessoa, por: usuarioId, assignmentId: id });
    }
    await recordAction(tx, {
      ...{ ...actor, empresaId, acao: 'amostra_sorteada', recurso: 'projeto', recursoId: projetoId },
      detalhes: { amostra_id: id, ligacoes: ids.length, universo: previsao.universo, pessoas, semente },
    });
    return present((await findAmostra(tx, scope, id)) as AmostraRow);
  });
}

/**
 * A page of a project's samples, newest first.
 * @throws AppError nao_encontrado
 */
export async function samplesOfProject(
  deps: AppDeps,
  session: Session,
  projetoId: string,
  query: QueryOf<typeof contracts.listSorteios>,
) {
  await requireProject(deps, session.scope, projetoId);
  return presentPage(query, await listSorteios(deps.db, session.scope, projetoId, query), present);
}

/** The samples in which the caller still has calls to review. */
export async function mySamples(deps: AppDeps, session: Session) {
  const rows = await samplesOf(deps.db, session.scope, personOf(session), MINHAS_MAX);
  return rows.map(({ projeto_id, projeto_nome, total, revisadas, ...rest }) => ({
    ...rest,
    projeto: { id: projeto_id, nome: projeto_nome },
    progresso: { total, revisadas },
  }));
}

/**
 * Undoes a sample: its calls return to their former assignees. Only the sample's author or a manager may undo it, once.
 * @throws AppError nao_encontrado, sem_permissao, conflito
 */
export function undoSample(deps: AppDeps, session: Session, actor: Actor, id: string) {
  return deps.db.transaction(async (tx) => {
    const row = await findAmostra(tx, session.scope, id, true);
    if (!row) throw notFound();
    if (row.autor_id !== session.usuarioId && !isManager(session)) {
      throw new AppError('sem_permissao', 'Só o autor do sorteio ou um gerente pode desfazer o sorteio.');
    }
    if (row.desfeita_em !== null) throw new AppError('conflito', 'Este sorteio já foi desfeito.');
    const scope = companyScope(row.empresa_id);
    await lockSamples(tx, row.projeto_id);
    // Finds the assignments by the sample's id alone (`por`: null), because the author's account may be deleted.
    const devolvidas = await giveBack(tx, scope, { projetoId: row.projeto_id, assignmentId: id, por: null });
    await endSample(tx, id);
    await recordAction(tx, {
      ...{ ...actor, empresaId: row.empresa_id, acao: 'amostra_desfeita', recurso: 'projeto' },
      ...{ recursoId: row.projeto_id, detalhes: { amostra_id: id, ligacoes: devolvidas } },
    });
    return { devolvidas };
  });
}
