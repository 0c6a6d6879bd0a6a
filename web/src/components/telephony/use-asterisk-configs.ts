import {
  createAsteriskConfig,
  deactivateAsteriskConfig,
  listAsteriskConfigs,
  testAsteriskConfig,
  testUnsavedAsteriskConfig,
  updateAsteriskConfig,
} from '@escuta/shared/contracts/asterisk-configs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApiMutation } from '../../kit/mutation.ts';
import { ApiError, call, errorMessage, type Wire } from '../../lib/api.ts';
import { apiQuery } from '../../lib/query.ts';
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

/** Saving, deactivating and testing telephony servers of a company. The form tells what failed of a save. */
export function useAsteriskConfigs(empresaId: string) {
  const client = useQueryClient();
  /** In the list at once, so that the form goes on with it; the list is asked for again besides. */
  const keep = ({ data: saved }: { data: AsteriskConfig }): void => {
    client.setQueryData<Wire<typeof listAsteriskConfigs>>(
      apiQuery(listAsteriskConfigs, { params: { id: empresaId } }).queryKey,
      (known) =>
        known && {
          ...known,
          data: known.data.some(({ id }) => id === saved.id)
            ? known.data.map((one) => (one.id === saved.id ? saved : one))
            : [saved, ...known.data],
        },
    );
  };
  const saved = (text: string) => (answer: { data: AsteriskConfig }) => {
    const { name, is_active } = answer.data;
    keep(answer);
    toast.success(text, { description: is_active ? `${name} está ativa.` : `${name} está inativa.` });
  };
  const { run: create } = useApiMutation(createAsteriskConfig, {
    failed: null,
    onDone: saved('Configuração Asterisk criada'),
  });
  const { run: update } = useApiMutation(updateAsteriskConfig, {
    failed: null,
    onDone: saved('Configuração Asterisk salva'),
  });
  const { run: end } = useApiMutation(deactivateAsteriskConfig, {
    done: 'Configuração Asterisk desativada',
    failed: 'Falha ao desativar configuração Asterisk.',
  });
  /** @param input.changed the inputs that were touched */
  const save = async (input: {
    config: AsteriskConfig | null;
    form: AsteriskForm;
    changed: ReadonlySet<string>;
  }): Promise<AsteriskConfig> => {
    const { config, form, changed } = input;
    const { data } = config
      ? await update({ params: { id: config.id }, body: changesOf(form, changed) })
      : await create({ params: { id: empresaId }, body: bodyOf(form) });
    return data;
  };
  const deactivate = (id: string) => end({ params: { id } });

  // Not by useApiMutation: how it went stays beside its button until something is typed.
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
