import { listResponsaveisDoProjeto } from '@escuta/shared/contracts/team/atribuicoes';
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';

/** Words for the person `id` of a filter: the name, 'mim' for oneself, 'ninguém' for nobody, '…' during loading. */
export function usePersonName(projetoId: string, id: string): string {
  const { user } = useRequiredSession();
  const known = id === '' || id === NENHUM || id === user.id;
  const { data } = useQuery({
    ...apiQuery(listResponsaveisDoProjeto, { params: { id: projetoId }, query: { q: id } }),
    enabled: !known,
  });
  if (id === NENHUM) return 'ninguém';
  if (id === user.id) return 'mim';
  return data?.data[0]?.nome ?? (data ? 'outra pessoa' : '…');
}
