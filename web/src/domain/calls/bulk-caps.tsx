import { setTetos, type TetosWire } from '@escuta/shared/contracts/lotes';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { formatNumber } from '../../lib/format.ts';
import { useCan } from '../../lib/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

const text = (n: number | null) => (n === null ? '' : String(n));
/** What was typed, a whole number; null for nothing, undefined for what is none. */
function numberOf(typed: string): number | null | undefined {
  const plain = typed.trim().replace(/\./g, '');
  if (plain === '') return null;
  return /^\d{1,8}$/.test(plain) ? Number(plain) : undefined;
}

const usedOf = ({ teto, usado }: TetosWire['creditos']) =>
  teto === null ? `${formatNumber(usado)}, sem teto` : `${formatNumber(usado)} de ${formatNumber(teto)}`;

/** What a project used this month and may use; gerentes and administrators change it here. */
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
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2 text-muted-foreground text-xs">
        <span>
          Neste mês, o projeto usou: créditos {usedOf(tetos.creditos)}; itens {usedOf(tetos.itens)}.
        </span>
        {mayChange && !open ? (
          <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
            Mudar tetos
          </Button>
        ) : null}
      </div>
      {open ? (
        <CapsForm
          projetoId={projetoId}
          tetos={tetos}
          onClose={(changed) => {
            setOpen(false);
            if (changed) onChanged();
          }}
        />
      ) : null}
    </div>
  );
}

function CapsForm({
  projetoId,
  tetos,
  onClose,
}: {
  projetoId: string;
  tetos: TetosWire;
  onClose: (changed: boolean) => void;
}) {
  const [creditos, setCreditos] = useState(text(tetos.creditos.teto));
  const [itens, setItens] = useState(text(tetos.itens.teto));
  const save = useApiMutation(setTetos, {
    done: 'Tetos do projeto salvos',
    failed: 'Erro ao salvar os tetos',
  });
  const values = { creditos: numberOf(creditos), itens: numberOf(itens) };
  const errorOf = (value: number | null | undefined) =>
    value === undefined ? 'Use um número inteiro, ou deixe em branco.' : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (values.creditos === undefined || values.itens === undefined) return;
    const body = { creditos: values.creditos, itens: values.itens };
    if (await save.attempt({ params: { id: projetoId }, body })) onClose(true);
  };
  return (
    <form className="grid gap-3 rounded-lg border p-4" onSubmit={(event) => void submit(event)} noValidate>
      <p className="text-muted-foreground text-xs">
        Por mês, em todos os lotes deste projeto. Em branco: sem teto. O que se processa uma a uma conta, e
        não é barrado.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Créditos por mês" error={errorOf(values.creditos)}>
          <Input inputMode="numeric" value={creditos} onChange={(event) => setCreditos(event.target.value)} />
        </Field>
        <Field label="Itens por mês" error={errorOf(values.itens)}>
          <Input inputMode="numeric" value={itens} onChange={(event) => setItens(event.target.value)} />
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button type="button" variant="outline" size="sm" onClick={() => onClose(false)}>
          Voltar
        </Button>
        <Button type="submit" size="sm" loading={save.busy}>
          Salvar tetos
        </Button>
      </div>
    </form>
  );
}
