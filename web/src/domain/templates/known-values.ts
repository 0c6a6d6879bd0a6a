import { getEmpresa } from '@escuta/shared/contracts/accounts/empresas';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';

/**
 * Parameter values that nobody has to type: `empresa` is the company's name.
 * @param empresaId the company; absent: the session's company
 */
export function useKnownValues(empresaId: string | undefined): Readonly<Record<string, string>> {
  const { empresa, empresaId: own } = useRequiredSession();
  const foreign = empresaId !== undefined && empresaId !== own;
  const other = useQuery({
    ...apiQuery(getEmpresa, { params: { id: empresaId ?? '' } }),
    enabled: foreign,
    select: ({ data }) => data.nome,
  });
  const nome = foreign ? other.data : empresa?.nome;
  return nome ? { empresa: nome } : {};
}
