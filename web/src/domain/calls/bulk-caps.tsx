import { setTetos, type TetosWire } from '@escuta/shared/contracts/calls/lotes';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useState } from 'react';
import { z } from 'zod';
import { TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';

const usedOf = ({ teto, usado }: TetosWire['creditos'], one: string, many: string) =>
  teto === null
    ? `${plural(usado, one, many)} (sem limite mensal)`
    : `${formatNumber(usado)} de ${plural(teto, one, many)}`;

/** A project's usage of this month and its limits; gerentes and administrators change the limits here. */
export function BulkCaps({
  projetoId,
  tetos,
  onChanged,
}: {
  projetoId: string;
  tetos: TetosWire;
  onChanged: () => void;
}) {
  const mayChange = useCan()('project', 'delete');
  const [open, setOpen] = useState(false);
  const capped = tetos.creditos.teto !== null || tetos.itens.teto !== null;
  if (!mayChange && !capped) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-muted-foreground text-xs">
      <span>
        Uso do projeto neste mês: {usedOf(tetos.creditos, 'crédito', 'créditos')};{' '}
        {usedOf(tetos.itens, 'item', 'itens')}.
      </span>
      {mayChange ? (
        <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
          Alterar limites
        </Button>
      ) : null}
      <FormDialog open={open} onClose={() => setOpen(false)}>
        <CapsForm projetoId={projetoId} tetos={tetos} onChanged={onChanged} />
      </FormDialog>
    </div>
  );
}

/** A typed whole number, with or without thousands points; an empty text means no limit. */
const cap = z
  .string()
  .transform((typed) => typed.trim().replace(/\./g, ''))
  .refine((typed) => /^\d{0,8}$/.test(typed), { error: 'Use um número inteiro, ou deixe em branco.' });
const schema = z.object({ creditos: cap, itens: cap });

const typed = (n: number | null) => (n === null ? '' : String(n));
const capOf = (text: string) => (text === '' ? null : Number(text));

function CapsForm({
  projetoId,
  tetos,
  onChanged,
}: {
  projetoId: string;
  tetos: TetosWire;
  onChanged: () => void;
}) {
  const { done } = useFormDialog();
  const [antes] = useState({ creditos: tetos.creditos.teto, itens: tetos.itens.teto });
  const save = useApiMutation(setTetos, {
    done: 'Limites do projeto salvos',
    failed: null,
    // Refreshes the figures under the dialog, also after a failure, because another person may have changed them.
    onDone: onChanged,
    onFailed: onChanged,
  });
  const api = useApiForm({
    schema,
    values: { creditos: typed(antes.creditos), itens: typed(antes.itens) },
    send: ({ creditos, itens }) =>
      save.run({
        params: { id: projetoId },
        body: { creditos: capOf(creditos), itens: capOf(itens), antes },
      }),
    onSaved: done,
    failed: 'Erro ao salvar os limites',
  });
  return (
    <DialogForm
      api={api}
      title="Limites do projeto"
      description="Limites por mês para processamento em lote ou automático, leitura de documentos e testes de template. Deixe em branco para não limitar. Processamentos individuais contam para o limite, mas não são bloqueados."
      submitLabel="Salvar limites"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField {...api.field('creditos')} label="Créditos por mês" inputMode="numeric" />
        <TextField {...api.field('itens')} label="Itens por mês" inputMode="numeric" />
      </div>
    </DialogForm>
  );
}
