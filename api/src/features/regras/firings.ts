import type { BodyOf, QueryOf, ResponseOf } from '@escuta/shared/contracts/contract';
import type * as contracts from '@escuta/shared/contracts/insights/regras';
import { type DisparoWire, disparo as disparoSchema } from '@escuta/shared/contracts/insights/regras';
import { type Actor, recordAction } from '@escuta/shared/services/log/audit-log';
import { type Explicado, reasonsOf } from '@escuta/shared/services/rules/reasons';
import { personOf } from '../../access/person.ts';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import { countPending } from '../../reads/pending-firings-repo.ts';
import type { Session } from '../../sign-in/session.ts';
import { type DisparoRow, decide, listDisparos } from './firings-repo.ts';

type Page = Omit<ResponseOf<typeof contracts.listDisparos>, 'success'>;

const personIn = (id: string | null, nome: string | null) => (id === null ? null : { id, nome });

function present(row: DisparoRow, explicado: Explicado): DisparoWire {
  const { id, grupo_id, gravidade, estado, procedente, item_id, observacao, corrigido } = row;
  return {
    ...{ id, grupo_id, gravidade, estado, procedente, item_id, observacao, corrigido, ...explicado },
    regra: { id: row.regra_id, nome: row.regra_nome, padrao: row.regra_padrao },
    momento: row.momento.toISOString(),
    projeto: personIn(row.projeto_id, row.projeto_nome),
    agente: personIn(row.agente_id, row.agente_nome),
    ligacao:
      row.tipo_item === null || row.ligacao_em === null
        ? null
        : {
            tipo_item: row.tipo_item,
            momento: row.ligacao_em.toISOString(),
            inicio_precisao: row.inicio_precisao,
            numero: row.numero,
            duracao: row.duracao,
            nota: row.nota,
            gravacao: row.gravacao,
          },
    medida: disparoSchema.shape.medida.safeParse(row.dados).data ?? null,
    visto: row.visto_em && { por: personIn(row.visto_por, row.visto_nome), em: row.visto_em.toISOString() },
    resolvido: row.resolvido_em && {
      por: personIn(row.resolvido_por, row.resolvido_nome),
      em: row.resolvido_em.toISOString(),
    },
  };
}

/** A page of the company's firings with their reasons; for a single call, of any company that the caller may see. */
export async function pageOfFirings(
  deps: AppDeps,
  session: Session,
  query: QueryOf<typeof contracts.listDisparos>,
): Promise<Page> {
  const scope = query.item_id === undefined ? session.ownScope : session.scope;
  const page = await listDisparos(deps.db, scope, query);
  const reasons = await reasonsOf(
    deps.db,
    scope,
    page.rows.map(({ id, item_id: itemId, regra_id: regraId, regra_filtro: filtro }) => ({
      id,
      itemId,
      regraId,
      filtro,
    })),
  );
  return presentPage(query, page, (row) => present(row, reasons(row.id)));
}

/** Counts the company's pending firings. */
export const pendingOf = (deps: AppDeps, session: Session) => countPending(deps.db, session.ownScope);

/** Decides on firings, and notifies the companies' open pages. */
export async function decideFirings(
  deps: AppDeps,
  session: Session,
  actor: Actor,
  { ids, ...decisao }: BodyOf<typeof contracts.updateDisparos>,
): Promise<ResponseOf<typeof contracts.updateDisparos>['data']> {
  const usuarioId = personOf(session);
  const changed = await deps.db.transaction(async (tx) => {
    const rows = await decide(tx, session.scope, ids, usuarioId, decisao);
    for (const empresaId of new Set(rows.map(({ empresa_id }) => empresa_id))) {
      const own = rows.filter(({ empresa_id }) => empresa_id === empresaId).map(({ id }) => id);
      await recordAction(tx, {
        ...actor,
        empresaId,
        acao: 'alertas_tratados',
        recurso: 'disparo',
        recursoId: own.length === 1 ? (own[0] ?? null) : null,
        detalhes: {
          estado: decisao.estado,
          procedente: decisao.procedente,
          ...(decisao.observacao ? { comObservacao: true } : {}),
          alertas: own.length,
          ids: own.slice(0, 50),
        },
      });
    }
    return rows;
  });
  deps.publish(
    [...new Set(changed.map(({ empresa_id }) => empresa_id))].map((empresaId) => ({
      tipo: 'alertas',
      empresaId,
    })),
  );
  return {
    mudados: changed.length,
    ids: changed.map(({ id }) => id),
    dado_em: changed[0]?.em?.toISOString() ?? null,
  };
}
