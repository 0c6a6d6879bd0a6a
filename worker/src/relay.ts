import type { Database } from '@escuta/prisma/db';
import { PRIORIDADE } from '@escuta/shared/domain/runs/status';
import { tryLock } from '@escuta/shared/platform/database/locks';
import type { Logger } from '@escuta/shared/platform/process/log';
import { STAGE_QUEUES, stageJobSchema } from '@escuta/shared/queues/pipeline';
import { Loop, type Turn } from './background/loop.ts';
import type { StageQueues } from './engine/queues.ts';

/** One worker polls the tables this often, ms, for due retries and missed notifications. */
const POLL_MS = 1000;
/** Delay, ms, before a relay repeats an admission that another one was doing. */
const MEET_MS = 100;
/** One place in 8 (at least one of two or more) is closed to batches. */
const RESERVE = 8;
/** SQL: the number of `n` places that batches may not take. */
const reserveOf = (n: string) => `CASE WHEN ${n} > 1 THEN (${n} + ${RESERVE - 1}) / ${RESERVE} ELSE 0 END`;
const BATCH = 200;

type RelayOptions = {
  db: Database;
  queues: StageQueues;
  log: Logger;
  companyMaxRunning: number;
  /** Most runs under way in all: twice the workers' present slots. */
  capacity: () => Promise<number>;
  isMyTurn?: Turn;
  /** Wakes all workers' consumers. */
  onSent: () => void;
};

/**
 * Moves work from PostgreSQL into the queues, in two steps.
 * 1. Admission. A requested run waits in `execucoes` (admitida_em null). It is admitted when its company has fewer
 * than COMPANY_MAX_RUNNING runs under way and the workers have room: the company with the fewest first; within it,
 * single requests before batches, then the oldest. A batch gets one place in five, so that it progresses, and never
 * the reserve. A company always gets its equal share of the room, even while other companies fill it. The same
 * statement writes the outbox message of the run's first stage.
 * 2. Sending. One transaction queues due messages and marks them (SKIP LOCKED: several relays share the work). A crash
 * in between sends a message twice; the job's id and the claim make the second one harmless.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly loop: Loop;
  #admits = true;

  constructor(options: RelayOptions) {
    this.#options = options;
    const { log, isMyTurn = () => true } = options;
    this.loop = new Loop(
      {
        nome: 'relay',
        pollMs: POLL_MS,
        isMyTurn: (everyMs) => {
          const isMine = isMyTurn(everyMs);
          this.#admits ||= isMine;
          return isMine;
        },
        round: (progress) => this.#round(progress.moved),
      },
      { log },
    );
  }

  wake(): void {
    this.#admits = true;
    this.loop.wake();
  }

  /** Polls for messages to send, without an admission. */
  wakeToSend(): void {
    this.loop.wake();
  }

  async #round(moved: () => void): Promise<boolean> {
    const isAdmitting = this.#admits;
    this.#admits = false;
    try {
      const { due, waiting } = await this.#look();
      // Messages of started runs need not wait for the admission's locks.
      if (due) await this.#sendAll(moved);
      if (isAdmitting && waiting && (await this.#admit()) > 0) await this.#sendAll(moved);
      return true;
    } catch (error) {
      // The next poll finds the same rows.
      this.#admits = true;
      throw error;
    }
  }

  /** Checks cheaply for messages and runs to admit. */
  async #look(): Promise<{ due: boolean; waiting: boolean }> {
    const { rows } = await this.#options.db.query<{ due: boolean; waiting: boolean }>({
      name: 'relay-look',
      text: `SELECT EXISTS (SELECT FROM outbox_mensagens WHERE enviada_em IS NULL AND disponivel_em <= now()) AS due,
               EXISTS (SELECT FROM execucoes WHERE status = 'na_fila' AND admitida_em IS NULL) AS waiting`,
    });
    return rows[0] ?? { due: false, waiting: false };
  }

  async #admit(): Promise<number> {
    const { db, companyMaxRunning, capacity } = this.#options;
    const room = await capacity();
    return db.transaction(async (tx) => {
      // Two relays would fill the same room twice.
      if (!(await tryLock(tx, 'relay'))) {
        setTimeout(() => this.wake(), MEET_MS).unref();
        return 0;
      }
      const { rowCount } = await tx.query({
        name: 'relay-admit',
        text: `
          WITH RECURSIVE esperam AS (
            (SELECT empresa_id FROM execucoes WHERE status = 'na_fila' AND admitida_em IS NULL
             ORDER BY empresa_id LIMIT 1)
            UNION ALL
            SELECT (SELECT x.empresa_id FROM execucoes x
                    WHERE x.status = 'na_fila' AND x.admitida_em IS NULL AND x.empresa_id > e.empresa_id
                    ORDER BY x.empresa_id LIMIT 1)
            FROM esperam e WHERE e.empresa_id IS NOT NULL
          ), abertas AS (
            SELECT empresa_id, count(*) AS n, count(*) FILTER (WHERE prioridade > 0) AS lotes FROM execucoes
            WHERE status IN ('na_fila', 'executando') AND admitida_em IS NOT NULL GROUP BY 1
          ), sala AS (
            SELECT coalesce((SELECT sum(n) FROM abertas), 0) AS ocupada, coalesce((SELECT sum(lotes) FROM abertas), 0) AS lotes,
              greatest(1, $2::int / greatest(1, (SELECT count(*) FROM (
                SELECT empresa_id FROM abertas UNION SELECT empresa_id FROM esperam WHERE empresa_id IS NOT NULL
              ) AS todas))) AS parte
          ), candidatas AS (
            SELECT x.id, x.created_at, x.prioridade, coalesce(a.n, 0) + x.k AS posicao, x.m <= coalesce(a.lotes, 0) AS ao_lado
            FROM esperam e LEFT JOIN abertas a USING (empresa_id)
            CROSS JOIN LATERAL (
              SELECT v.id, v.created_at, v.prioridade, v.m,
                row_number() OVER (ORDER BY v.vez, v.prioridade, v.created_at, v.id) AS k
              FROM (
                -- Clicks take the places 1, 2, 3, 4, 6, 7 … of a company, runs of a batch each fifth; those under way count.
                (SELECT id, created_at, prioridade, m, m + (m - 1) / 4 AS vez FROM (
                   SELECT *, coalesce(a.n - a.lotes, 0) + row_number() OVER (ORDER BY created_at, id) AS m FROM execucoes
                   WHERE empresa_id = e.empresa_id AND prioridade = ${PRIORIDADE.clique} AND status = 'na_fila'
                     AND admitida_em IS NULL
                   ORDER BY created_at, id LIMIT $1) AS c)
                UNION ALL
                (SELECT id, created_at, prioridade, NULL,
                   5 * (coalesce(a.lotes, 0) + row_number() OVER (ORDER BY created_at, id)) FROM execucoes
                 WHERE empresa_id = e.empresa_id AND prioridade = ${PRIORIDADE.lote} AND status = 'na_fila'
                   AND admitida_em IS NULL
                 -- The last places are a click's.
                 ORDER BY created_at, id LIMIT greatest(0, $1::int - (${reserveOf('$1::int')}) - coalesce(a.lotes, 0)))
              ) AS v
            ) AS x
            WHERE e.empresa_id IS NOT NULL AND coalesce(a.n, 0) + x.k <= $1
          ), ordenadas AS (
            SELECT id, posicao, prioridade, ao_lado, row_number() OVER (ORDER BY posicao, prioridade, created_at, id) AS lugar,
              row_number() OVER (PARTITION BY prioridade > 0 ORDER BY posicao, prioridade, created_at, id) AS entre_iguais
            FROM candidatas
          ), admitidas AS (
            UPDATE execucoes x SET admitida_em = now() FROM ordenadas o, sala s
            WHERE x.id = o.id AND x.status = 'na_fila' AND x.admitida_em IS NULL
              AND (o.lugar <= $2::int - s.ocupada AND (o.prioridade = ${PRIORIDADE.clique}
                  OR s.lotes + o.entre_iguais <= $2::int - (${reserveOf('$2::int')}))
                -- As many clicks as its company has of a batch under way find a place beside it: not one of them waits for its runs to end.
                OR o.ao_lado
                OR o.posicao <= s.parte - CASE WHEN o.prioridade = ${PRIORIDADE.clique} THEN 0 ELSE ${reserveOf('s.parte')} END)
            RETURNING x.id, x.empresa_id, x.etapa_atual::text AS etapa, o.lugar
          )
          INSERT INTO outbox_mensagens (empresa_id, fila, payload)
          SELECT a.empresa_id, $3::jsonb ->> a.etapa,
            jsonb_build_object('execucaoId', a.id, 'empresaId', a.empresa_id, 'etapa', a.etapa, 'versao', e.versao)
          FROM admitidas a JOIN execucao_etapas e ON e.execucao_id = a.id AND e.etapa = a.etapa::etapa
          ORDER BY a.lugar`,
        values: [companyMaxRunning, room, JSON.stringify(STAGE_QUEUES)],
      });
      return rowCount ?? 0;
    });
  }

  async #sendAll(moved: () => void): Promise<void> {
    const { db, queues, onSent, log } = this.#options;
    for (;;) {
      const sent = await db.transaction(async (tx) => {
        const { rows } = await tx.query<{ id: string; payload: unknown; lote: boolean }>({
          name: 'relay-send',
          text: `WITH enviadas AS (
                   UPDATE outbox_mensagens SET enviada_em = now() WHERE id IN (
                     SELECT id FROM outbox_mensagens WHERE enviada_em IS NULL AND disponivel_em <= now()
                     ORDER BY disponivel_em, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
                   RETURNING id, payload
                 )
                 SELECT e.id, e.payload, coalesce((SELECT x.prioridade > 0 FROM execucoes x WHERE x.id = CASE
                   WHEN e.payload ->> 'execucaoId' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                     THEN (e.payload ->> 'execucaoId')::uuid END), false) AS lote
                 FROM enviadas e`,
        });
        const jobs = rows
          .sort((a, b) => Number(a.id) - Number(b.id))
          .flatMap(({ id, payload, lote }) => {
            const parsed = stageJobSchema.safeParse(payload);
            // An unreadable message must not hold up every company.
            if (!parsed.success) log.error({ outboxId: id }, 'Mensagem ilegível na outbox');
            return parsed.success ? [{ job: parsed.data, lote }] : [];
          });
        for (const batch of [false, true]) {
          const list = jobs.filter(({ lote }) => lote === batch).map(({ job }) => job);
          if (list.length > 0) await queues.add(list, { lote: batch });
        }
        return rows.length;
      });
      if (sent > 0) onSent();
      moved();
      if (sent < BATCH) return;
    }
  }
}
