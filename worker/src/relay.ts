import type { Database } from '@escuta/prisma/db';
import { PRIORIDADE } from '@escuta/shared/domain/runs/status';
import { tryLock } from '@escuta/shared/platform/database/locks';
import type { Logger } from '@escuta/shared/platform/process/log';
import { STAGE_QUEUES, stageJobSchema } from '@escuta/shared/queues/pipeline';
import { Loop, type Turn } from './background/loop.ts';
import type { StageQueues } from './engine/queues.ts';

/** Interval of polls for due retries and missed notifications, ms. */
const POLL_MS = 1000;
/** Delay before the next attempt to admit runs if another relay is admitting runs, ms. */
const MEET_MS = 100;
/** One slot in RESERVE is closed to batches; of two or more slots, at least one is closed. */
const RESERVE = 8;
const reserveOf = (n: string) => `case when ${n} > 1 then (${n} + ${RESERVE - 1}) / ${RESERVE} else 0 end`;
const BATCH = 200;

type RelayOptions = {
  db: Database;
  queues: StageQueues;
  log: Logger;
  companyMaxRunning: number;
  /** Greatest number of admitted runs, computed from the slots that workers offer. */
  capacity: () => Promise<number>;
  isMyTurn?: Turn;
  /** Wakes the consumers of all workers. */
  onSent: () => void;
};

/**
 * Moves work from PostgreSQL into the queues:
 * 1. Admits runs of `execucoes` (with admitida_em null), and writes an outbox message for each first stage. Companies
 * with the fewest admitted runs come first (at most COMPANY_MAX_RUNNING), then single requests before batches, then the
 * oldest. Every fifth slot of a company goes to a batch, unless closed to batches; each company gets at least an equal
 * share.
 * 2. Sends: a transaction queues due messages and marks them as sent (SKIP LOCKED). A crash in between sends a message
 * twice, which is harmless: its job has the same id, and the stage can be claimed only once.
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

  /** Sends due messages soon, without admitting runs. */
  wakeToSend(): void {
    this.loop.wake();
  }

  async #round(moved: () => void): Promise<boolean> {
    const isAdmitting = this.#admits;
    this.#admits = false;
    try {
      const { due, waiting } = await this.#look();
      // Sends first, so that admitted runs need not wait for an admission's locks.
      if (due) await this.#sendAll(moved);
      if (isAdmitting && waiting && (await this.#admit()) > 0) await this.#sendAll(moved);
      return true;
    } catch (error) {
      // Admits runs at the next poll, because the failed round may have admitted none.
      this.#admits = true;
      throw error;
    }
  }

  async #look(): Promise<{ due: boolean; waiting: boolean }> {
    const { rows } = await this.#options.db.query<{ due: boolean; waiting: boolean }>({
      name: 'relay_look',
      text: `select exists (select from outbox_mensagens where enviada_em is null and disponivel_em <= now()) as due,
               exists (select from execucoes where status = 'na_fila' and admitida_em is null) as waiting`,
    });
    return rows[0] ?? { due: false, waiting: false };
  }

  async #admit(): Promise<number> {
    const { db, companyMaxRunning, capacity } = this.#options;
    const room = await capacity();
    return db.transaction(async (tx) => {
      // Without the lock, two relays could fill the same free slots.
      if (!(await tryLock(tx, 'relay'))) {
        setTimeout(() => this.wake(), MEET_MS).unref();
        return 0;
      }
      const { rowCount } = await tx.query({
        name: 'relay_admit',
        text: `
          with recursive esperam as (
            (select empresa_id from execucoes where status = 'na_fila' and admitida_em is null
             order by empresa_id limit 1)
            union all
            select (select x.empresa_id from execucoes x
                    where x.status = 'na_fila' and x.admitida_em is null and x.empresa_id > e.empresa_id
                    order by x.empresa_id limit 1)
            from esperam e where e.empresa_id is not null
          ), abertas as (
            select empresa_id, count(*) as n, count(*) filter (where prioridade > 0) as lotes from execucoes
            where status in ('na_fila', 'executando') and admitida_em is not null group by 1
          ), sala as (
            select coalesce((select sum(n) from abertas), 0) as ocupada,
              coalesce((select sum(lotes) from abertas), 0) as lotes,
              greatest(1, $2::int / greatest(1, (select count(*) from (
                select empresa_id from abertas union select empresa_id from esperam where empresa_id is not null
              ) as todas))) as parte
          ), candidatas as (
            select x.id, x.created_at, x.prioridade, coalesce(a.n, 0) + x.k as posicao,
              x.m <= coalesce(a.lotes, 0) as ao_lado
            from esperam e left join abertas a using (empresa_id)
            cross join lateral (
              select v.id, v.created_at, v.prioridade, v.m,
                row_number() over (order by v.vez, v.prioridade, v.created_at, v.id) as k
              from (
                -- Clicks take the places 1, 2, 3, 4, 6, 7 … of a company, runs of a batch each fifth;
                -- those under way count.
                (select id, created_at, prioridade, m, m + (m - 1) / 4 as vez from (
                   select *, coalesce(a.n - a.lotes, 0) + row_number() over (order by created_at, id) as m
                   from execucoes
                   where empresa_id = e.empresa_id and prioridade = ${PRIORIDADE.clique} and status = 'na_fila'
                     and admitida_em is null
                   order by created_at, id limit $1) as c)
                union all
                (select id, created_at, prioridade, null,
                   5 * (coalesce(a.lotes, 0) + row_number() over (order by created_at, id)) from execucoes
                 where empresa_id = e.empresa_id and prioridade = ${PRIORIDADE.lote} and status = 'na_fila'
                   and admitida_em is null
                 -- The last places are a click's.
                 order by created_at, id limit greatest(0, $1::int - (${reserveOf('$1::int')}) - coalesce(a.lotes, 0)))
              ) as v
            ) as x
            where e.empresa_id is not null and coalesce(a.n, 0) + x.k <= $1
          ), ordenadas as (
            select id, posicao, prioridade, ao_lado,
              row_number() over (order by posicao, prioridade, created_at, id) as lugar,
              row_number() over (partition by prioridade > 0 order by posicao, prioridade, created_at, id)
                as entre_iguais
            from candidatas
          ), admitidas as (
            update execucoes x set admitida_em = now() from ordenadas o, sala s
            where x.id = o.id and x.status = 'na_fila' and x.admitida_em is null
              and (o.lugar <= $2::int - s.ocupada and (o.prioridade = ${PRIORIDADE.clique}
                  or s.lotes + o.entre_iguais <= $2::int - (${reserveOf('$2::int')}))
                -- As many clicks as its company has of a batch under way find a place beside it:
                -- not one of them waits for its runs to end.
                or o.ao_lado
                or o.posicao <= s.parte
                  - case when o.prioridade = ${PRIORIDADE.clique} then 0 else ${reserveOf('s.parte')} end)
            returning x.id, x.empresa_id, x.etapa_atual::text as etapa, o.lugar
          )
          insert into outbox_mensagens (empresa_id, fila, payload)
          select a.empresa_id, $3::jsonb ->> a.etapa,
            jsonb_build_object('execucaoId', a.id, 'empresaId', a.empresa_id, 'etapa', a.etapa, 'versao', e.versao)
          from admitidas a join execucao_etapas e on e.execucao_id = a.id and e.etapa = a.etapa::etapa
          order by a.lugar`,
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
          name: 'relay_send',
          text: `with enviadas as (
                   update outbox_mensagens set enviada_em = now() where id in (
                     select id from outbox_mensagens where enviada_em is null and disponivel_em <= now()
                     order by disponivel_em, id limit ${BATCH} for update skip locked)
                   returning id, payload
                 )
                 select e.id, e.payload, coalesce((select x.prioridade > 0 from execucoes x where x.id = case
                   when e.payload ->> 'execucaoId' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                     then (e.payload ->> 'execucaoId')::uuid end), false) as lote
                 from enviadas e`,
        });
        const jobs = rows
          .sort((a, b) => Number(a.id) - Number(b.id))
          .flatMap(({ id, payload, lote }) => {
            const parsed = stageJobSchema.safeParse(payload);
            // Skips an unreadable message, so that it does not delay all companies.
            if (!parsed.success) log.error({ outboxId: id }, 'Mensagem ilegível na outbox');
            return parsed.success ? [{ job: parsed.data, lote }] : [];
          });
        for (const bulk of [false, true]) {
          const list = jobs.filter(({ lote }) => lote === bulk).map(({ job }) => job);
          if (list.length > 0) await queues.add(list, { lote: bulk });
        }
        return rows.length;
      });
      if (sent > 0) onSent();
      moved();
      if (sent < BATCH) return;
    }
  }
}
