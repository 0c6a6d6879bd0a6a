import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@escuta/prisma/db';
import { priceAt, usageLines } from '@escuta/shared/domain/runs/costs';
import type { AlvoModelo } from '@escuta/shared/domain/runs/default-models';
import { companyScope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import type { Paga, PaidPort, StageRun } from './stage.ts';

export type PaidObserver = {
  answered: (alvo: AlvoModelo, paga: Paga<unknown>) => void;
  /** Called once per answer, with its cost in USD, after the answer is stored. */
  booked: (alvo: AlvoModelo, usd: number) => void;
};

type CallRun = Pick<StageRun, 'execucaoId' | 'empresaId' | 'projetoId' | 'itemId' | 'etapa'>;

type Asked = { chave: string; pedidoHash: string; provedor: string; modelo: string };

function askedAs({ chave, pedidoHash, provedor, modelo }: Asked): string {
  return JSON.stringify([chave, pedidoHash, provedor, modelo]);
}

const hashOf = (request: string) => createHash('sha256').update(request).digest('hex');

const STORE_LIMIT_MS = 120_000;

/** True if the database refuses the answer permanently: invalid data (class 22), or deleted parent (class 23). */
function isRefused(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^2[23]/.test(code);
}

/**
 * A stage's paid calls. Each call first looks for a stored answer, and stores a new answer with its cost lines before
 * use, in a separate transaction, so that retries find the answer. Providers that honour the idempotency key
 * `<run>:<stage>:<key>~<request>` do not bill twice for an answer lost before this commit.
 */
export class PaidCalls implements PaidPort {
  readonly #db: Db;
  readonly #catalog: ModelCatalog;
  readonly #run: CallRun;
  readonly #observer: PaidObserver;
  #stored: Promise<Map<string, unknown>> | null = null;
  readonly #unpriced = new Set<string>();

  /** @param options.hasAnswers false if this stage has no stored answers to look for */
  constructor(
    db: Db,
    catalog: ModelCatalog,
    run: CallRun,
    observer: PaidObserver,
    { hasAnswers = true }: { hasAnswers?: boolean } = {},
  ) {
    this.#db = db;
    this.#catalog = catalog;
    this.#run = run;
    this.#observer = observer;
    if (!hasAnswers) this.#stored = Promise.resolve(new Map());
  }

  /** Models whose answers cost 0 because the models had no price. */
  get unpriced(): readonly string[] {
    return [...this.#unpriced];
  }

  async call<T>(
    key: string,
    target: { alvo: AlvoModelo; request: string; earlier?: readonly string[] },
    ask: (chaveIdempotente: string) => Promise<Paga<T>>,
  ): Promise<T> {
    this.#stored ??= this.#load();
    const stored = await this.#stored;
    const hash = hashOf(target.request);
    const { provedor, modelo } = target.alvo;
    const placeOf = (pedidoHash: string) => askedAs({ chave: key, pedidoHash, provedor, modelo });
    const asked = placeOf(hash);
    if (stored.has(asked)) return stored.get(asked) as T;
    // Usually no answer is stored, so hashing the prompt's earlier versions is skipped.
    const before =
      stored.size === 0
        ? undefined
        : target.earlier?.map((text) => placeOf(hashOf(text))).find((place) => stored.has(place));
    if (before !== undefined) return stored.get(before) as T;
    const { execucaoId, etapa } = this.#run;
    const paga = await ask(`${execucaoId}:${etapa}:${key}~${hash.slice(0, 12)}`);
    this.#observer.answered(target.alvo, paga);
    const kept = await this.#storeSafely(key, { ...target, hash }, paga);
    stored.set(asked, kept);
    return kept as T;
  }

  #answers(asked: Partial<Asked>) {
    const { empresaId, execucaoId, etapa } = this.#run;
    return this.#db.within(companyScope(empresaId)).chamadaProvedor.findMany({
      where: { empresaId, execucaoId, etapa, ...asked },
      select: { chave: true, pedidoHash: true, provedor: true, modelo: true, resposta: true },
    });
  }

  async #load(): Promise<Map<string, unknown>> {
    const rows = await this.#answers({});
    return new Map(rows.map((row) => [askedAs(row), row.resposta]));
  }

  /** Retries the storing, because a short outage must not lose a paid answer. */
  async #storeSafely(
    key: string,
    target: { alvo: AlvoModelo; hash: string },
    paga: Paga<unknown>,
  ): Promise<unknown> {
    const limit = Date.now() + STORE_LIMIT_MS;
    for (let wait = 100; ; wait = Math.min(wait * 2, 2000)) {
      try {
        return await this.#store(key, target, paga);
      } catch (error) {
        if (isRefused(error) || Date.now() + wait > limit) throw error;
        await sleep(wait);
      }
    }
  }

  async #store(
    key: string,
    { alvo, hash }: { alvo: AlvoModelo; hash: string },
    { resposta, uso, latenciaMs }: Paga<unknown>,
  ): Promise<unknown> {
    const precos = await this.#catalog.prices();
    const now = new Date();
    const lines = usageLines(uso).map((line) => {
      const preco = priceAt(precos, { ...alvo, unidade: line.unidade }, now);
      if (!preco) this.#unpriced.add(alvo.modelo);
      return { id: newId(), ...line, preco: preco?.precoUsd ?? '0' };
    });
    const { execucaoId, empresaId, projetoId, itemId, etapa } = this.#run;
    const { rows } = await this.#db.query<{ resposta: unknown }>({
      name: 'paid_store',
      text: `with nova as (
               insert into chamadas_provedor (id, empresa_id, execucao_id, etapa, chave, pedido_hash, provedor, modelo,
                 resposta, uso, latencia_ms)
               values ($1, $2, $3, $4::etapa, $5, $6, $7, $8, $9::jsonb, $10::jsonb, $11)
               on conflict (execucao_id, etapa, chave, pedido_hash, provedor, modelo) do nothing
               returning id, resposta
             ), custos as (
               insert into linhas_custo (id, empresa_id, projeto_id, item_id, execucao_id, chamada_id, etapa, provedor,
                 modelo, unidade, quantidade, preco_usd, total_usd)
               select l.id, $2, $12, $13, $3, nova.id, $4::etapa, $7, $8, l.unidade::unidade_preco, l.quantidade,
               l.preco,
                 round(l.quantidade * l.preco, 8)
               from nova, unnest($14::uuid[], $15::text[], $16::numeric[], $17::numeric[])
                 as l (id, unidade, quantidade, preco)
             )
             select resposta from nova`,
      values: [
        newId(),
        empresaId,
        execucaoId,
        etapa,
        key,
        hash,
        alvo.provedor,
        alvo.modelo,
        JSON.stringify(resposta),
        JSON.stringify(uso),
        Math.round(latenciaMs),
        projetoId,
        itemId,
        lines.map((line) => line.id),
        lines.map((line) => line.unidade),
        lines.map((line) => String(line.quantidade)),
        lines.map((line) => line.preco),
      ],
    });
    if (rows[0]) {
      this.#observer.booked(
        alvo,
        lines.reduce((sum, line) => sum + line.quantidade * Number(line.preco), 0),
      );
      return rows[0].resposta;
    }
    // Uses the answer that another worker stored first.
    const { provedor, modelo } = alvo;
    const [first] = await this.#answers({ chave: key, pedidoHash: hash, provedor, modelo });
    return first?.resposta;
  }
}
