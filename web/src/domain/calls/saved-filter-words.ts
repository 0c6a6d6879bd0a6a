/** Words for saved filters and searches, and the check that finds the saved entry equal to the list's present state. */
import type { DitoSalvo, FiltroSalvoWire } from '@escuta/shared/contracts/calls/filtros';
import { countConditions } from '@escuta/shared/domain/filters/filtro-campos';
import { allOf } from '@escuta/shared/domain/filters/filtro-endereco';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';

/** Canonical text of a filter: conditions joined by AND are sorted. */
const said = (filtro: Filtro): string =>
  JSON.stringify(
    allOf(filtro)
      ?.map((one) => JSON.stringify(one))
      .sort() ?? filtro,
  );

const WORDS = {
  filtro: {
    title: 'Filtros salvos',
    mine: 'Meus filtros',
    none: 'Nenhum filtro salvo ainda. Filtre a lista e salve o filtro para voltar a ele.',
    save: 'Salvar este filtro…',
    manage: 'Gerenciar filtros…',
    saveTitle: 'Salvar filtro',
    saved: 'Filtro salvo.',
    hint: 'Todos da empresa veem este filtro. Só você e os gerentes podem alterá-lo.',
    edit: 'Editar filtro',
    updated: 'Filtro atualizado.',
    replace: 'Substituir pelo filtro atual da lista',
  },
  busca: {
    title: 'Buscas salvas',
    mine: 'Minhas buscas',
    none: 'Nenhuma busca salva ainda. Procure algo e salve a busca para voltar a ela.',
    save: 'Salvar esta busca…',
    manage: 'Gerenciar buscas…',
    saveTitle: 'Salvar busca',
    saved: 'Busca salva.',
    hint: 'Todos da empresa veem esta busca. Só você e os gerentes podem alterá-la.',
    edit: 'Editar busca',
    updated: 'Busca atualizada.',
    replace: 'Substituir pela busca atual',
  },
} as const;
export const wordsOf = (dito: DitoSalvo | undefined) => WORDS[dito ? 'busca' : 'filtro'];

/** The list's present content: its filter and, on the search page, the searched words. */
export type Now = { filtro: Filtro; dito?: DitoSalvo | undefined };
export const isAsked = ({ filtro, dito }: Now): boolean =>
  dito ? dito.q.trim() !== '' : countConditions(filtro) > 0;
export const isNow = (one: FiltroSalvoWire, { filtro, dito }: Now): boolean =>
  said(one.filtro) === said(filtro) &&
  (dito === undefined || (one.dito?.q === dito.q && one.dito.papel === dito.papel));
