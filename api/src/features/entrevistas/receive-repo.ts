// SQL: what a device sends is written under its interview's lock.

import type { Consentimento, Quarentena } from '@escuta/shared/domain/interview/device-log';
import type { GravacaoEntrevista, SituacaoEntrevista } from '@escuta/shared/domain/interview/events';
import type { ConteudoVersao } from '@escuta/shared/domain/interview/questionnaire';
import { readStoredVersion } from '@escuta/shared/domain/interview/stored-questionnaire';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Actor } from '@escuta/shared/node/audit-log';
import { didInterview } from '@escuta/shared/node/own-interview';
import { discardUploads } from '@escuta/shared/node/pending-objects';
import { inScope, sql } from '@escuta/shared/node/sql';
import type { Queryable } from '@escuta/shared/node/transaction';
import { type ItemSeguro, takeRecording } from '@escuta/shared/services/items/recording';

export type VersaoDeCampo = {
  id: string;
  numero: number;
  conteudo: ConteudoVersao;
  questionario_id: string;
  created_at: Date;
};

/** A version and its questionnaire; null outside the scope. */
export async function findVersao(db: Queryable, scope: Scope, id: string): Promise<VersaoDeCampo | null> {
  const { rows } = await db.query<Omit<VersaoDeCampo, 'conteudo'> & { conteudo: unknown }>(
    sql`select id, numero, conteudo, questionario_id, created_at from questionario_versoes
      where id = ${id} and ${inScope(scope, sql`empresa_id`)}`.statement('campo_versao'),
  );
  const [row] = rows;
  return row ? { ...row, conteudo: readStoredVersion(row.conteudo) } : null;
}

export type GravacaoRow = {
  n: number;
  envio_id: string;
  recebidas: number;
  ultima: number;
  concluida: boolean;
  faltam: number[];
};

/** The uploads of an interview's recordings. `partes`: how many there are of each, by upload, where that is known. */
export async function readGravacoes(
  db: Queryable,
  entrevistaId: string,
  partes: ReadonlyMap<string, number> = new Map(),
  faltamMax = 1000,
): Promise<GravacaoRow[]> {
  const ids = [...partes.keys()];
  const { rows } = await db.query<GravacaoRow>(
    sql`select v.gravacao as n, v.id as envio_id, v.estado = 'concluido' as concluida,
        (select count(*)::int from envio_partes p where p.envio_id = v.id) as recebidas,
        (select coalesce(max(p.n), 0)::int from envio_partes p where p.envio_id = v.id) as ultima,
        -- No further than the last that could be named: a few bytes can claim 20,000 parts of each of 1,000 recordings.
        array(select g::int from generate_series(1, least(coalesce(q.partes, 0),
            ${faltamMax}::int + (select count(*)::int from envio_partes p where p.envio_id = v.id))) g where not exists (
            select from envio_partes p where p.envio_id = v.id and p.n = g) order by g limit ${faltamMax}::int) as faltam
      from envios v left join unnest(${ids}::uuid[], ${[...partes.values()]}::int[]) as q (id, partes) on q.id = v.id
      where v.entrevista_id = ${entrevistaId}::uuid order by v.gravacao`.statement('campo_gravacoes'),
  );
  return rows;
}

/** Ends the uploads whose parts are all here. Under the interview's lock. */
export async function endUploads(db: Queryable, partes: ReadonlyMap<string, number>): Promise<void> {
  await db.query(
    sql`update envios v set estado = 'concluido', partes = q.partes
      from unnest(${[...partes.keys()]}::uuid[], ${[...partes.values()]}::int[]) as q (id, partes) where q.id = v.id`.statement(
      'campo_envios_fim',
    ),
  );
}

/** Holds an interview for a manager; the first reason stands, and others beside it: whoever releases it knows them all. */
export async function holdFor(db: Queryable, id: string, motivo: Quarentena): Promise<void> {
  await db.query(
    sql`update entrevistas set quarentena = coalesce(quarentena, ${motivo}::text),
        quarentena_tambem = case when quarentena is null then quarentena_tambem else quarentena_tambem || ${motivo}::text end
      where id = ${id} and quarentena is distinct from ${motivo}::text and ${motivo}::text <> all (quarentena_tambem)`.statement(
      'campo_quarentena',
    ),
  );
}

export type Andamento = {
  situacao: SituacaoEntrevista;
  motivo: string | null;
  /** What was said of it stands. */
  mantemMotivo: boolean;
  /** Of one that has just ended. */
  concluidaEm: Date | null;
  /** Why there is no sound, in words; null: there is; undefined: nothing new. */
  semSom?: string | null | undefined;
};

/** Where an interview stands, by its device's log. */
export async function saveAndamento(db: Queryable, id: string, now: Andamento): Promise<void> {
  await db.query(
    sql`update entrevistas set situacao = ${now.situacao}::situacao_entrevista,
        motivo = case when ${now.mantemMotivo} then motivo else ${now.motivo}::text end,
        concluida_em = coalesce(${now.concluidaEm}::timestamptz, concluida_em), ultimo_contato_em = now(),
        sem_som_motivo = case when ${now.semSom === undefined} then sem_som_motivo else ${now.semSom ?? null}::text end
      where id = ${id}`.statement('campo_andamento'),
  );
}

/** What the respondent said to being asked: of a refusal no sound is kept, and of one to take part nobody's name either. */
export async function saveConsentimento(db: Queryable, id: string, said: Consentimento): Promise<void> {
  const gravacao: GravacaoEntrevista = said === 'aceito' ? 'esperada' : 'recusada';
  await db.query(
    sql`update entrevistas set consentimento = ${said}, gravacao = ${gravacao} where id = ${id}`.statement(
      'campo_consentimento',
    ),
  );
  if (said !== 'aceito') await discardUploads(db, id);
  if (said === 'recusou') {
    await db.query(
      sql`update entrevistas set nome_entrevistado = '', telefone_entrevistado = null where id = ${id}`.statement(),
    );
    await db.query(
      sql`update auditoria_itens set nome_entrevistado = null, numero_destino = null,
          metadata = metadata - 'nome_entrevistado' - 'telefone_entrevistado', updated_at = now()
        where entrevista_id = ${id}`.statement(),
    );
  }
}

/** Everything of an interview is here. `registro`: the digest of its log; null where somebody gave up waiting for the rest. */
export async function saveRecebida(
  db: Queryable,
  id: string,
  { registro, semGravacao }: { registro: string | null; semGravacao: boolean },
): Promise<void> {
  await db.query(
    sql`update entrevistas set sincronia = 'completa', recebida_em = now(), registro_sha256 = ${registro},
        ultimo_contato_em = now(),
        gravacao = case when ${semGravacao} and gravacao = 'esperada' then 'sem_gravacao' else gravacao end
      where id = ${id}`.statement('campo_recebida'),
  );
}

/**
 * Takes up receiving an interview again that somebody gave up waiting for: what was joined of it goes, since all of it comes again.
 * Under the locks of its item and of itself. @returns why not, in words: nothing was written; null: it is received again
 */
export async function reopenForDevice(db: Queryable, id: string, actor: Actor): Promise<string | null> {
  const { rows: items } = await db.query<ItemSeguro & { processado: boolean; outra: boolean }>(
    sql`select i.id, i.empresa_id, i.arquivo_path, exists (select from execucoes x where x.item_id = i.id) as processado,
        -- What was joined has its map; a recording without one was sent by a person.
        i.arquivo_path is not null and not exists (select from entrevista_gravacoes g where g.entrevista_id = i.entrevista_id) as outra
      from auditoria_itens i where i.entrevista_id = ${id}`.statement('campo_retoma_item'),
  );
  if (items.some(({ processado }) => processado)) {
    return 'Esta entrevista já foi processada: o que foi auditado não muda mais.';
  }
  if (items.some(({ outra }) => outra)) {
    return 'Uma pessoa enviou a gravação desta entrevista. Remova-a do item para voltar a receber a do aparelho.';
  }
  for (const item of items) if (item.arquivo_path !== null) await takeRecording(db, item, actor);
  await db.query(
    sql`update envios set estado = 'aberto', partes = null, expira_em = now() + interval '48 hours'
      where entrevista_id = ${id}`.statement('campo_retoma_envios'),
  );
  await db.query(
    sql`update entrevistas set sincronia = 'parcial', recebida_em = null, montagem = null, montagem_motivo = null,
        montagem_ate = null, auditar_em = null, auditar_creditos = null, ultimo_contato_em = now(),
        gravacao = case gravacao when 'sem_gravacao' then 'esperada' else gravacao end
      where id = ${id}`.statement('campo_retoma'),
  );
  return null;
}

/** Counts an interview in that was held for a manager. */
export async function releaseHeld(db: Queryable, id: string): Promise<void> {
  await db.query(
    sql`update entrevistas set quarentena = null, quarentena_tambem = '{}' where id = ${id}`.statement(),
  );
}

/** Whether somebody did an interview. */
export async function isOwn(db: Queryable, id: string, usuarioId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`select from entrevistas e where e.id = ${id} and ${didInterview(usuarioId)}`.statement(
      'campo_propria',
    ),
  );
  return rowCount === 1;
}
