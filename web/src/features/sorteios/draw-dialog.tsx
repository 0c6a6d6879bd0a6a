import { listResponsaveisDoProjeto } from '@escuta/shared/contracts/team/atribuicoes';
import { createSorteio, estimateSorteio } from '@escuta/shared/contracts/team/sorteios';
import {
  AMOSTRA_MAX,
  ESTRATO_AMOSTRA_LABEL,
  ESTRATOS_AMOSTRA,
  METODO_AMOSTRA_LABEL,
  METODOS_AMOSTRA,
} from '@escuta/shared/domain/calls/sampling';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { addDays } from '@escuta/shared/domain/reports/period';
import { plural } from '@escuta/shared/domain/text/in-words';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DateField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatNumber, toLocalDate } from '../../lib/text/format.ts';
import { DIA_INVALIDO, isTypedDate } from '../../lib/text/masks.ts';
import { Checkbox } from '../../ui/inputs/checkbox.tsx';
import { drawForm } from './draw-values.ts';

interface DrawProps {
  projetoId: string;
  /** Conditions on the drawn calls, in addition to the form's days. */
  filtro: Filtro;
  /** The conditions of `filtro` in words. */
  filtered: readonly string[];
  /** Initial days of the form; undefined stands for last week. */
  days: { de: string; ate: string } | undefined;
}

/** Initial values: 5 calls of each agent, due next Friday, from the given days or last week. */
function usualValues(days: DrawProps['days']) {
  const today = toLocalDate(new Date());
  const weekday = new Date(`${today}T12:00:00Z`).getUTCDay() || 7;
  const monday = addDays(today, -weekday - 6);
  const { de, ate } = days ?? { de: monday, ate: addDays(monday, 6) };
  const first = de.split('-').reverse().slice(0, 2).join('/');
  return {
    nome: days ? `Ligações desde ${first}` : `Semana de ${first}`,
    ...{ de, ate },
    metodo: 'por_agente_semana' as const,
    quantidade: '5',
    estrato: 'nenhum' as const,
    pessoas: [] as string[],
    prazo: addDays(today, (5 - weekday + 7) % 7 || 7),
  };
}

const optionsOf = <K extends string>(values: readonly K[], labels: Readonly<Record<K, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Form 'Sortear ligações': how many calls to draw, of which agents, and who reviews them until when. */
export function DrawDialog({
  open,
  onClose,
  ...props
}: DrawProps & {
  open: boolean;
  onClose: () => void;
}) {
  return (
    <FormDialog open={open} onClose={onClose}>
      <Draw {...props} />
    </FormDialog>
  );
}

function Draw({ projetoId, filtro, filtered, days }: DrawProps) {
  const { done } = useFormDialog();
  const save = useApiMutation(createSorteio, {
    done: ({ data }) => plural(data.sorteadas, 'ligação sorteada.', 'ligações sorteadas.'),
    failed: null,
  });
  const api = useApiForm({
    schema: drawForm,
    values: usualValues(days),
    send: ({ prazo, ...body }) =>
      save.run({ params: { id: projetoId }, body: { ...body, filtro, prazo: prazo || null } }),
    onSaved: done,
    failed: 'Erro ao sortear',
  });
  const { de, ate, metodo, quantidade, estrato, pessoas } = api.form.watch();
  const asked = { filtro, de, ate, metodo, quantidade: Number(quantidade), estrato };
  const areDays = isTypedDate(de) && isTypedDate(ate);
  const most = metodo === 'percentual' ? 100 : AMOSTRA_MAX;
  const isAmount = Number.isInteger(asked.quantidade) && asked.quantidade > 0 && asked.quantidade <= most;
  const ready = areDays && de <= ate && isAmount;
  const estimate = useQuery({
    ...apiQuery(estimateSorteio, { params: { id: projetoId }, body: asked }),
    select: (answer) => answer.data,
    enabled: ready,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const people = useQuery(apiQuery(listResponsaveisDoProjeto, { params: { id: projetoId }, query: {} }));
  const share = metodo === 'percentual' || metodo === 'total';
  return (
    <DialogForm
      api={api}
      title="Sortear ligações"
      description="Cada ligação tem a mesma chance dentro do seu grupo, e nenhuma é sorteada duas vezes."
      submitLabel="Sortear"
      disabled={ready && estimate.data?.sorteadas === 0}
    >
      {filtered.length > 0 ? (
        <p className="text-sm">O sorteio inclui só as ligações do filtro: {filtered.join('; ')}.</p>
      ) : null}
      <TextField {...api.field('nome')} label="Nome" required maxLength={80} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField {...api.field('de')} label="Ligações de" required />
        <DateField {...api.field('ate')} label="Até" required />
        <SelectField
          {...api.field('metodo')}
          label="Como sortear"
          options={optionsOf(METODOS_AMOSTRA, METODO_AMOSTRA_LABEL)}
        />
        <TextField
          {...api.field('quantidade')}
          label={metodo === 'percentual' ? 'Percentual' : share ? 'Ligações' : 'Ligações de cada agente'}
          inputMode="numeric"
          required
        />
      </div>
      {share ? (
        <SelectField
          {...api.field('estrato')}
          label="Divisão"
          options={optionsOf(ESTRATOS_AMOSTRA, ESTRATO_AMOSTRA_LABEL)}
        />
      ) : null}
      <p aria-live="polite" className="rounded-md bg-muted px-3 py-2 text-sm">
        {!ready
          ? !areDays
            ? DIA_INVALIDO
            : de > ate
              ? 'O primeiro dia deve vir antes do último.'
              : `Informe ${metodo === 'percentual' ? 'o percentual' : 'a quantidade'}, de 1 a ${formatNumber(most)}.`
          : estimate.isError
            ? errorMessage(estimate.error, 'Não foi possível contar as ligações.')
            : estimate.data
              ? forecastWords(estimate.data)
              : 'Contando as ligações…'}
      </p>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium text-sm">Revisores</legend>
        <div className="grid max-h-44 gap-1.5 overflow-y-auto rounded-md border p-3">
          {people.data?.data.map(({ id, nome }) => (
            <label key={id} htmlFor={`revisor-${id}`} className="flex items-center gap-2 text-sm">
              <Checkbox
                id={`revisor-${id}`}
                checked={pessoas.includes(id)}
                onCheckedChange={(on) =>
                  api.form.setValue('pessoas', on ? [...pessoas, id] : pessoas.filter((one) => one !== id), {
                    shouldDirty: true,
                  })
                }
              />
              {nome}
            </label>
          ))}
          {people.isError ? (
            <span className="text-sm">
              {errorMessage(people.error, 'Não foi possível buscar as pessoas.')}
            </span>
          ) : null}
        </div>
        <p className="text-muted-foreground text-xs">
          {pessoas.length === 0
            ? 'Sem revisores, as ligações sorteadas ficam sem responsável.'
            : pessoas.length === 1
              ? '1 pessoa recebe todas as ligações.'
              : `${formatNumber(pessoas.length)} pessoas recebem partes iguais.`}
        </p>
      </fieldset>
      <DateField
        {...api.field('prazo')}
        label="Prazo"
        hint="Cada revisor vê o andamento e o prazo no Início."
      />
    </DialogForm>
  );
}

type Forecast = {
  universo: number;
  ja_sorteadas: number;
  sorteadas: number;
  estratos: number;
  incompletos: number;
};

/** Words for what a draw would give: how many calls there are, and how many would be drawn. */
export function forecastWords({ universo, ja_sorteadas, sorteadas, incompletos }: Forecast): string {
  if (universo === 0) {
    return ja_sorteadas > 0
      ? 'Todas as ligações deste período já foram sorteadas antes.'
      : 'Não há ligações a sortear neste período.';
  }
  return [
    `O sorteio terá ${plural(sorteadas, 'ligação', 'ligações')} de ${formatNumber(universo)}.`,
    ja_sorteadas > 0
      ? `${plural(ja_sorteadas, 'já foi sorteada antes e fica', 'já foram sorteadas antes e ficam')} de fora.`
      : null,
    incompletos > 0
      ? `${plural(incompletos, 'grupo tem', 'grupos têm')} menos ligações do que o pedido: todas entram no sorteio.`
      : null,
  ]
    .filter(Boolean)
    .join(' ');
}
