// SQL: reads an interview's seven waiting stages and the leases of background work in a single statement.

import type { Db } from '@escuta/prisma/db';
import type { TrabalhoDeFundo } from '../../domain/background-work.ts';
import { type FatosDaEspera, type Sala, waitingRooms } from '../../domain/interview/waiting-rooms.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { ofOwner } from '../intake/uploads.ts';

type OndeEsta = {
  entrevistaId: string | null;
  itemId: string | null;
  empresa: { id: string; nome: string };
  salas: Sala[];
};

type Row = Omit<OndeEsta, 'salas'> & { fatos: unknown };

/** Matches names of FatosDaEspera's times, which JSON contains as text. */
const TIME = /(?:Em|Desde|Ate)$|^(?:agora|ate)$/;

function reviveTimes<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value), (key, part) =>
    typeof part === 'string' && TIME.test(key) ? new Date(part) : part,
  ) as T;
}

const selectLease = (tipo: TrabalhoDeFundo, alvo: Sql) =>
  sql`(select json_build_object('ate', t.ate, 'tentativas', t.tentativas) from trabalhos t where t.tipo = ${tipo}
    and t.alvo_id = ${alvo})`;

/**
 * The stages at which an interview waits, by its id or its item's, in any company; for operators. The newest item
 * counts.
 */
export async function locateInterview(db: Db, id: string): Promise<OndeEsta | null> {
  const { rows } = await db.sql<Row>(
    sql`with alvo as (
        (select e.id as entrevista_id, i.id as item_id from entrevistas e
          left join auditoria_itens i on i.entrevista_id = e.id where e.id = ${id}::uuid
            order by i.created_at desc nulls last limit 1)
        union all (select entrevista_id, id from auditoria_itens where id = ${id}::uuid)
        limit 1
      )
      select alvo.entrevista_id as "entrevistaId", alvo.item_id as "itemId",
      json_build_object('id', c.id, 'nome', c.nome) as empresa,
        json_build_object('agora', now(),
          'entrevista',
            case when e.id is not null then json_build_object('criadaEm', e.created_at, 'sincronia', e.sincronia,
            'quarentena', e.quarentena, 'recebidaEm', e.recebida_em,
            'partesAbertas', (select count(*) from envios v where ${ofOwner('entrevista', sql`e.id`)}
              and v.estado <> 'concluido'),
            'montagem', e.montagem, 'montagemMotivo', e.montagem_motivo,
            'montagemPrazo', json_build_object('ate', e.montagem_ate, 'tentativas', e.montagem_tentativas),
            'auditarEm', e.auditar_em, 'auditarCreditos', e.auditar_creditos, 'saldo', c.saldo_creditos,
            'rejulgarEm', e.rejulgar_em, 'rejulgamento', ${selectLease('rejulgamento', sql`e.id`)},
            'sinaisDesde', (select min(p.created_at) from sinal_pedidos p where p.pesquisa_id = e.pesquisa_id),
            'sinaisAte', k.ate, 'sinaisEm', k.calculado_em) end,
          'item', case when i.id is not null then json_build_object('motivo', i.motivo, 'status', i.status,
            'temGravacao', i.arquivo_path is not null, 'medeSe', i.tipo_item in ('entrevista', 'pesquisa'),
              'gravacaoMs', i.gravacao_ms, 'recebidoEm', i.arquivo_recebido_em,
            'medicao', ${selectLease('medicao', sql`i.id`)}) end,
          'execucao', (select json_build_object('criadaEm', x.created_at, 'admitidaEm', x.admitida_em,
            'terminadaEm', x.terminada_em,
              'etapa', x.etapa_atual, 'etapaStatus', s.status, 'tentativa', coalesce(s.tentativa, 0), 'leaseAte',
              s.lease_ate,
              'proximaEm', s.proxima_em, 'erro', s.erro, 'motivo', x.motivo)
            from execucoes x left join execucao_etapas s on s.execucao_id = x.id and s.etapa = x.etapa_atual
            where x.item_id = i.id order by x.created_at desc limit 1)) as fatos
      from alvo left join entrevistas e on e.id = alvo.entrevista_id left join auditoria_itens i on i.id = alvo.item_id
        join empresas c on c.id = coalesce(e.empresa_id, i.empresa_id)
          left join sinal_calculos k on k.pesquisa_id = e.pesquisa_id`,
    'onde_esta',
  );
  const [row] = rows;
  if (!row) return null;
  const { fatos, ...found } = row;
  return { ...found, salas: waitingRooms(reviveTimes<FatosDaEspera>(fatos)) };
}
