import { MESES_DO_PAINEL } from '@escuta/shared/contracts/dashboard';
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
  #kept: { key: string; until: number; rows: Promise<MesRow[]> } | null = null;

  /** `now`: milliseconds that only grow. */
  constructor(pool: AppDeps['pool'], now: () => number = () => performance.now()) {
    this.#pool = pool;
    this.#now = now;
  }

  /** The panel's months, oldest first. */
  async read(scope: Scope): Promise<MesRow[]> {
    const [present] = await readMeses(this.#pool, scope, { ate: null, n: 1 });
    if (!present) return [];
    return [...(await this.#before(scope, present.mes)), present];
  }

  #before(scope: Scope, mes: string): Promise<MesRow[]> {
    const key = `${empresaIdOf(scope)} ${mes}`;
    if (this.#kept?.key === key && this.#now() < this.#kept.until) return this.#kept.rows;
    const rows = readMeses(this.#pool, scope, { ate: monthBefore(mes), n: MESES_DO_PAINEL - 1 });
    const kept = { key, until: this.#now() + KEPT_MS, rows };
    this.#kept = kept;
    rows.catch(() => {
      if (this.#kept === kept) this.#kept = null;
    });
    return rows;
  }
}

/** The month before one, yyyy-MM. */
function monthBefore(mes: string): string {
  const date = new Date(`${mes}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - 1);
  return date.toISOString().slice(0, 7);
}

/** The installation's figures, over roll-ups and small tables. */
export async function readStats({ pool }: AppDeps, months: PanelMonths, scope: Scope) {
  const [totais, meses, acoes] = await Promise.all([
    readTotais(pool, scope),
    months.read(scope),
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
