// SQL: the only statements that write an interview's state, quarantine and receiving, each under its row's lock.
// An answer, a part or a verdict is no state: those stand beside their features.
import type { Consentimento, Quarentena } from '../../domain/interview/device-log.ts';
import type { GravacaoEntrevista, SituacaoEntrevista } from '../../domain/interview/events.ts';
import type { Actor } from '../../node/audit-log.ts';
import { appendEvent } from '../../node/interview-events.ts';
import { discardUploads } from '../../node/pending-objects.ts';
import { sql } from '../../node/sql.ts';
import type { Queryable } from '../../node/transaction.ts';
import { type ItemSeguro, takeRecording } from '../items/recording.ts';

/** A locked interview goes on: somebody answered a question of it. */
export async function continueInterview(db: Queryable, id: string): Promise<void> {
  await db.query(
    sql`update entrevistas set situacao = 'em_andamento', motivo = null, ultimo_contato_em = now()
      where id = ${id}`.statement('entrevista_contato'),
  );
}

/** Ends a locked interview. */
export async function finishInterview(
  db: Queryable,
  id: string,
  gravacao: GravacaoEntrevista,
): Promise<void> {
  await db.query(
    sql`update entrevistas set situacao = 'concluida', motivo = null, gravacao = ${gravacao}, concluida_em = now(),
      ultimo_contato_em = now() where id = ${id}`.statement('entrevista_fim'),
  );
}

/** Gives a locked interview up, until something of it comes in. */
export async function interruptInterview(db: Queryable, id: string, motivo: string): Promise<void> {
  await db.query(
    sql`update entrevistas set situacao = 'interrompida', motivo = ${motivo} where id = ${id}`.statement(),
  );
}

/** Adds to the bytes of a locked interview's log, unless they would pass `most`. @returns whether they were added */
export async function takeLogBytes(db: Queryable, id: string, bytes: number, most: number): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`update entrevistas set registro_bytes = registro_bytes + ${bytes}
      where id = ${id} and registro_bytes + ${bytes} <= ${most}`.statement('campo_bytes'),
  );
  return rowCount === 1;
}

/** Holds an interview for a gerente. The first reason stays first, and further reasons stand beside it: whoever releases it sees all. */
export async function holdInterview(db: Queryable, id: string, motivo: Quarentena): Promise<void> {
  await db.query(
    sql`update entrevistas set quarentena = coalesce(quarentena, ${motivo}::text),
        quarentena_tambem = case when quarentena is null then quarentena_tambem else quarentena_tambem || ${motivo}::text end
      where id = ${id} and quarentena is distinct from ${motivo}::text and ${motivo}::text <> all (quarentena_tambem)`.statement(
      'campo_quarentena',
    ),
  );
}

/** Counts an interview in that was held for a gerente. */
export async function liftQuarantine(db: Queryable, id: string): Promise<void> {
  await db.query(
    sql`update entrevistas set quarentena = null, quarentena_tambem = '{}' where id = ${id}`.statement(),
  );
}

export type Andamento = {
  situacao: SituacaoEntrevista;
  motivo: string | null;
  /** The reason that stands is kept. */
  mantemMotivo: boolean;
  /** End of an interview that has just ended. */
  concluidaEm: Date | null;
  /** Why there is no sound, in words; null: there is sound; undefined: nothing new. */
  semSom?: string | null | undefined;
};

/** Writes where an interview stands by its device's log. */
export async function followDeviceLog(db: Queryable, id: string, now: Andamento): Promise<void> {
  await db.query(
    sql`update entrevistas set situacao = ${now.situacao}::situacao_entrevista,
        motivo = case when ${now.mantemMotivo} then motivo else ${now.motivo}::text end,
        concluida_em = coalesce(${now.concluidaEm}::timestamptz, concluida_em), ultimo_contato_em = now(),
        sem_som_motivo = case when ${now.semSom === undefined} then sem_som_motivo else ${now.semSom ?? null}::text end
      where id = ${id}`.statement('campo_andamento'),
  );
}

/** Writes the respondent's consent. After a refusal no sound is kept; after a refusal to take part no name either. */
export async function recordConsent(db: Queryable, id: string, said: Consentimento): Promise<void> {
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

/** Ends the receiving of an interview. `registro`: digest of its device's log; null where a gerente gave up waiting for the rest. */
export async function closeReceiving(
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

/** Reasons that the end of receiving judges anew (receive-service.ts `whyUnsound`). */
const JUDGED_AT_CLOSING = ['sem_consentimento', 'resposta_faltando', 'sem_gravacao'] satisfies Quarentena[];

/**
 * Takes up receiving an interview again after a gerente gave up waiting for it: the joined recording goes, since all parts come again, and so
 * do the reasons of quarantine that its closing gave, which the next closing judges anew. Under the locks of its item and of itself.
 * @returns why not, in words: nothing was written; null: it is received again
 */
export async function resumeReceiving(db: Queryable, id: string, actor: Actor): Promise<string | null> {
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
        gravacao = case gravacao when 'sem_gravacao' then 'esperada' else gravacao end,
        quarentena = h.motivos[1], quarentena_tambem = coalesce(h.motivos[2:], '{}')
      from (select array(select motivo from unnest(array_prepend(a.quarentena, a.quarentena_tambem)) with ordinality as m (motivo, n)
          where motivo is not null and motivo <> all (${JUDGED_AT_CLOSING}::text[]) order by n) as motivos
        from entrevistas a where a.id = ${id}::uuid) h
      where id = ${id}`.statement('campo_retoma'),
  );
  return null;
}

/**
 * A recording of an interview came in: that is an event, and an interview that was given up goes on. The caller holds the interview's item
 * and has checked the scope. `usuarioId`: the person who sent the recording; null of a key and of the system.
 */
export async function recordingReceived(db: Queryable, id: string, usuarioId: string | null): Promise<void> {
  const { rows } = await db.query<{
    empresa_id: string;
    situacao: SituacaoEntrevista;
    de_aparelho: boolean;
  }>(
    sql`select empresa_id, situacao, sincronia is not null as de_aparelho from entrevistas where id = ${id} for no key update`.statement(),
  );
  const [row] = rows;
  if (!row) return;
  const entrevista = { id, empresa_id: row.empresa_id };
  // What a device does ends with its log.
  const goesOn = row.situacao === 'interrompida' && !row.de_aparelho;
  if (goesOn) await appendEvent(db, entrevista, { tipo: 'retomada', usuarioId });
  await appendEvent(db, entrevista, { tipo: 'gravacao_recebida', usuarioId });
  await db.query(
    sql`update entrevistas set ultimo_contato_em = now(),
        motivo = case when ${goesOn} then null else motivo end,
        situacao = case when ${goesOn} then 'em_andamento' else situacao end
      where id = ${id}`.statement(),
  );
}

/** PostgreSQL notification channel that wakes the workers once recordings of a device wait to be joined. */
export const ASSEMBLY_CHANNEL = 'escuta_montagem';

/** Has the recordings of a locked interview joined, in the caller's transaction, which has seen that there are some. */
export async function requestAssembly(db: Queryable, entrevistaId: string): Promise<void> {
  await db.query(
    `update entrevistas set montagem = 'pendente', montagem_motivo = null, montagem_ate = null, montagem_tentativas = 0 where id = $1`,
    [entrevistaId],
  );
  await db.query(`select pg_notify('${ASSEMBLY_CHANNEL}', '')`);
}

/**
 * Ends the joining of a locked interview's recordings; where its project says so, the audit is asked for next. `motivo`: part of the sound
 * is lost, in words; null: all of it was joined.
 */
export async function endAssembly(
  db: Queryable,
  entrevistaId: string,
  { motivo }: { motivo: string | null },
): Promise<void> {
  await db.query({
    name: 'assembly-done',
    text: `UPDATE entrevistas e SET montagem = $2, montagem_motivo = $3, montagem_ate = NULL,
             auditar_em = CASE WHEN p.auditoria_automatica THEN now() END
           FROM projetos p WHERE e.id = $1 AND p.id = e.projeto_id`,
    values: [entrevistaId, motivo === null ? 'pronta' : 'falhou', motivo],
  });
}

/** An interview's lease on its joining: `ate` fences the worker that holds it. */
export type MontagemEmMaos = { id: string; ate: string };

/** Gives up joining for good and says so on the item, which has no recording. The parts stay where they are. */
export async function abandonAssembly(
  db: Queryable,
  { id, ate }: MontagemEmMaos,
  motivo: string,
): Promise<void> {
  await db.query({
    name: 'assembly-up',
    text: `WITH done AS (
             UPDATE entrevistas SET montagem = 'falhou', montagem_motivo = $3, montagem_ate = NULL
             WHERE id = $1 AND montagem = 'pendente' AND montagem_ate = $2::timestamptz RETURNING id)
           UPDATE auditoria_itens i SET motivo = $3, updated_at = now() FROM done
           WHERE i.entrevista_id = done.id AND i.status = 'pendente' AND i.dados_apagados_em IS NULL`,
    values: [id, ate, motivo],
  });
}

/**
 * Ends an interview whose data are erased: nothing may be written into it again. An interview of a device keeps its state, but for one under
 * way, which is interrupted; nobody waits for its device any more.
 */
export async function eraseInterview(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update entrevistas set nome_entrevistado = '', telefone_entrevistado = null, codigo_externo = null, motivo = null,
       iniciada_em = null, relogio_desvio_ms = null, registro_sha256 = null, montagem = null, montagem_motivo = null,
       quarentena = null, quarentena_tambem = '{}', sem_som_motivo = null, auditar_em = null, auditar_creditos = null,
       situacao = case when sincronia is not null and situacao = 'em_andamento' then 'interrompida'
         when sincronia is not null then situacao else 'concluida' end,
       concluida_em = case when sincronia is not null and situacao <> 'concluida' then concluida_em
         else coalesce(concluida_em, now()) end,
       sincronia = case when sincronia is not null then 'completa' end where id = $1`,
    [id],
  );
}
