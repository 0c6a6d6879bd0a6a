import type { getItensPorProjeto } from '@escuta/shared/contracts/insights/dashboard';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { STATUS_LABEL } from '../../domain/items/item-status.tsx';
import type { Data } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';

/** The items that a figure counts, by state, score and days (inclusive, yyyy-MM-dd); all conditions are optional. */
export interface Recorte {
  status?: StatusProcessamento;
  /** 'com' (with): only items that have a score. */
  nota?: 'com';
  /** If 'ligacao', `de` and `ate` are days of the calls; if absent, days on which the items were registered. */
  data?: 'ligacao';
  de?: string;
  ate?: string;
  /** Words for the days in `de` and `ate`: 'em mar/26'. */
  quando?: string;
}

export type Onde = Data<typeof getItensPorProjeto>;
type Projeto = Onde['projetos'][number];

/** A list of a project's items; the address in `to` has the filters of the figure. */
export interface Destino {
  id: string;
  nome: string;
  to: string;
}

/** Parameters of the API for a figure's items. In the addresses of the lists, the score has another parameter. */
export function filtersOf({ status, nota, data, de, ate }: Recorte): Omit<Recorte, 'quando'> {
  return {
    ...(status && { status }),
    ...(nota && { nota }),
    ...(data && (de || ate) && { data }),
    ...(de && { de }),
    ...(ate && { ate }),
  };
}

/** Pages that list a project's items: the call report of a call center, the audits of any other project. */
export function destinations(projeto: Projeto, recorte: Recorte): Destino[] {
  const to = (path: string, tab?: { aba: string }) => {
    const { nota, ...filters } = filtersOf(recorte);
    const search = new URLSearchParams({ ...tab, ...filters, ...(nota && { nota_de: '0' }) }).toString();
    return search ? `${path}?${search}` : path;
  };
  if (projeto.tipo_projeto === 'call_center') {
    const { id, nome } = projeto;
    return [{ id, nome, to: to(href(paths.ligacoes, { projectId: id })) }];
  }
  return projeto.auditorias.map(({ id, nome }) => ({
    id,
    nome,
    to: to(href(paths.auditoria, { id }), { aba: 'itens' }),
  }));
}

/** Address of the single list that contains all items; null if there are several lists, or none. */
export function onlyDestination({ projetos, outros }: Onde, recorte: Recorte): string | null {
  const [projeto] = projetos;
  if (!projeto || projetos.length > 1 || outros.projetos > 0) return null;
  const [first, second] = destinations(projeto, recorte);
  return first && !second ? first.to : null;
}

/** Words for the counted items, such as 'com status Erro, com data de registro em mar/26'. */
export function describeRecorte({ status, nota, data, quando }: Recorte): string {
  const days = quando && `${data ? 'com data da ligação' : 'com data de registro'} ${quando}`;
  return [status && `com status ${STATUS_LABEL[status]}`, nota && 'com pontuação', days]
    .filter(Boolean)
    .join(', ');
}
