import { adjustCreditos, getSaldo } from '@escuta/shared/contracts/accounts/creditos';
import { formatCreditos, MAX_CREDITOS_POR_LANCAMENTO } from '@escuta/shared/domain/runs/credits';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { SelectField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm, useOnceKey } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { apiQuery } from '../../lib/network/query.ts';

interface AdjustBalanceDialogProps {
  empresaId: string;
  empresaNome: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const formSchema = z.object({
  operacao: z.enum(['adicionar', 'retirar']),
  quantidade: z
    .string()
    .trim()
    .regex(/^\d{1,7}$/, { error: 'Informe um número inteiro.' })
    .transform(Number)
    .refine((n) => n >= 1, { error: 'Informe uma quantidade a partir de 1.' })
    .refine((n) => n <= MAX_CREDITOS_POR_LANCAMENTO, { error: 'Use no máximo 1.000.000 de créditos.' }),
  descricao: z.string().trim().min(1, { error: 'Informe o motivo do ajuste.' }).max(200),
});

/**
 * Adds credits to a company or deducts some (administrators): sends the request, shows the result and refreshes
 * balances.
 */
export function AdjustBalanceDialog({ open, onOpenChange, ...props }: AdjustBalanceDialogProps) {
  return (
    <FormDialog open={open} onClose={() => onOpenChange(false)}>
      <AdjustForm {...props} />
    </FormDialog>
  );
}

const OPERACOES = [
  { value: 'adicionar', label: 'Adicionar créditos' },
  { value: 'retirar', label: 'Retirar créditos' },
];

function AdjustForm({ empresaId, empresaNome }: Pick<AdjustBalanceDialogProps, 'empresaId' | 'empresaNome'>) {
  const { done } = useFormDialog();
  const balance = useQuery(apiQuery(getSaldo, { params: { empresaId } }));
  const saldo = balance.data?.data.saldo;
  const once = useOnceKey();
  const adjust = useApiMutation(adjustCreditos, {
    failed: null,
    headers: once.headers,
    onDone: ({ message }) => toast.success('Saldo ajustado', { description: message }),
  });
  const api = useApiForm({
    schema: formSchema,
    values: { operacao: 'adicionar', quantidade: '', descricao: '' },
    send: ({ operacao, quantidade, descricao }) =>
      adjust.run({
        body: { empresaId, quantidade: operacao === 'retirar' ? -quantidade : quantidade, descricao },
      }),
    onSaved: done,
    once,
    failed: 'Erro ao ajustar o saldo',
    fallback: 'Não foi possível ajustar o saldo. Tente novamente.',
    draft: { key: `ajuste:${empresaId}`, title: 'Ajustar créditos', dialog: true },
  });
  const { field, form } = api;
  const [operacao, typed] = form.watch(['operacao', 'quantidade']);
  const quantidade = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : null;
  const after =
    saldo === undefined || quantidade === null
      ? null
      : saldo + (operacao === 'retirar' ? -quantidade : quantidade);
  const known =
    saldo === undefined ? (balance.isError ? 'não disponível' : 'carregando…') : formatCreditos(saldo);
  return (
    <DialogForm
      api={api}
      title="Ajustar créditos"
      description={`${empresaNome} · saldo atual: ${known}`}
      submitLabel="Ajustar saldo"
      disabled={after !== null && after < 0}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...field('operacao')} label="Operação" required options={OPERACOES} />
        <TextField
          {...field('quantidade')}
          label="Quantidade"
          required
          hint={
            after === null
              ? undefined
              : after < 0
                ? 'O saldo não pode ficar negativo.'
                : `Saldo após o ajuste: ${formatCreditos(after)}`
          }
          inputMode="numeric"
          maxLength={7}
        />
        <TextField
          {...field('descricao')}
          label="Motivo"
          required
          hint="Aparece no extrato da empresa."
          maxLength={200}
          className="sm:col-span-2"
        />
      </div>
    </DialogForm>
  );
}
