import type { MomentoDoAgente, PaginaDoAgente } from '@escuta/shared/contracts/team/agente-pagina';
import { can } from '@escuta/shared/domain/accounts/permissions';
import { AppError } from '@escuta/shared/domain/errors';
import { groupBy } from '@escuta/shared/domain/group-by';
import { addSums, meanOf, type Somas } from '@escuta/shared/domain/intervals/mean';
import { distinctReasons } from '@escuta/shared/domain/reports/distinct-reasons';
import { apart } from '@escuta/shared/domain/reports/drawn-apart';
import { companyScope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../deps.ts';
import { reportPeriod } from '../../reads/report-period.ts';
import type { Session } from '../../sign-in/session.ts';
import { type MomentoRow, readDrawn, readMoments, readWeeks } from './page-repo.ts';
import type { AgenteRow } from './repo.ts';
import { present, requireAgente } from './service.ts';

/** Default length of a page's period, weeks. */
const SEMANAS = 12;
/** Number of worst calls, and of best calls, whose moments are shown. */
const MOMENTOS = 5;

export const isLeader = ({ papel, permissions }: Session): boolean => can(papel, permissions, 'user', 'read');

/**
 * The agent whose page or feedback is requested, or the agent into which it was merged. Leaders may read every agent,
 * others only themselves.
 * @throws AppError nao_encontrado, sem_permissao
 */
export async function requireReadable(
  { db }: AppDeps,
  session: Session,
  id: string,
): Promise<{ agente: AgenteRow; fundido: boolean; proprio: boolean }> {
  const asked = await requireAgente(db, session.scope, id);
  const fundido = asked.fundido_em_id !== null;
  const agente =
    asked.fundido_em_id === null ? asked : await requireAgente(db, session.scope, asked.fundido_em_id);
  const proprio = session.usuarioId !== null && agente.usuario_id === session.usuarioId;
  if (!proprio && !isLeader(session)) {
    throw new AppError(
      'sem_permissao',
      'Só gerentes e administradores podem ver os números de um agente; cada agente vê os próprios números.',
    );
  }
  return { agente, fundido, proprio };
}

const NONE: Somas = { n: 0, soma: 0, quadrados: 0 };
const meanWire = (sums: Somas) => {
  const mean = meanOf(sums);
  return { n: sums.n, valor: mean?.valor ?? null, intervalo: mean?.intervalo ?? null };
};

const presentMoment = (row: MomentoRow): MomentoDoAgente => ({
  item_id: row.item_id,
  projeto: { id: row.projeto_id, nome: row.projeto_nome },
  momento: row.momento.toISOString(),
  pontuacao: row.pontuacao,
  duracao_s: row.duracao_s,
  gravacao: row.gravacao,
  criterio:
    row.descricao === null || row.atendido === null
      ? null
      : {
          descricao: row.descricao,
          critico: row.critico === true,
          atendido: row.atendido,
          justificativa: row.justificativa ?? '',
        },
  citacao:
    row.citacao === null
      ? null
      : { texto: row.citacao, start_ms: row.start_ms, end_ms: row.end_ms, ordem: row.ordem },
});

/**
 * Chooses a moment of each call, with different criteria where possible. Compares the criteria by their words, because
 * two templates may use the same words.
 */
function momentsOf(rows: readonly MomentoRow[]): MomentoDoAgente[] {
  const calls = [...groupBy(rows, ({ item_id }) => item_id).values()];
  return distinctReasons(calls, ({ descricao }) => descricao ?? '').flatMap((row) =>
    row ? [presentMoment(row)] : [],
  );
}

/**
 * Reads an agent's page for a period: weekly scores beside the company's, and moments of the best and worst calls.
 * @throws AppError nao_encontrado, sem_permissao, regra_violada
 */
export async function pageOfAgente(
  deps: AppDeps,
  session: Session,
  id: string,
  query: { de?: string | undefined; ate?: string | undefined },
): Promise<PaginaDoAgente> {
  const { agente, fundido, proprio } = await requireReadable(deps, session, id);
  const periodo = reportPeriod(query, SEMANAS * 7);
  const scope = companyScope(agente.empresa_id);
  const [rows, drawn, moments] = await Promise.all([
    readWeeks(deps.db, scope, agente.id, periodo),
    readDrawn(deps.db, scope, agente.id, periodo),
    readMoments(deps.db, scope, agente.id, periodo, MOMENTOS),
  ]);
  const ofAll = rows.filter((row) => row.empresa);
  const own = rows.filter((row) => !row.empresa);
  const all = own.reduce(addSums, NONE);
  const both = apart({ n: all.n, soma: all.soma, quadrados: all.quadrados }, drawn);
  const company = new Map(ofAll.map((row) => [row.semana, meanOf(row)?.valor ?? null]));
  return {
    agente: present(session, agente),
    fundido,
    pode_dar_retorno:
      !proprio &&
      agente.anonimizado_em === null &&
      can(session.papel, session.permissions, 'result', 'update'),
    pode_enviar_folha:
      !proprio &&
      agente.anonimizado_em === null &&
      agente.entrevistas > 0 &&
      can(session.papel, session.permissions, 'project', 'delete'),
    proprio,
    periodo,
    nota: meanWire(all),
    amostra: both && { sorteadas: meanWire(both.sorteadas), outras: meanWire(both.outras) },
    empresa: meanWire(ofAll.reduce(addSums, NONE)),
    semanas: own.map((row) => ({
      semana: row.semana,
      ...meanWire(row),
      empresa: company.get(row.semana) ?? null,
    })),
    piores: momentsOf(moments.filter(({ melhor }) => !melhor)),
    melhores: momentsOf(moments.filter(({ melhor }) => melhor)),
  };
}
