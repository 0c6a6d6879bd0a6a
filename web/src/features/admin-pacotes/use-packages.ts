import type { BodyIn } from '@escuta/shared/contracts/contract';
import { createPacote, listPacotes, listPacotesAdmin, updatePacote } from '@escuta/shared/contracts/creditos';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';

export type PackageInput = {
  nome: string;
  descricao: string;
  quantidadeCreditos: number;
  precoCentavos: number | null;
  ativo: boolean;
};

type Change = { id: string; change: BodyIn<typeof updatePacote>; aviso: string };

/** Writing packages: each call tells the person how it went and refreshes the lists; rejects when it failed. */
export function usePackages() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKey(listPacotesAdmin) }),
      client.invalidateQueries({ queryKey: queryKey(listPacotes) }),
    ]);
  const create = useMutation({
    mutationFn: (body: PackageInput) => call(createPacote, { body }),
    onSuccess: ({ data }) => toast.success('Pacote criado', { description: data.nome }),
    onError: (error) =>
      toast.error('Erro ao criar pacote', {
        description: errorMessage(error, 'Não foi possível criar o pacote. Tente novamente.'),
      }),
    onSettled: refresh,
  });
  const update = useMutation({
    mutationFn: ({ id, change }: Change) => call(updatePacote, { params: { id }, body: change }),
    onSuccess: ({ data }, { aviso }) => toast.success(aviso, { id: 'pacote', description: data.nome }),
    onError: (error) =>
      toast.error('Erro ao alterar pacote', {
        description: errorMessage(error, 'Não foi possível alterar o pacote. Tente novamente.'),
      }),
    onSettled: refresh,
  });
  return {
    create: async (input: PackageInput): Promise<void> => {
      await create.mutateAsync(input);
    },
    update: async (id: string, change: Change['change'], aviso: string): Promise<void> => {
      await update.mutateAsync({ id, change, aviso });
    },
    /** The package whose change is under way. */
    busy: update.isPending ? update.variables.id : null,
  };
}
