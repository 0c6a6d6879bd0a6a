import { MESES_DO_PAINEL } from '@escuta/shared/contracts/dashboard';
import type { DataDe } from '@escuta/shared/domain/filtro';
import { empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import type { AppDeps } from '../../deps.ts';
import { listAcoes, type MesRow, readMeses, readTotais } from './repo.ts';

/** How long the months that are over stay as they were read, ms. */
const KEPT_MS = 30_000;

/**
 * The months of the panel. The present one is read each time; those that are over, in which little changes and much
 * stands, once in a while for everybody who asks.
 */
export class PanelMonths {
  readonly #pool: AppDeps['pool'];
  readonly #now: () => number;
  readonly #kept = new Map<DataDe, { key: string; until: number; rows: Promise<MesRow[]> }>();

  constructor(pool: AppDeps['pool'], now: () => number = () => Date.now()) {
    this.#pool = pool;
    this.#now = now;
  }

  /** The panel's months, oldest first. */
  async read(scope: Scope, data: DataDe): Promise<MesRow[]> {
    const meses = monthsUntil(new Date(this.#now()), MESES_DO_PAINEL);
    const [before, present] = await Promise.all([
      this.#before(scope, data, meses.slice(0, -1)),
      readMeses(this.#pool, scope, data, meses.slice(-1)),
    ]);
    return [...before, ...present];
  }

  #before(scope: Scope, data: DataDe, meses: readonly string[]): Promise<MesRow[]> {
    const key = `${empresaIdOf(scope)} ${meses.at(-1)}`;
    const before = this.#kept.get(data);
    if (before?.key === key && this.#now() < before.until) return before.rows;
    const rows = readMeses(this.#pool, scope, data, meses);
    const kept = { key, until: this.#now() + KEPT_MS, rows };
    this.#kept.set(data, kept);
    rows.catch(() => {
      if (this.#kept.get(data) === kept) this.#kept.delete(data);
    });
    return rows;
  }
}

/** The `n` months until a moment's own, in America/Sao_Paulo: yyyy-MM, oldest first. */
export function monthsUntil(moment: Date, n: number): string[] {
  const [year = 0, month = 0] = moment
    .toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })
    .split('-')
    .map(Number);
  return Array.from({ length: n }, (_, index) =>
    new Date(Date.UTC(year, month - n + index, 1)).toISOString().slice(0, 7),
  );
}

/** The installation's figures, over roll-ups and small tables. */
export async function readStats({ pool }: AppDeps, months: PanelMonths, scope: Scope, data: DataDe) {
  const [totais, meses, acoes] = await Promise.all([
    readTotais(pool, scope),
    months.read(scope, data),
    listAcoes(pool, scope),
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
