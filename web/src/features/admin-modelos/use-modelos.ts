import type { BodyIn } from '@escuta/shared/contracts/contract';
import {
  createModelo,
  createPreco,
  deletePreco,
  listModeloOpcoes,
  listModelos,
  updateModelo,
} from '@escuta/shared/contracts/modelos';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';

/** Changes of the catalogue: each call tells the person how it went and refreshes what shows it. */
export function useModelos() {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKey(listModelos) }),
      client.invalidateQueries({ queryKey: queryKey(listModeloOpcoes) }),
    ]);
  const failed = (title: string) => (error: unknown) =>
    toast.error(title, { description: errorMessage(error, 'Tente novamente.') });
  const create = useMutation({
    mutationFn: (body: BodyIn<typeof createModelo>) => call(createModelo, { body }),
    onSuccess: ({ data }) => toast.success('Rótulo criado', { description: data.rotulo }),
    onError: failed('Erro ao criar rótulo'),
    onSettled: refresh,
  });
  const update = useMutation({
    mutationFn: ({ id, body }: { id: string; body: BodyIn<typeof updateModelo> }) =>
      call(updateModelo, { params: { id }, body }),
    onSuccess: ({ data }) => toast.success('Rótulo alterado', { description: data.rotulo }),
    onError: failed('Erro ao alterar rótulo'),
    onSettled: refresh,
  });
  const addPrice = useMutation({
    mutationFn: (body: BodyIn<typeof createPreco>) => call(createPreco, { body }),
    onSuccess: (_, { vigenteDe }) => toast.success(vigenteDe ? 'Preço planejado' : 'Preço em vigor'),
    onError: failed('Erro ao gravar preço'),
    onSettled: refresh,
  });
  const removePrice = useMutation({
    mutationFn: (id: string) => call(deletePreco, { params: { id } }),
    onSuccess: () => toast.success('Preço retirado'),
    onError: failed('Erro ao retirar preço'),
    onSettled: refresh,
  });
  return { create, update, addPrice, removePrice };
}
