import { MESES_DO_PAINEL } from '@escuta/shared/contracts/insights/dashboard';
import { AppError } from '@escuta/shared/domain/errors';
import type { DataDe } from '@escuta/shared/domain/filters/filtro-campos';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { locateInterview } from '@escuta/shared/services/interviews/where';
import type { AppDeps } from '../../deps.ts';
import { listAcoes, type MesRow, readMeses, readTotais, type TotaisRow } from './repo.ts';

/** Cache time of past months, ms. */
const KEPT_MS = 30_000;
/** Cache time of totals, ms: short, so that people see their own changes. */
const TOTALS_KEPT_MS = 3000;

/** Caches an answer for all callers with the same key; a failed answer is not cached. */
class CachedAnswer<T> {
  #kept: { key: string; until: number; answer: Promise<T> } | null = null;

  constructor(
    readonly ms: number,
    readonly now: () => number,
  ) {}

  read(key: string, ask: () => Promise<T>): Promise<T> {
    if (this.#kept?.key === key && this.now() < this.#kept.until) return this.#kept.answer;
    const kept = { key, until: this.now() + this.ms, answer: ask() };
    this.#kept = kept;
    kept.answer.catch(() => {
      if (this.#kept === kept) this.#kept = null;
    });
    return kept.answer;
  }
}

/** The panel's totals, at most TOTALS_KEPT_MS old. */
export class PanelTotals {
  readonly #db: AppDeps['db'];
  readonly #kept: CachedAnswer<TotaisRow>;

  constructor(db: AppDeps['db'], now: () => number = () => Date.now()) {
    this.#db = db;
    this.#kept = new CachedAnswer(TOTALS_KEPT_MS, now);
  }

  read(scope: Scope): Promise<TotaisRow> {
    return this.#kept.read(`${empresaIdOf(scope)}`, () => readTotais(this.#db, scope));
  }
}

/** The panel's months: reads the present month each time; caches past months, which change little and cost much. */
export class PanelMonths {
  readonly #db: AppDeps['db'];
  readonly #now: () => number;
  readonly #kept: Record<DataDe, CachedAnswer<MesRow[]>>;

  constructor(db: AppDeps['db'], now: () => number = () => Date.now()) {
    this.#db = db;
    this.#now = now;
    this.#kept = { entrada: new CachedAnswer(KEPT_MS, now), ligacao: new CachedAnswer(KEPT_MS, now) };
  }

  async read(scope: Scope, data: DataDe): Promise<MesRow[]> {
    const meses = monthsUntil(new Date(this.#now()), MESES_DO_PAINEL);
    const [before, present] = await Promise.all([
      this.#before(scope, data, meses.slice(0, -1)),
      readMeses(this.#db, scope, data, meses.slice(-1)),
    ]);
    return [...before, ...present];
  }

  #before(scope: Scope, data: DataDe, meses: readonly string[]): Promise<MesRow[]> {
    return this.#kept[data].read(`${empresaIdOf(scope)} ${meses.at(-1)}`, () =>
      readMeses(this.#db, scope, data, meses),
    );
  }
}

/** Lists the `n` months that end with a moment's month, in America/Sao_Paulo: yyyy-MM, oldest first. */
export function monthsUntil(moment: Date, n: number): string[] {
  const [year = 0, month = 0] = moment
    .toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
    .split('-')
    .map(Number);
  return Array.from({ length: n }, (_, index) =>
    new Date(Date.UTC(year, month - n + index, 1)).toISOString().slice(0, 7),
  );
}

/** The installation's figures, from roll-ups and small tables. */
export async function readStats(
  { db }: AppDeps,
  { totals, months }: { totals: PanelTotals; months: PanelMonths },
  scope: Scope,
  data: DataDe,
) {
  const [totais, meses, acoes] = await Promise.all([
    totals.read(scope),
    months.read(scope, data),
    listAcoes(db, scope),
  ]);
  return {
    totalEmpresas: totais.empresas,
    totalProjetos: totais.projetos,
    totalAuditorias: totais.auditorias,
    totalItens: totais.itens,
    totalUsuarios: totais.usuarios,
    volumeMensal: meses.map(({ mes, pendente, processando, concluido, erro }) => ({
      mes,
      pendente,
      processando,
      concluido,
      erro,
    })),
    maioresEmpresas: totais.maiores.map(({ id, nome, itens, saldo, creditos_usados }) => ({
      id,
      nome,
      itens,
      creditosUsados: creditos_usados,
      saldo,
    })),
    atividadeRecente: acoes.map((row) => ({ ...row, quando: row.quando.toISOString() })),
    novosPorMes: meses.map(({ mes, usuarios, empresas }) => ({ mes, usuarios, empresas })),
  };
}

/**
 * Finds the stage in which an interview of any company waits. `id`: id of the interview or of its item.
 * @throws AppError nao_encontrado
 */
export async function locateById({ db }: AppDeps, id: string) {
  const found = await locateInterview(db, id);
  if (!found)
    throw new AppError('nao_encontrado', 'Nenhuma entrevista e nenhum item têm este identificador.');
  const written = (moment: Date | null) => moment?.toISOString() ?? null;
  return {
    ...found,
    salas: found.salas.map((sala) => ({ ...sala, desde: written(sala.desde), ate: written(sala.ate) })),
  };
}
