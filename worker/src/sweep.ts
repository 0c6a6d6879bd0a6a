import type { Database } from '@escuta/prisma/db';
import { ENVIO_ESPERA_APARELHO } from '@escuta/shared/domain/interview/device/device-log';
import { EVENTOS_DIAS } from '@escuta/shared/domain/log/events';
import { readStoredList } from '@escuta/shared/domain/text/stored';
import { goalsAreFree } from '@escuta/shared/platform/database/locks';
import { int, sql } from '@escuta/shared/platform/database/sql';
import type { Logger } from '@escuta/shared/platform/process/log';
import type { ObjectStore } from '@escuta/shared/platform/storage/object-store';
import { stageJobSchema } from '@escuta/shared/queues/pipeline';
import { discardHeldUploads } from '@escuta/shared/services/intake/uploads';
import pLimit from 'p-limit';
import { sweepWishes } from './background/lease.ts';
import type { RoundWork, Turn } from './background/loop.ts';
import { sweepDocuments } from './documents/sweep-documents.ts';
import type { StageQueues } from './engine/queues.ts';
import { STAGED_KINDS, sweepIntakes } from './intake/sweep-intakes.ts';
import { endFormerTerms } from './recordings/former-terms.ts';
import { endMoments } from './recordings/moments.ts';
import { addUpBytes, addUpInsights } from './sums.ts';
import { requestCriteria } from './tasks/kinds/recontar-criterios.ts';
import { requestRecounts } from './tasks/kinds/recontar-notas.ts';
import { forgetOldLeads, forgetOldMerges } from './terms.ts';

const OBJECTS_AT_ONCE = 100;
const DELETIONS_AT_ONCE = 8;
const OBJECTS_LEASE = '5 minutes';
/** Delay before retrying a failed deletion, s; doubles up to RETRY_MAX_S (a day). */
const RETRY_S = 60;
const RETRY_MAX_S = 86_400;
/** Retention of sent messages, for diagnosis. */
const OUTBOX_KEEP = '1 day';
const OUTBOX_PER_SWEEP = 5000;
/** Retention of drafts' tests, limited because they quote calls. */
const TESTS_KEEP = '30 days';
const TESTS_PER_SWEEP = 1000;
const TASKS_PER_SWEEP = 1000;
const EVENTS_PER_SWEEP = 1000;
/** Number of rows from which on a question's counts are summed up. */
const COUNTS_PER_QUESTION = 200;
const QUESTIONS_PER_SWEEP = 100;
const UPLOADS_PER_SWEEP = 100;

type DueObject = { id: string; chave: string; ate: Date };

type SweeperOptions = {
  db: Database;
  queues: StageQueues;
  store: ObjectStore;
  log: Logger;
  intervalMs: number;
  /** Retention of the log of accesses, years. */
  acessosAnos: number;
  /** Retention of demo requests, months. */
  leadsMeses: number;
  isMyTurn?: Turn;
  onSwept: () => void;
};

/** Queues stages that lost their job, deletes unneeded objects and messages. Idempotent; several workers may run it. */
export class Sweeper {
  readonly #options: SweeperOptions;
  #running: Promise<void> | null = null;
  #isStopped: () => boolean = () => false;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  get work(): RoundWork {
    const { intervalMs, isMyTurn } = this.#options;
    return {
      nome: 'varredura',
      pollMs: intervalMs,
      isMyTurn,
      round: async (progress) => {
        this.#isStopped = progress.isStopped;
        await this.sweep(progress.moved);
        return true;
      },
    };
  }

  /** Sweeps once. Never throws, because the next sweep retries. */
  sweep(moved: () => void = () => undefined): Promise<void> {
    this.#running ??= this.#sweep(moved).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #sweep(moved: () => void): Promise<void> {
    const { log } = this.#options;
    for (const step of [
      () => this.#strays(),
      () => endFormerTerms(this.#options.db),
      () => endMoments(this.#options.db),
      () => this.#objects(moved),
      () => this.#outbox(),
      () => this.#templateTests(),
      () => this.#tasks(),
      () => this.#events(),
      () => this.#uploads(),
      ...STAGED_KINDS.map((kind) => () => sweepIntakes(this.#options.db, kind)),
      () => sweepDocuments(this.#options.db),
      () => forgetOldLeads(this.#options.db, this.#options.leadsMeses),
      () => forgetOldMerges(this.#options.db),
      () => this.#quotas(),
      () => this.#cells(),
      () => addUpInsights(this.#options.db),
      () => addUpBytes(this.#options.db),
      () => requestRecounts(this.#options.db),
      () => requestCriteria(this.#options.db),
      () => this.#months(),
      () => this.#accesses(),
      () => sweepWishes(this.#options.db),
    ]) {
      await step().catch((error: Error) => log.warn({ motivo: error.message }, 'Varredura incompleta'));
      moved();
    }
  }

  /** Adds a job for each admitted run's due or expired stage; a queued job stays unchanged. */
  async #strays(): Promise<void> {
    const { db, queues, onSwept } = this.#options;
    const { rows } = await db.query({
      name: 'sweep_strays',
      text: `select e.execucao_id as "execucaoId", e.empresa_id as "empresaId", e.etapa::text as etapa, e.versao,
        x.prioridade > 0 as lote
             from execucoes x join execucao_etapas e on e.execucao_id = x.id and e.etapa = x.etapa_atual
             where x.status in ('na_fila', 'executando') and x.admitida_em < now() - interval '2 seconds'
               and ((e.status = 'pendente' and (e.proxima_em is null or e.proxima_em < now() - interval '2 seconds'))
                 or (e.status = 'executando' and e.lease_ate < now()))`,
    });
    // Leaves stages unknown to this version to newer workers.
    for (const lote of [false, true]) {
      const jobs = readStoredList(
        stageJobSchema,
        rows.filter((row) => row.lote === lote),
      );
      if (jobs.length > 0) await queues.add(jobs, { lote });
    }
    if (rows.length > 0) onSwept();
  }

  async #objects(moved: () => void): Promise<void> {
    const limit = pLimit(DELETIONS_AT_ONCE);
    const refused: string[] = [];
    for (;;) {
      const due = await this.#takeObjects();
      await Promise.all(
        due.map((object) =>
          limit(async () => {
            const error = await this.#deleteObject(object);
            if (error) refused.push(error.message);
            moved();
          }),
        ),
      );
      if (due.length < OBJECTS_AT_ONCE || this.#isStopped()) break;
    }
    if (refused.length > 0) {
      const { log } = this.#options;
      log.warn({ objetos: refused.length, motivo: refused[0] }, 'Objetos que o armazenamento não apagou');
    }
  }

  /** Claims due objects by postponing their deletion; a database trigger also makes listening copies due. */
  async #takeObjects(): Promise<DueObject[]> {
    const { rows } = await this.#options.db.query<DueObject>({
      name: 'sweep_objects',
      text: `update objetos_pendentes set apagar_em = now() + interval '${OBJECTS_LEASE}'
             where id in (select id from objetos_pendentes where apagar_em <= now()
               order by apagar_em limit ${OBJECTS_AT_ONCE} for update skip locked)
             returning id, chave, apagar_em as ate`,
    });
    return rows;
  }

  /** @returns the error because of which the object stays; null if it was deleted */
  async #deleteObject({ id, chave, ate }: DueObject): Promise<Error | null> {
    const { db, store } = this.#options;
    try {
      // Deletes the object before its row, so that a crash in between only repeats the deletion.
      await store.delete(chave);
      await db.query('delete from objetos_pendentes where id = $1 and apagar_em = $2', [id, ate]);
      return null;
    } catch (error) {
      await db
        .query(
          `update objetos_pendentes set tentativas = tentativas + 1,
             apagar_em = now() + least($3 * 2 ^ least(tentativas, 20), $4) * interval '1 second'
           where id = $1 and apagar_em = $2`,
          [id, ate, RETRY_S, RETRY_MAX_S],
        )
        .catch(() => undefined);
      return error as Error;
    }
  }

  async #outbox(): Promise<void> {
    await this.#options.db.query({
      name: 'sweep_outbox',
      text: `delete from outbox_mensagens where id in (
               select id from outbox_mensagens where enviada_em < now() - interval '${OUTBOX_KEEP}'
               order by enviada_em limit ${OUTBOX_PER_SWEEP})`,
    });
  }

  async #templateTests(): Promise<void> {
    await this.#options.db.query({
      name: 'sweep_template_tests',
      text: `delete from testes_template where id in (
               select id from testes_template where created_at < now() - interval '${TESTS_KEEP}'
               order by created_at limit ${TESTS_PER_SWEEP})`,
    });
  }

  async #tasks(): Promise<void> {
    await this.#options.db.query({
      name: 'sweep_tasks',
      text: `delete from tarefas where id in (
               select id from tarefas where expira_em < now() order by expira_em limit ${TASKS_PER_SWEEP})`,
    });
  }

  /** Deletes notifications and events older than EVENTOS_DIAS, by ids, which ascend with time. */
  async #events(): Promise<void> {
    for (const table of ['notificacoes', 'eventos_dominio'] as const) {
      await this.#options.db.query({
        name: `sweep_${table}`,
        text: `delete from ${table} where id in (
                 select id from (select id, created_at from ${table} order by id limit ${EVENTS_PER_SWEEP}) as o
                 where created_at < now() - interval '${EVENTOS_DIAS} days')`,
      });
    }
  }

  /**
   * Deletes abandoned uploads, except those of prepared audits and batches (intake/sweep-intakes.ts). Devices' uploads
   * stay until processed, because phones may be offline for weeks.
   */
  async #uploads(): Promise<void> {
    await this.#options.db.transaction(async (tx) => {
      const { rows } = await tx.query<{ id: string }>({
        name: 'sweep_uploads',
        text: `select v.id from envios v left join entrevistas e on v.dono = 'entrevista' and e.id = v.dono_id
               where v.expira_em < now() and v.dono not in ('preparo', 'lote')
                 and not coalesce(e.sincronia = 'parcial'
                   and v.expira_em > now() - interval '${ENVIO_ESPERA_APARELHO}', false)
                 and not coalesce(e.sincronia = 'completa' and v.estado = 'concluido'
                   and (e.montagem is distinct from 'pronta'
                   or exists (select from entrevista_segundas s where s.entrevista_id = e.id and s.montagem <> 'pronta'
                     and s.decisao is null)
                   or e.registro_sha256 is null and not exists (select from auditoria_itens i
                     join execucoes x on x.item_id = i.id
                     where i.entrevista_id = e.id)), false)
               order by v.expira_em limit ${UPLOADS_PER_SWEEP} for update of v skip locked`,
      });
      await discardHeldUploads(
        tx,
        rows.map(({ id }) => id),
      );
    });
  }

  async #quotas(): Promise<void> {
    await this.#options.db.query({
      name: 'sweep_quotas',
      text: `with muitas as (
               select pergunta_id from cota_contagens
                 group by 1 having count(*) > ${COUNTS_PER_QUESTION} + 2 * count(distinct opcao_id)
               limit ${QUESTIONS_PER_SWEEP}
             ), idas as (
               delete from cota_contagens where id in (
                 select c.id from cota_contagens c join muitas using (pergunta_id) for update of c skip locked)
               returning empresa_id, pergunta_id, opcao_id, n, aprovadas
             )
             insert into cota_contagens (empresa_id, pergunta_id, opcao_id, n, aprovadas)
             select empresa_id, pergunta_id, opcao_id, sum(n), sum(aprovadas) from idas group by 1, 2, 3
             having sum(n) <> 0 or sum(aprovadas) <> 0`,
    });
  }

  /** Adds up the counts of goals' cells. A plan being changed waits for the next sweep. */
  async #cells(): Promise<void> {
    await this.#options.db.transaction(async (tx) => {
      // A later statement reads the rows, to include the recount of a change just ended.
      const { rows } = await tx.sql<{ id: string }>(
        sql`with muitas as materialized (
            select tabela_id from meta_contagens group by 1
            having count(*) > ${int(COUNTS_PER_QUESTION)} + 2 * count(distinct (chave, agente_id))
            limit ${int(QUESTIONS_PER_SWEEP)}
          )
          select t.id from muitas m join meta_tabelas t on t.id = m.tabela_id
          where ${goalsAreFree(sql`t.questionario_id`)}`,
        'sweep_cells_held',
      );
      if (rows.length === 0) return;
      await tx.query({
        name: 'sweep_cells',
        text: `with idas as (
                 delete from meta_contagens where id in (
                   select c.id from meta_contagens c where c.tabela_id = any ($1::uuid[]) for update of c skip locked)
                 returning empresa_id, tabela_id, chave, agente_id, n, aprovadas
               )
               insert into meta_contagens (empresa_id, tabela_id, chave, agente_id, n, aprovadas)
               select empresa_id, tabela_id, chave, agente_id, sum(n), sum(aprovadas) from idas
               where exists (select from meta_tabelas t where t.id = tabela_id) group by 1, 2, 3, 4
               having sum(n) <> 0 or sum(aprovadas) <> 0`,
        values: [rows.map(({ id }) => id)],
      });
    });
  }

  /** Creates the coming months' partitions of monthly tables (decisions 24 and 28). */
  async #months(): Promise<void> {
    for (const make of ['escuta_busca_meses', 'escuta_meses'])
      await this.#options.db.query({
        name: `sweep_${make}`,
        text: `select ${make}(now()::date, (now() + interval '3 months')::date)`,
      });
  }

  /**
   * Seals the past days of the log of accesses, and copies the seals to the process log, so that a forgery is noticed;
   * deletes expired months.
   */
  async #accesses(): Promise<void> {
    const { db, log, acessosAnos } = this.#options;
    const { rows } = await db.query<{ dia: string; selos: number; resumo: string }>({
      name: 'sweep_acessos_selos',
      text: 'select dia::text, selos, resumo from escuta_selar_acessos()',
    });
    for (const seal of rows) log.info(seal, 'Acessos do dia selados');
    await db.query({
      name: 'sweep_acessos_vencidos',
      text: 'select escuta_acessos_vencidos((now() - make_interval(years => $1))::date)',
      values: [acessosAnos],
    });
  }
}
