import {
  createAsteriskConfig,
  deactivateAsteriskConfig,
  getActiveAsteriskConfig,
  listAsteriskConfigs,
  testAsteriskConfig,
  testUnsavedAsteriskConfig,
  updateAsteriskConfig,
} from '@escuta/shared/contracts/asterisk-configs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, errorMessage } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import {
  type AsteriskConfig,
  type AsteriskForm,
  bodyOf,
  changesOf,
  keepsPassword,
} from './asterisk-form-rules.ts';

/** How a test of the connection went, to be shown beside its button. */
export type TestOutcome = { ok: boolean; message: string };

/** Saving, deactivating and testing telephony servers of a company; each tells how it went. */
export function useAsteriskConfigs(empresaId: string) {
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(
      [listAsteriskConfigs, getActiveAsteriskConfig].map((contract) =>
        client.invalidateQueries({ queryKey: [...queryKey(contract), { id: empresaId }] }),
      ),
    );

  const save = useMutation({
    mutationFn: async (input: {
      config: AsteriskConfig | null;
      form: AsteriskForm;
      /** Inputs that were touched. */
      changed: ReadonlySet<string>;
    }) => {
      const { config, form, changed } = input;
      const { data } = config
        ? await call(updateAsteriskConfig, { params: { id: config.id }, body: changesOf(form, changed) })
        : await call(createAsteriskConfig, { params: { id: empresaId }, body: bodyOf(form) });
      await refresh();
      return data;
    },
    onSuccess: (data, { config }) =>
      toast.success(config ? 'Configuração Asterisk salva' : 'Configuração Asterisk criada', {
        description: data.is_active ? `${data.name} está ativa.` : `${data.name} está inativa.`,
      }),
    onError: (error, { config }) => {
      const title = config
        ? 'Falha ao atualizar configuração Asterisk.'
        : 'Falha ao criar configuração Asterisk.';
      toast.error(title, { description: errorMessage(error, '') });
    },
  });

  const deactivate = useMutation({
    mutationFn: async (id: string) => {
      await call(deactivateAsteriskConfig, { params: { id } });
      await refresh();
    },
    onSuccess: () => toast.success('Configuração Asterisk desativada'),
    onError: (error) =>
      toast.error('Falha ao desativar configuração Asterisk.', { description: errorMessage(error, '') }),
  });

  const test = useMutation({
    mutationFn: (input: { config: AsteriskConfig | null; form: AsteriskForm }) => {
      const { config, form } = input;
      if (config && form.password === '' && keepsPassword(config, form)) {
        return call(testAsteriskConfig, { params: { id: config.id } });
      }
      const { asterisk_url: url, username, password, timeout } = bodyOf(form);
      return call(testUnsavedAsteriskConfig, { body: { url, username, password, timeout } });
    },
    onSuccess: ({ message }) =>
      toast.success(message, { description: 'Conexão com Asterisk estabelecida com sucesso.' }),
    onError: (error) => {
      const answered = error instanceof ApiError && error.status > 0;
      toast.error(answered ? 'Erro na conexão' : 'Erro ao conectar', {
        description: errorMessage(error, 'Falha na conexão com Asterisk'),
      });
    },
  });

  const outcome: TestOutcome | null = test.isSuccess
    ? {
        ok: true,
        message: `Conexão com Asterisk estabelecida com sucesso.${test.data.versao ? ` Asterisk ${test.data.versao}.` : ''}`,
      }
    : test.isError
      ? { ok: false, message: errorMessage(test.error, 'Falha na conexão com Asterisk') }
      : null;
  return { save, deactivate, test, outcome };
}
