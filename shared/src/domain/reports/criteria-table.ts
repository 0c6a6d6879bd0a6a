/** Criteria × agents, weeks, months, templates or projects: how often each criterion was met. */
import { groupBy } from '../group-by.ts';
import { proportion } from '../intervals/proportion.ts';
import { type Intervalo, UNIDADES_MINIMO } from '../intervals/ratio.ts';

export const COLUNAS_DE_CRITERIOS = ['agentes', 'semanas', 'meses', 'templates', 'projetos'] as const;
export type ColunasDeCriterios = (typeof COLUNAS_DE_CRITERIOS)[number];

export const COLUNAS_DE_CRITERIOS_LABEL: Readonly<Record<ColunasDeCriterios, string>> = {
  agentes: 'Agentes',
  semanas: 'Semanas',
  meses: 'Meses',
  templates: 'Templates',
  projetos: 'Projetos',
};

/** True if the columns are periods, which stay in order of time. */
export const isByTime = (por: ColunasDeCriterios): boolean => por === 'semanas' || por === 'meses';

/**
 * Columns for a table by weeks: months if most weeks have too few calls for a share, so that not every cell says
 * 'poucas'.
 * @param weeks scored calls of each week with scored calls
 */
export const columnsForWeeks = (weeks: readonly number[]): 'semanas' | 'meses' =>
  weeks.filter((n) => n >= UNIDADES_MINIMO).length * 2 >= weeks.length ? 'semanas' : 'meses';

/** Maximum rows and columns, which fit a screen and a printed page. */
export const CRITERIOS_MAX = 60;
export const COLUNAS_MAX = 60;
export const MAIS_DESCUMPRIDOS_MAX = 20;

/** `n`: number of answers 'sim' and 'nao' that count towards scores; `falhas`: number of 'nao' among them. */
export type SomaDeRespostas = { n: number; falhas: number };

export type Cumprimento = SomaDeRespostas & {
  /** Share met, 0 to 1; null with fewer than UNIDADES_MINIMO answers. */
  parte: number | null;
  intervalo: Intervalo | null;
};

export function shareMet({ n, falhas }: SomaDeRespostas): Cumprimento {
  const share = n < UNIDADES_MINIMO ? null : proportion(n - falhas, n);
  return {
    n,
    falhas,
    parte: share?.valor ?? null,
    intervalo: share && share.de !== null && share.ate !== null ? { de: share.de, ate: share.ate } : null,
  };
}

/** A criterion's wording. Other words form another series, because answers would not be comparable. */
export type Serie = { templateId: string; criterio: string; serie: string };

export type Redacao = Serie & {
  template: string;
  descricao: string;
  critico: boolean;
  /** Time of the first version with this wording. */
  desde: Date;
  /** Time of the first later version without this wording; null: the newest version has it. */
  ate: Date | null;
  mudou: boolean;
};

/** `atual`: in the template. `anterior`: replaced by other words. `retirado`: its criterion was removed. */
export const SITUACOES_DA_REDACAO = ['atual', 'anterior', 'retirado'] as const;
type SituacaoDaRedacao = (typeof SITUACOES_DA_REDACAO)[number];

type LinhaDeCriterio = {
  chave: string;
  /** Null if the columns are templates, because the row then covers the wording in all templates. */
  template: { id: string; nome: string } | null;
  criterio: string | null;
  serie: string;
  descricao: string;
  critico: boolean;
  /** Times of two versions. `mudouEm`: these words replace others; `ate`: these words are missing from here on. */
  redacao: { situacao: SituacaoDaRedacao; mudouEm: Date | null; ate: Date | null };
  total: Cumprimento;
  anterior: Cumprimento;
  /** Cells in column order; null: no answer. */
  celulas: (CelulaDeCriterio | null)[];
};
/** `criterio`: the criterion's id in the column's template, only if the columns are templates. */
type CelulaDeCriterio = Cumprimento & { criterio?: string };

type ColunaDeCriterios = { id: string | null; nome: string; total: Cumprimento };

export type TabelaDeCriterios = {
  linhas: LinhaDeCriterio[];
  colunas: ColunaDeCriterios[];
  /** Rows and columns left out because of the limits. */
  fora: { criterios: number; colunas: number };
};

export type SomaDaLinha = Serie & { agora: SomaDeRespostas; antes: SomaDeRespostas };
export type SomaDaCelula = Serie & SomaDeRespostas & { coluna: string | null };

export type SomasDeCriterios = {
  linhas: readonly SomaDaLinha[];
  celulas: readonly SomaDaCelula[];
  /** Periods are in order of time. */
  colunas: readonly { id: string | null; nome: string }[];
  redacoes: readonly Redacao[];
  fora: { criterios: number; colunas: number };
};

const keyOf = ({ templateId, criterio, serie }: Serie) => `${templateId} ${serie} ${criterio}`;

/** Sorts rows or columns: most failed first; those with under UNIDADES_MINIMO answers last, by number of failures. */
export function byFailures(a: SomaDeRespostas, b: SomaDeRespostas): number {
  const few = Number(a.n < UNIDADES_MINIMO) - Number(b.n < UNIDADES_MINIMO);
  if (few !== 0) return few;
  if (a.n >= UNIDADES_MINIMO && a.falhas * b.n !== b.falhas * a.n) return b.falhas / b.n - a.falhas / a.n;
  return b.falhas - a.falhas || b.n - a.n;
}

function add(sum: SomaDeRespostas, { n, falhas }: SomaDeRespostas): SomaDeRespostas {
  return { n: sum.n + n, falhas: sum.falhas + falhas };
}
const NONE: SomaDeRespostas = { n: 0, falhas: 0 };

/**
 * Arranges a table: rows most failed first, former wordings below the present; columns most failed first, except
 * periods.
 */
export function layOutCriteria(por: ColunasDeCriterios, sums: SomasDeCriterios): TabelaDeCriterios {
  const columnSums = sums.colunas.map(({ id }) =>
    sums.celulas.filter(({ coluna }) => coluna === id).reduce<SomaDeRespostas>(add, NONE),
  );
  const columns = sums.colunas.map((column, index) => ({ ...column, soma: columnSums[index] ?? NONE }));
  if (!isByTime(por)) columns.sort((a, b) => byFailures(a.soma, b.soma));
  const rows = por === 'templates' ? rowsByWording(sums) : rowsByCriterion(sums);
  return {
    linhas: rows.map(({ celulas, agora, antes, ...row }) => ({
      ...row,
      total: shareMet(agora),
      anterior: shareMet(antes),
      celulas: columns.map(({ id }) => {
        const cell = celulas.find(({ coluna }) => coluna === id);
        return cell
          ? { ...shareMet(cell), ...(por === 'templates' ? { criterio: cell.criterio } : {}) }
          : null;
      }),
    })),
    colunas: columns.map(({ id, nome, soma }) => ({ id, nome, total: shareMet(soma) })),
    fora: sums.fora,
  };
}

type Row = Omit<LinhaDeCriterio, 'total' | 'anterior' | 'celulas'> & {
  agora: SomaDeRespostas;
  antes: SomaDeRespostas;
  celulas: SomaDaCelula[];
};

function rowsByCriterion({ linhas, celulas, redacoes }: SomasDeCriterios): Row[] {
  const wordings = new Map(redacoes.map((one) => [keyOf(one), one]));
  const cells = groupBy(celulas, keyOf);
  const rows = linhas.flatMap((sums): Row[] => {
    const wording = wordings.get(keyOf(sums));
    if (!wording) return [];
    const { templateId, criterio, serie } = sums;
    return [
      {
        chave: keyOf(sums),
        template: { id: templateId, nome: wording.template },
        criterio,
        serie,
        descricao: wording.descricao,
        critico: wording.critico,
        redacao: stateOf(wording, redacoes),
        agora: sums.agora,
        antes: sums.antes,
        celulas: cells.get(keyOf(sums)) ?? [],
      },
    ];
  });
  // A criterion's wordings stand together, newest first, at the present wording's place.
  const families = [...groupBy(rows, ({ template, criterio }) => `${template?.id} ${criterio}`).values()].map(
    (family) => family.sort((a, b) => newness(b) - newness(a)),
  );
  families.sort((a, b) => byFailures((a[0] as Row).agora, (b[0] as Row).agora));
  return families.flat();
}

const newness = ({ redacao }: Row) => redacao.ate?.getTime() ?? Number.POSITIVE_INFINITY;

function stateOf(wording: Redacao, all: readonly Redacao[]): LinhaDeCriterio['redacao'] {
  const { templateId, criterio, ate, desde, mudou } = wording;
  const replaced = all.some(
    (other) => other.templateId === templateId && other.criterio === criterio && other.ate === null,
  );
  return {
    situacao: ate === null ? 'atual' : replaced ? 'anterior' : 'retirado',
    mudouEm: mudou ? desde : null,
    ate,
  };
}

/** Joins rows of templates whose words are equal; two criteria of a template with equal words get two rows. */
function rowsByWording({ linhas, celulas, redacoes }: SomasDeCriterios): Row[] {
  const wordings = new Map(redacoes.map((one) => [keyOf(one), one]));
  const seen = new Map<string, number>();
  const rowOf = new Map<string, string>();
  const rows = new Map<string, Row>();
  for (const sums of linhas) {
    const wording = wordings.get(keyOf(sums));
    if (!wording) continue;
    const twin = `${sums.templateId} ${sums.serie}`;
    const place = seen.get(twin) ?? 0;
    seen.set(twin, place + 1);
    const chave = place === 0 ? sums.serie : `${sums.serie} ${place}`;
    rowOf.set(keyOf(sums), chave);
    const known = rows.get(chave);
    rows.set(chave, {
      chave,
      template: null,
      criterio: null,
      serie: sums.serie,
      descricao: known?.descricao ?? wording.descricao,
      critico: (known?.critico ?? false) || wording.critico,
      redacao: { situacao: 'atual', mudouEm: null, ate: null },
      agora: add(known?.agora ?? NONE, sums.agora),
      antes: add(known?.antes ?? NONE, sums.antes),
      celulas: known?.celulas ?? [],
    });
  }
  for (const cell of celulas) {
    const chave = rowOf.get(keyOf(cell));
    if (chave !== undefined) rows.get(chave)?.celulas.push(cell);
  }
  return [...rows.values()].sort((a, b) => byFailures(a.agora, b.agora));
}
