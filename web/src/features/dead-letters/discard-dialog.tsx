import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
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
import { Textarea } from '../../components/ui/textarea.tsx';
import { plural } from '../../lib/format.ts';

const formSchema = z.object({
  motivo: z.string().trim().min(3, { error: 'Diga por que a falha é descartada.' }).max(500),
});

interface DiscardDialogProps {
  /** The letters to give up; none: closed. */
  ids: readonly string[];
  busy: boolean;
  onClose: () => void;
  onConfirm: (motivo: string) => void;
}

/** Asks for the reason before letters are given up. */
export function DiscardDialog({ ids, busy, onClose, onConfirm }: DiscardDialogProps) {
  const open = ids.length > 0;
  return (
    <Dialog open={open} onOpenChange={(next) => (next || busy ? undefined : onClose())}>
      <DialogContent hideClose={busy}>
        {open ? <DiscardForm n={ids.length} busy={busy} onClose={onClose} onConfirm={onConfirm} /> : null}
      </DialogContent>
    </Dialog>
  );
}

function DiscardForm({
  n,
  busy,
  onClose,
  onConfirm,
}: Omit<DiscardDialogProps, 'ids'> & {
  n: number;
}) {
  const form = useForm<z.infer<typeof formSchema>>({
    resolver: zodResolver(formSchema),
    defaultValues: { motivo: '' },
  });
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ motivo }) => (busy ? undefined : onConfirm(motivo)))}
    >
      <DialogHeader>
        <DialogTitle>Descartar {plural(n, 'falha', 'falhas')}</DialogTitle>
        <DialogDescription>
          {n === 1
            ? 'Ela sai da fila e não pode mais ser reprocessada por aqui. A ligação fica como está.'
            : 'Elas saem da fila e não podem mais ser reprocessadas por aqui. As ligações ficam como estão.'}
        </DialogDescription>
      </DialogHeader>
      <Field label="Motivo" required error={form.formState.errors.motivo?.message}>
        <Textarea {...form.register('motivo')} rows={3} maxLength={500} />
      </Field>
      <DialogFooter>
        <Button variant="outline" disabled={busy} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" variant="destructive" loading={busy}>
          Descartar
        </Button>
      </DialogFooter>
    </form>
  );
}
