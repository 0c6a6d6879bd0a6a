import { createPreco, type ModeloWire } from '@escuta/shared/contracts/insights/modelos';
import { DateField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { Form } from '../../kit/form/form.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { fromLocalDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { parsePrice, UNIDADE_INFO } from './price-text.ts';
import { type PriceValues, priceForm } from './price-values.ts';
import { unitsOf } from './prices.ts';

const QUANDO = [
  { value: 'agora', label: 'Agora' },
  { value: 'depois', label: 'Em uma data futura' },
];

/** Form for a new price of the model behind the label `modelo`, valid from now or from a future moment. */
export function PriceForm({ modelo }: { modelo: ModeloWire }) {
  const units = unitsOf(modelo.finalidade);
  const create = useApiMutation(createPreco, {
    done: (_answer, { body }) => (body.vigenteDe ? 'Preço planejado' : 'Preço em vigor'),
    failed: null,
  });
  const values: PriceValues = {
    unidade: units[0] ?? 'token_entrada',
    valor: '',
    quando: 'agora',
    vigenteDe: '',
  };
  const api = useApiForm({
    schema: priceForm,
    values,
    send: ({ unidade, valor, quando, vigenteDe }) => {
      const from = quando === 'depois' ? fromLocalDateTime(vigenteDe) : null;
      const { provedor, modelo: nome } = modelo;
      const precoUsd = parsePrice(valor, unidade) ?? '';
      return create.run({
        body: { provedor, modelo: nome, unidade, precoUsd, ...(from ? { vigenteDe: from } : {}) },
      });
    },
    after: ({ data }) => ({ ...values, unidade: data.unidade }),
    failed: 'Erro ao salvar o preço',
    fallback: 'Tente novamente.',
    draft: { key: `preco:${modelo.id}`, title: `Preços de ${modelo.modelo}`, dialog: true },
  });
  const { field, form } = api;
  const [unidade, quando] = form.watch(['unidade', 'quando']);
  return (
    <Form
      api={api}
      className="gap-4 sm:grid-cols-2"
      footer={
        <div className="sm:col-span-2">
          <Button type="submit" loading={api.busy}>
            {quando === 'depois' ? 'Planejar preço' : 'Aplicar agora'}
          </Button>
        </div>
      }
    >
      <SelectField
        {...field('unidade')}
        label="Unidade"
        options={units.map((value) => ({ value, label: UNIDADE_INFO[value].label }))}
      />
      <TextField
        {...field('valor')}
        label={`Preço em US$ ${UNIDADE_INFO[unidade].por}`}
        required
        inputMode="decimal"
        maxLength={20}
      />
      <SelectField {...field('quando')} label="Começa" options={QUANDO} />
      {quando === 'depois' ? <DateField {...field('vigenteDe')} time label="A partir de" required /> : null}
    </Form>
  );
}
