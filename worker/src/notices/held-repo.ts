// SQL instead of Prisma, because waiting notices are grouped by person and subject, so that ten thousand firings of a
// rule give one e-mail.

import type { Db } from '@escuta/prisma/db';
import type { LigacaoDoAviso } from '@escuta/shared/domain/accounts/notice-mail';
import type { Aviso } from '@escuta/shared/domain/accounts/notices';
import type { Papel } from '@escuta/shared/domain/accounts/permissions';
import { WORKS_IN_OFFICE } from '@escuta/shared/platform/database/conditions/field-only';
import { named, sheetIsThere, toVerify } from '@escuta/shared/platform/database/conditions/given-work';
import { int, sql } from '@escuta/shared/platform/database/sql';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import type { Delivered } from '../events/delivered.ts';
import { avisoOf, recipientsOf, subjectOf } from '../events/recipients.ts';

/** Time for collecting a subject's events, s, because one cause often has many events. */
const GATHER_S = 60;
/** Least time between a person's e-mails about a subject, min. */
export const ESPERA_MIN = 60;
/** Age at which a waiting e-mail is too old to be sent, hours. */
const NEWS_H = 24;
const KEEP_DAYS = 7;

/** Stores an event for later e-mails to people who want them. Events without a company appear only in the product. */
export async function gatherMails(db: Db, event: Delivered): Promise<readonly LiveEvent[]> {
  const { empresaId } = event;
  if (empresaId === null) return [];
  const people = await recipientsOf(db, event, 'email');
  if (people.length === 0) return [];
  const subject = subjectOf(event);
  await db.sql(
    sql`insert into avisos_email as a (empresa_id, usuario_id, chave, aviso, alvo_id, dados, n, desde, enviar_em)
      select ${empresaId}::uuid, p.id, ${`${event.tipo}:${subject?.id ?? event.alvoId}`}, ${avisoOf(event)},
        ${event.alvoId}::uuid,
        ${JSON.stringify({ ...event.dados, evento: event.tipo })}::jsonb,
        ${'n' in event.dados ? event.dados.n : 1}::int, e.created_at,
        now() + ${subject ? GATHER_S : 0}::int * interval '1 second'
      from unnest(${people}::uuid[]) as p (id) join eventos_dominio e on e.id = ${event.id}::uuid order by p.id
      on conflict (empresa_id, usuario_id, chave) do update set
        n = least(excluded.n + case when a.enviar_em is null then 0 else a.n end, 1000000),
        desde = case when a.enviar_em is null then excluded.desde else least(a.desde, excluded.desde) end,
        enviar_em = coalesce(a.enviar_em,
          greatest(excluded.enviar_em, a.enviado_em + ${ESPERA_MIN}::int * interval '1 minute')),
        aviso = excluded.aviso, alvo_id = excluded.alvo_id, dados = excluded.dados`,
    'aviso_guarda',
  );
  return [];
}

export type AvisoDevido = {
  empresaId: string;
  empresa: string;
  usuarioId: string;
  email: string | null;
  papel: Papel | null;
  escolhidos: unknown;
  chave: string;
  aviso: Aviso;
  alvoId: string;
  dados: unknown;
  n: number;
  desde: Date;
  projeto: string | null;
  /**
   * Survey of the assigned work, and number of interviews still to be verified. Null if the work was withdrawn or done,
   * or the notice has another subject.
   */
  dado: { pesquisa: string; n: number | null } | null;
  regra: { nome: string; disparos: number; porResolver: number; ligacoes: LigacaoDoAviso[] } | null;
  /** True if the notice is about a work sheet that was not taken back. */
  haFolha: boolean;
};

const DISPAROS_MAX = 10_000;
/** Greatest number of calls in an e-mail. */
const LIGACOES = 5;

/**
 * Takes due notices, locked until the transaction ends. For a rule, adds its firings since the last e-mail, and its
 * newest calls. `email`: null if the person cannot receive e-mail.
 */
export async function takeHeld(db: Db, limit: number): Promise<AvisoDevido[]> {
  const { rows } = await db.sql<AvisoDevido>(
    sql`with devidos as materialized (
        select a.* from avisos_email a where a.enviar_em <= now()
          order by a.enviar_em limit ${int(limit)} for update skip locked
      )
      select a.empresa_id as "empresaId", e.nome as empresa, a.usuario_id as "usuarioId", case when m.id is not null
        and e.ativa and e.arquivada_em is null and e.email_confirmado_em is not null then u.email end as email, m.papel,
        f.valor as escolhidos,
        a.aviso = 'folha' and ${sheetIsThere(sql`a.alvo_id`)} as "haFolha", a.chave, a.aviso, a.alvo_id as "alvoId",
          a.dados, a.n, a.desde, p.nome as projeto,
        case when q.id is not null then json_build_object('pesquisa', q.titulo,
          'n', case when a.dados ->> 'evento' = 'verificacao_atribuida' then ${toVerify(sql`a.usuario_id`, sql`q.id`)}
            end) end as dado,
        case when r.id is not null then json_build_object('nome', r.nome,
          'disparos', (select count(*)::int from (select from regra_disparos d where d.regra_id = r.id
            and d.momento >= a.desde
            limit ${int(DISPAROS_MAX + 1)}) novos),
          'porResolver', (select count(*)::int from (select from regra_disparos d where d.regra_id = r.id
            and d.ordem < 20
            limit ${int(DISPAROS_MAX + 1)}) abertos),
          'ligacoes',
          coalesce((select json_agg(json_build_object('itemId', x.item_id, 'quando', x.momento_chamada, 'agente',
            x.agente) order by x.momento desc)
            from (select d.item_id, d.momento, i.momento_chamada, coalesce(g.nome, b.nome) as agente
              from regra_disparos d join auditoria_itens i on i.id = d.item_id
                left join agentes b on b.id = i.agente_id left join agentes g on g.id = b.fundido_em_id
              where d.regra_id = r.id and d.momento >= a.desde and d.ordem < 20
                order by d.momento desc, d.id desc limit ${int(LIGACOES)}) x), '[]')) end as regra
      from devidos a join empresas e on e.id = a.empresa_id
        left join membros m on m.empresa_id = a.empresa_id and m.usuario_id = a.usuario_id and m.ativo
          and m.senha_hash is not null
          and (a.aviso = 'folha' or ${WORKS_IN_OFFICE})
        join usuarios u on u.id = a.usuario_id
        left join preferencias f on f.usuario_id = a.usuario_id and f.empresa_id = a.empresa_id and f.chave = 'avisos'
        left join projetos p on p.id::text = a.dados ->> 'projeto_id' and p.empresa_id = a.empresa_id
        left join pesquisas q on q.id::text = a.dados ->> 'pesquisa_id' and q.empresa_id = a.empresa_id
          and (a.dados ->> 'evento' <> 'sinal_indicado' or ${named(sql`a.usuario_id`, sql`a.alvo_id`)})
        left join regras r on r.id::text = a.dados ->> 'regra_id' and r.empresa_id = a.empresa_id`,
    'aviso_toma',
  );
  return rows;
}

/** Marks taken notices as done, whether their e-mail was queued (`enviado`) or dropped. */
export async function endHeld(
  db: Db,
  ended: readonly { aviso: AvisoDevido; enviado: boolean }[],
): Promise<void> {
  const keys = ended.map(({ aviso: { empresaId, usuarioId, chave }, enviado }) => ({
    empresa_id: empresaId,
    usuario_id: usuarioId,
    chave,
    enviado,
  }));
  await db.sql(
    sql`update avisos_email a set enviar_em = null, n = 0, enviado_em = case when x.enviado then now()
      else a.enviado_em end
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
        as x (empresa_id uuid, usuario_id uuid, chave text, enviado boolean)
      where a.empresa_id = x.empresa_id and a.usuario_id = x.usuario_id and a.chave = x.chave`,
    'aviso_encerra',
  );
}

/** Deletes subjects without recent events, and notices that waited too long for e-mail to be configured. */
export async function tidyHeld(db: Db): Promise<void> {
  await db.query({
    name: 'aviso_arruma',
    text: `delete from avisos_email where (enviar_em is null and enviado_em < now() - interval '${KEEP_DAYS} days')
        or (enviar_em is null and enviado_em is null) or enviar_em < now() - interval '${NEWS_H} hours'`,
  });
}
