import type { PacoteAdminWire } from '@escuta/shared/contracts/creditos';
import { formatCentavos, MAX_CREDITOS_POR_LANCAMENTO } from '@escuta/shared/domain/credits';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../components/ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { Field } from '../../components/ui/field.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Switch } from '../../components/ui/switch.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { parseReais, showReais } from './price.ts';
import type { PackageInput } from './use-packages.ts';

const MAX_PRECO = 1_000_000_000;

const formSchema = z
  .object({
    nome: z.string().trim().min(1, { error: 'Informe o nome do pacote.' }).max(100),
    descricao: z.string().trim().max(500),
    quantidadeCreditos: z
      .string()
      .trim()
      .regex(/^\d{1,7}$/, { error: 'Informe um número inteiro a partir de 0.' })
      .transform(Number)
      .refine((n) => n <= MAX_CREDITOS_POR_LANCAMENTO, { error: 'Use no máximo 1.000.000 de créditos.' }),
    preco: z
      .string()
      .trim()
      .refine((text) => text === '' || parseReais(text) !== null, {
        error: 'Informe um valor válido, como 1.200,00.',
      })
      .transform(parseReais)
      .refine((cents) => cents === null || cents >= 1, { error: 'Informe um valor a partir de R$ 0,01.' })
      .refine((cents) => cents === null || cents <= MAX_PRECO, { error: 'Use no máximo R$ 10.000.000,00.' }),
    ativo: z.boolean(),
  })
  .refine((pacote) => pacote.quantidadeCreditos > 0 || pacote.preco === null, {
    path: ['preco'],
    error: 'Um pacote de 0 créditos é sob consulta: deixe o preço em branco.',
  });

interface PackageDialogProps {
  /** The package to change; null: a new one. */
  pacote: PacoteAdminWire | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Rejects, after telling the person, when it failed. */
  onSave: (input: PackageInput) => Promise<void>;
}

/** Creates or changes a package. */
export function PackageDialog({ open, onOpenChange, pacote, onSave }: PackageDialogProps) {
  const [busy, setBusy] = useState(false);
  const save = async (input: PackageInput): Promise<void> => {
    setBusy(true);
    try {
      await onSave(input);
      onOpenChange(false);
    } catch {
      // The person was told; what they typed stays for another try.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={open} onOpenChange={(next) => (busy ? undefined : onOpenChange(next))}>
      <DialogContent hideClose={busy}>
        {open ? (
          <PackageForm pacote={pacote} busy={busy} onCancel={() => onOpenChange(false)} onSave={save} />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

function PackageForm({
  pacote,
  busy,
  onCancel,
  onSave,
}: {
  pacote: PacoteAdminWire | null;
  busy: boolean;
  onCancel: () => void;
  onSave: (input: PackageInput) => Promise<void>;
}) {
  const form = useForm<z.input<typeof formSchema>, unknown, z.output<typeof formSchema>>({
    resolver: zodResolver(formSchema),
    defaultValues: {
      nome: pacote?.nome ?? '',
      descricao: pacote?.descricao ?? '',
      quantidadeCreditos: pacote ? String(pacote.quantidadeCreditos) : '',
      preco: showReais(pacote?.precoCentavos ?? null),
      ativo: pacote?.ativo ?? true,
    },
  });
  const { errors } = form.formState;
  const [quantidade, preco] = form.watch(['quantidadeCreditos', 'preco']);
  const cents = parseReais(preco);
  const each = cents !== null && Number(quantidade) > 0 ? cents / Number(quantidade) : null;
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ preco: precoCentavos, ...rest }) =>
        busy ? undefined : onSave({ ...rest, precoCentavos }),
      )}
    >
      <DialogHeader>
        <DialogTitle>{pacote ? 'Editar pacote' : 'Novo pacote'}</DialogTitle>
        <DialogDescription>
          {pacote
            ? 'Compras já feitas guardam o preço e a quantidade que tinham.'
            : 'Ele entra no fim da lista; a ordem muda pelas setas.'}
        </DialogDescription>
      </DialogHeader>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Nome" required error={errors.nome?.message} className="sm:col-span-2">
          <Input {...form.register('nome')} autoComplete="off" maxLength={100} />
        </Field>
        <Field label="Descrição" error={errors.descricao?.message} className="sm:col-span-2">
          <Textarea {...form.register('descricao')} rows={2} maxLength={500} />
        </Field>
        <Field
          label="Quantidade de créditos"
          required
          error={errors.quantidadeCreditos?.message}
          hint="0 deixa o pacote sob consulta."
        >
          <Input
            {...form.register('quantidadeCreditos')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
          />
        </Field>
        <Field
          label="Preço (R$)"
          error={errors.preco?.message}
          hint={each === null ? 'Em branco: conforme contrato.' : `${formatCentavos(each)} por crédito`}
        >
          <Input
            {...form.register('preco')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
            placeholder="1.200,00"
          />
        </Field>
        <Controller
          control={form.control}
          name="ativo"
          render={({ field }) => (
            <Field
              label="À venda"
              hint="Fora da venda, o pacote some da página de créditos."
              className="sm:col-span-2"
            >
              <Switch ref={field.ref} checked={field.value} onCheckedChange={field.onChange} />
            </Field>
          )}
        />
      </div>
      <DialogFooter>
        <Button variant="outline" disabled={busy} onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" loading={busy}>
          {pacote ? 'Salvar alterações' : 'Criar pacote'}
        </Button>
      </DialogFooter>
    </form>
  );
}
