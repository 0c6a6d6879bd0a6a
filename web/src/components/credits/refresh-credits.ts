import { getExtrato, getSaldo } from '@escuta/shared/contracts/creditos';
import { getEmpresa, listEmpresas } from '@escuta/shared/contracts/empresas';
import type { QueryClient } from '@tanstack/react-query';

/** Asks again for everything that shows a balance or its entries. */
export function refreshCredits(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [getSaldo, getExtrato, getEmpresa, listEmpresas].map(({ id }) =>
      client.invalidateQueries({ queryKey: [id] }),
    ),
  );
}
