import type { getItensPorProjeto } from '@escuta/shared/contracts/insights/dashboard';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { STATUS_LABEL } from '../../domain/items/item-status.tsx';
import type { Data } from '../../lib/network/api.ts';
import { href, paths } from '../../lib/paths.ts';

/** The items behind a figure: of a state, of days (inclusive, yyyy-MM-dd), of both or all. */
export interface Recorte {
  status?: StatusProcessamento;
  /** Those with a score alone. */
  nota?: 'com';
  /** By the calls' own days; by those of entry unless told. */
  data?: 'ligacao';
  de?: string;
  ate?: string;
  /** The days in words: 'em mar/26'. */
  quando?: string;
}

export type Onde = Data<typeof getItensPorProjeto>;
type Projeto = Onde['projetos'][number];

/** A list that holds items of a project, with the same filters in its address. */
export interface Destino {
  id: string;
  nome: string;
  to: string;
}

/** The filters as the API takes them; lists' addresses say a score otherwise. */
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

/** The one list that holds all of the items; null where there are several, or none. */
export function onlyDestination({ projetos, outros }: Onde, recorte: Recorte): string | null {
  const [projeto] = projetos;
  if (!projeto || projetos.length > 1 || outros.projetos > 0) return null;
  const [first, second] = destinations(projeto, recorte);
  return first && !second ? first.to : null;
}

/** The counted items in words: 'em estado Erro, registrados em mar/26', or 'com data da ligação em mar/26'. */
export function describeRecorte({ status, nota, data, quando }: Recorte): string {
  const days = quando && `${data ? 'com data da ligação' : 'registrados'} ${quando}`;
  return [status && `em estado ${STATUS_LABEL[status]}`, nota && 'com pontuação', days]
    .filter(Boolean)
    .join(', ');
}
