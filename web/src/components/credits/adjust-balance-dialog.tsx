import { ajustarCreditos, getSaldo } from '@escuta/shared/contracts/creditos';
import { formatCreditos, MAX_CREDITOS_POR_LANCAMENTO } from '@escuta/shared/domain/credits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { ApiError, call, errorMessage } from '../../lib/api.ts';
import { newIdempotencyKey } from '../../lib/idempotency.ts';
import { apiQuery } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';
import { Button } from '../ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../ui/select.tsx';
import { refreshCredits } from './refresh-credits.ts';

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

/** Gives credits to a company or takes some away (administrators). It calls, tells the outcome and refreshes balances. */
export function AdjustBalanceDialog({ open, onOpenChange, ...props }: AdjustBalanceDialogProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Dialog open={open} onOpenChange={(next) => (busy ? undefined : onOpenChange(next))}>
      <DialogContent hideClose={busy}>
        {open ? <AdjustForm {...props} onBusy={setBusy} onClose={() => onOpenChange(false)} /> : null}
      </DialogContent>
    </Dialog>
  );
}

function AdjustForm({
  empresaId,
  empresaNome,
  onBusy,
  onClose,
}: {
  empresaId: string;
  empresaNome: string;
  onBusy: (busy: boolean) => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const balance = useQuery(apiQuery(getSaldo, { params: { empresaId } }));
  const saldo = balance.data?.data.saldo;
  // One adjustment for this opening of the dialog, however often it is sent; another one once the server refused it.
  const key = useRef(newIdempotencyKey());
  const form = useForm<z.input<typeof formSchema>, unknown, z.output<typeof formSchema>>({
    resolver: zodResolver(formSchema),
    defaultValues: { operacao: 'adicionar', quantidade: '', descricao: '' },
  });
  const { errors } = form.formState;
  const [operacao, typed] = form.watch(['operacao', 'quantidade']);
  const quantidade = /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : null;
  const after =
    saldo === undefined || quantidade === null
      ? null
      : saldo + (operacao === 'retirar' ? -quantidade : quantidade);

  const adjust = useMutation({
    mutationFn: (input: z.output<typeof formSchema>) => {
      onBusy(true);
      return call(ajustarCreditos, {
        headers: { 'Idempotency-Key': key.current },
        body: {
          empresaId,
          quantidade: input.operacao === 'retirar' ? -input.quantidade : input.quantidade,
          descricao: input.descricao,
        },
      });
    },
    onSuccess({ message }) {
      void refreshCredits(client);
      toast.success('Saldo ajustado', { description: message });
      onClose();
    },
    onError(error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) {
        key.current = newIdempotencyKey();
      }
      toast.error('Erro ao ajustar saldo', {
        description: errorMessage(error, 'Não foi possível ajustar o saldo. Tente novamente.'),
      });
    },
    onSettled: () => onBusy(false),
  });

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit((input) => (adjust.isPending ? undefined : adjust.mutate(input)))}
    >
      <DialogHeader>
        <DialogTitle>Ajustar créditos</DialogTitle>
        <DialogDescription>
          {empresaNome} · saldo atual:{' '}
          {saldo === undefined ? (balance.isError ? 'não disponível' : 'carregando…') : formatCreditos(saldo)}
        </DialogDescription>
      </DialogHeader>
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="operacao"
          render={({ field }) => (
            <Select value={field.value} onValueChange={field.onChange}>
              <Field label="Operação" required>
                <SelectTrigger ref={field.ref} onBlur={field.onBlur}>
                  <SelectValue />
                </SelectTrigger>
              </Field>
              <SelectContent>
                <SelectItem value="adicionar">Adicionar créditos</SelectItem>
                <SelectItem value="retirar">Retirar créditos</SelectItem>
              </SelectContent>
            </Select>
          )}
        />
        <Field
          label="Quantidade"
          required
          error={errors.quantidade?.message}
          hint={
            after === null
              ? undefined
              : after < 0
                ? 'O saldo não pode ficar negativo.'
                : `Saldo depois: ${formatCreditos(after)}`
          }
        >
          <Input {...form.register('quantidade')} inputMode="numeric" autoComplete="off" maxLength={7} />
        </Field>
        <Field
          label="Motivo"
          required
          error={errors.descricao?.message}
          hint="Aparece no extrato da empresa."
          className="sm:col-span-2"
        >
          <Input {...form.register('descricao')} autoComplete="off" maxLength={200} />
        </Field>
      </div>
      <DialogFooter>
        <Button variant="outline" disabled={adjust.isPending} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" loading={adjust.isPending} disabled={after !== null && after < 0}>
          Ajustar saldo
        </Button>
      </DialogFooter>
    </form>
  );
}
