// SQL: stores data from an interview's device, and a gerente's decisions, under the interview's lock.

import type { Db } from '@escuta/prisma/db';
import { INTAKES } from '../../domain/intake/kinds.ts';
import type { Consentimento, Quarentena } from '../../domain/interview/device/device-log.ts';
import type { GravacaoEntrevista, SituacaoEntrevista } from '../../domain/interview/device/events.ts';
import type { Desfecho } from '../../domain/interview/questionnaire/screening.ts';
import { reasonsThatStay } from '../../domain/life/interview.ts';
import { companyScope, INSTALACAO } from '../../domain/scope.ts';
import { sql } from '../../platform/database/sql.ts';
import { discardUploads } from '../intake/uploads.ts';
import { takeRecording } from '../items/recording.ts';
import type { Actor } from '../log/audit-log.ts';
import { reasonsHeld } from './life.ts';
import { reopenReview } from './review.ts';
import { forgetSecond } from './second.ts';

/**
 * Counts bytes added to a locked interview's log, up to `most` in total.
 * @returns whether the bytes fit
 */
export async function takeLogBytes(db: Db, id: string, bytes: number, most: number): Promise<boolean> {
  const { rowCount } = await db.sql(
    sql`update entrevistas set registro_bytes = registro_bytes + ${bytes}
      where id = ${id} and registro_bytes + ${bytes} <= ${most}`,
    'campo_bytes',
  );
  return rowCount === 1;
}

/** Puts an interview in quarantine; further reasons follow the first. */
export async function quarantineInterview(db: Db, id: string, motivo: Quarentena): Promise<void> {
  await db.sql(
    sql`update entrevistas set quarentena = coalesce(quarentena, ${motivo}::text),
        quarentena_tambem = case when quarentena is null then quarentena_tambem
          else quarentena_tambem || ${motivo}::text end
      where id = ${id} and quarentena is distinct from ${motivo}::text and ${motivo}::text <> all (quarentena_tambem)`,
    'campo_quarentena',
  );
}

export async function liftQuarantine(db: Db, id: string): Promise<void> {
  await db
    .within(INSTALACAO)
    .entrevista.updateMany({ where: { id }, data: { quarentena: null, quarentenaTambem: [] } });
}

export type Andamento = {
  situacao: SituacaoEntrevista;
  /** The rule that ended the interview early; null: no rule. */
  desfecho: Desfecho | null;
  motivo: string | null;
  mantemMotivo: boolean;
  /** End of the interview; null: it does not end in this step. */
  concluidaEm: Date | null;
  /** Reason, in words, for missing sound; null: there is sound; undefined: unchanged. */
  semSom?: string | null | undefined;
};

/** Writes an interview's state from its device's log. */
export async function followDeviceLog(db: Db, id: string, now: Andamento): Promise<void> {
  await db.sql(
    sql`update entrevistas set situacao = ${now.situacao}::situacao_entrevista,
        desfecho = ${now.desfecho}::text,
        motivo = case when ${now.mantemMotivo} then motivo else ${now.motivo}::text end,
        concluida_em = coalesce(${now.concluidaEm}::timestamptz, concluida_em), ultimo_contato_em = now(),
        sem_som_motivo = case when ${now.semSom === undefined} then sem_som_motivo else ${now.semSom ?? null}::text end
      where id = ${id}`,
    'campo_andamento',
  );
}

/** Writes the respondent's consent. After any refusal no sound is stored; after refusing the interview, no name. */
export async function recordConsent(db: Db, id: string, said: Consentimento): Promise<void> {
  const gravacao: GravacaoEntrevista = said === 'aceito' ? 'esperada' : 'recusada';
  const interviews = db.within(INSTALACAO).entrevista;
  await interviews.updateMany({ where: { id }, data: { consentimento: said, gravacao } });
  if (said !== 'aceito') await discardUploads(db, { dono: 'entrevista', ids: [id] });
  if (said === 'recusou') {
    await interviews.updateMany({
      where: { id },
      data: { nomeEntrevistado: '', telefoneEntrevistado: null },
    });
    await db.sql(
      sql`update auditoria_itens set nome_entrevistado = null, numero_destino = null,
          metadata = metadata - 'nome_entrevistado' - 'telefone_entrevistado', updated_at = now()
        where entrevista_id = ${id}`,
    );
  }
}

/** Ends receiving an interview's data. `registro`: digest of the device's log; null: a gerente stopped waiting. */
export async function closeReceiving(
  db: Db,
  id: string,
  { registro, semGravacao }: { registro: string | null; semGravacao: boolean },
): Promise<void> {
  await db.sql(
    sql`update entrevistas set sincronia = 'completa', recebida_em = clock_timestamp(), registro_sha256 = ${registro},
        ultimo_contato_em = now(),
        gravacao = case when ${semGravacao} and gravacao = 'esperada' then 'sem_gravacao' else gravacao end
      where id = ${id}`,
    'campo_recebida',
  );
}

/**
 * Restarts receiving after a gerente stopped waiting (VIDA_DA_ENTREVISTA, 'retomar'): drops the joined and the second
 * recording, and the quarantine reasons that the end of receiving added. The caller locks item and interview.
 */
export async function resumeReceiving(
  db: Db,
  entrevista: { id: string; empresa_id: string },
  actor: Actor & { usuarioId: string },
): Promise<void> {
  const { id } = entrevista;
  const items = await db.within(companyScope(entrevista.empresa_id)).auditoriaItem.findMany({
    where: { entrevistaId: id, empresaId: entrevista.empresa_id, arquivoPath: { not: null } },
    select: { id: true, arquivoPath: true },
  });
  for (const { id: itemId, arquivoPath } of items)
    await takeRecording(
      db,
      { id: itemId, empresa_id: entrevista.empresa_id, arquivo_path: arquivoPath },
      actor,
    );
  await forgetSecond(db, entrevista);
  await db.sql(
    sql`update envios set estado = 'aberto', partes = null,
      expira_em = now() + make_interval(hours => ${INTAKES.entrevista.guardaHoras})
      where dono = 'entrevista' and dono_id = ${id}`,
    'campo_retoma_envios',
  );
  const { rows } = await db.sql<{ motivos: Quarentena[] }>(
    sql`select ${reasonsHeld} as motivos from entrevistas e where e.id = ${id}`,
    'campo_retidas',
  );
  const [first = null, ...others] = reasonsThatStay(rows[0]?.motivos ?? []);
  await db.sql(
    sql`update entrevistas set sincronia = 'parcial', recebida_em = null, montagem = null, montagem_motivo = null,
        montagem_ate = null, auditar_em = null, auditar_creditos = null, ultimo_contato_em = now(),
        gravacao = case gravacao when 'sem_gravacao' then 'esperada' else gravacao end,
        quarentena = ${first}::text, quarentena_tambem = ${others}::text[]
      where id = ${id}`,
    'campo_retoma',
  );
  await reopenReview(db, id, actor.usuarioId, 'O aparelho voltou a enviar a entrevista depois da decisão.');
}
