import { getEmpresa, listEmpresas } from '@escuta/shared/contracts/accounts/empresas';
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import { useQuery } from '@tanstack/react-query';
import { EntityPicker, type PickerProps, useEntityPicker } from '../../kit/entity-picker.tsx';
import { errorMessage } from '../../lib/network/api.ts';
import { apiListQuery, apiQuery } from '../../lib/network/query.ts';

/** Finds a company of the installation by name or CNPJ, for administrators. */
export function CompanyPicker({ value, onValueChange, ...props }: PickerProps) {
  const { q, box } = useEntityPicker();
  const list = useQuery({
    ...apiListQuery(listEmpresas, { query: { limit: 20, ...(q ? { q } : {}) } }),
    enabled: box.open,
  });
  const chosen = useQuery({
    ...apiQuery(getEmpresa, { params: { id: value } }),
    enabled: value !== '',
    select: (answer) => answer.data.nome,
  });
  return (
    <EntityPicker
      {...props}
      {...box}
      value={value}
      name={chosen.data ?? (chosen.isError ? 'Empresa' : undefined)}
      onValueChange={(option) => onValueChange(option?.id ?? '')}
      emptyLabel="Selecione a empresa"
      placeholder="Nome ou CNPJ"
      options={list.data?.data.map(({ id, nome, cnpj }) => ({ id, label: nome, hint: formatCnpj(cnpj) }))}
      errorText={list.isError ? errorMessage(list.error, 'Erro ao buscar empresas') : null}
      emptyText="Nenhuma empresa encontrada."
    />
  );
}

/** The filter by company of an administrator's lists. */
export function CompanyFilter(props: Pick<PickerProps, 'value' | 'onValueChange'>) {
  return (
    <CompanyPicker label="Empresa" noneLabel="Todas as empresas" className="w-full sm:w-52" {...props} />
  );
}
