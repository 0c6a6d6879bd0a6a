import {
  createAsteriskConfig,
  deactivateAsteriskConfig,
  listAsteriskConfigs,
  testAsteriskConfig,
  testUnsavedAsteriskConfig,
  updateAsteriskConfig,
} from '@escuta/shared/contracts/calls/asterisk-configs';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { ApiError, errorMessage, type Wire } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import {
  type AsteriskConfig,
  type AsteriskForm,
  bodyOf,
  changesOf,
  keepsPassword,
} from './asterisk-form-rules.ts';

/** Result of a connection test, shown beside its button. */
export type TestOutcome = { ok: boolean; message: string };

const CONNECTED = 'Conexão com Asterisk estabelecida com sucesso.';

/** Saves, deactivates and tests telephony servers of a company. The form shows failures of a save. */
export function useAsteriskConfigs(empresaId: string) {
  const client = useQueryClient();
  /** Puts a saved server into the cached list at once, so that the form continues with it; also refetches the list. */
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
    toast.success(text, { description: `A configuração “${name}” está ${is_active ? 'ativa' : 'inativa'}.` });
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
  /** Creates or changes a server. `input.changed` has the names of the inputs that the person changed. */
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

  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const told = {
    failed: null,
    onDone: ({ message, versao }: Wire<typeof testUnsavedAsteriskConfig>): void => {
      toast.success(message, { description: CONNECTED });
      setOutcome({ ok: true, message: `${CONNECTED}${versao ? ` Asterisk ${versao}.` : ''}` });
    },
    onFailed: (error: Error): void => {
      const description = errorMessage(error, 'Falha na conexão com Asterisk');
      const answered = error instanceof ApiError && error.status > 0;
      toast.error(answered ? 'Erro na conexão' : 'Erro ao conectar', { description });
      setOutcome({ ok: false, message: description });
    },
  };
  const testSaved = useApiMutation(testAsteriskConfig, told);
  const testTyped = useApiMutation(testUnsavedAsteriskConfig, told);
  /** Tests the connection; `outcome` keeps the result until `forget` is called. */
  const test = (input: { config: AsteriskConfig | null; form: AsteriskForm }): void => {
    const { config, form } = input;
    setOutcome(null);
    if (config && form.password === '' && keepsPassword(config, form)) {
      void testSaved.attempt({ params: { id: config.id } });
      return;
    }
    const { asterisk_url: url, username, password, timeout } = bodyOf(form);
    void testTyped.attempt({ body: { url, username, password, timeout } });
  };
  return {
    save,
    deactivate,
    test,
    testing: testSaved.busy || testTyped.busy,
    outcome,
    forget: () => setOutcome(null),
  };
}
