import { eraseDados } from '@escuta/shared/contracts/calls/auditoria-items';
import {
  MOTIVO_APAGAMENTO_LABEL,
  MOTIVOS_APAGAMENTO,
  type MotivoApagamento,
} from '@escuta/shared/domain/log/erasure';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../ui/inputs/select.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import type { ActionItem } from './item.ts';

const PALAVRA = 'APAGAR';
type Target = Pick<ActionItem, 'id' | 'noun' | 'name'>;

const vaiDe = (of: Target['noun']) => [
  'a gravação e a forma de onda',
  'a transcrição e as respostas do provedor de IA',
  'resumo, sentimentos, insights e evidências',
  `vereditos e comentários sobre a ${of}`,
  'número, nome, ramal, horários e metadados',
];
const ficaDe = (of: Target['noun']) => [
  `a ${of} na lista, sem número nem nome, com a duração`,
  'créditos e custos, com datas e valores',
  'autor, data e motivo do apagamento',
  `tickets de suporte que citam a ${of}`,
  'cópias de segurança, até serem substituídas',
];

/** Erases a call's data for good, after stating what is erased and what is kept, and asking for a reason. */
export function EraseDialog({ target, onClose }: { target: Target | null; onClose: () => void }) {
  return (
    <Dialog open={target !== null} onOpenChange={(next) => (next ? undefined : onClose())}>
      <DialogContent>{target ? <EraseForm target={target} onClose={onClose} /> : null}</DialogContent>
    </Dialog>
  );
}

function EraseForm({ target, onClose }: { target: Target; onClose: () => void }) {
  const of = target.noun;
  const [motivo, setMotivo] = useState<MotivoApagamento | ''>('');
  const [protocolo, setProtocolo] = useState('');
  const [palavra, setPalavra] = useState('');
  const [tried, setTried] = useState(false);
  const { attempt, busy } = useApiMutation(eraseDados, {
    done: `Dados da ${of} apagados`,
    failed: 'Erro ao apagar os dados',
  });
  const confirmed = palavra.trim().toUpperCase() === PALAVRA;
  const protocoloError = /^[\w./-]*$/.test(protocolo.trim())
    ? undefined
    : 'Use apenas letras, números e . / - _';
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (motivo === '' || !confirmed || protocoloError || busy) return;
    const body = { motivo, protocolo: protocolo.trim() || undefined };
    if (await attempt({ params: { id: target.id }, body })) onClose();
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Apagar dados da {of}</DialogTitle>
        <DialogDescription>
          {target.name}: as falas e os nomes são apagados para sempre. Ninguém pode desfazer isso, nem o
          suporte.
        </DialogDescription>
      </DialogHeader>
      <div className="grid gap-3 rounded-lg border p-3 text-sm sm:grid-cols-2">
        <ErasureFacts title="Será apagado" items={vaiDe(of)} />
        <ErasureFacts title="Será mantido" items={ficaDe(of)} />
      </div>
      <Field
        label="Motivo"
        required
        error={tried && motivo === '' ? 'Selecione o motivo.' : undefined}
        hint="Fica no registro de ações."
      >
        <SelectField value={motivo} onChange={setMotivo} />
      </Field>
      <Field
        label="Protocolo do pedido"
        error={protocoloError}
        hint="Opcional. Um número de atendimento; não escreva nome, telefone nem CPF."
      >
        <Input value={protocolo} maxLength={40} onChange={(event) => setProtocolo(event.target.value)} />
      </Field>
      <Field
        label={`Para confirmar, digite ${PALAVRA}`}
        required
        error={tried && !confirmed ? `Digite ${PALAVRA} para confirmar.` : undefined}
      >
        <Input
          value={palavra}
          autoComplete="off"
          maxLength={20}
          onChange={(event) => setPalavra(event.target.value)}
        />
      </Field>
      <DialogFooter>
        <Button variant="outline" disabled={busy} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" variant="destructive" loading={busy}>
          Apagar para sempre
        </Button>
      </DialogFooter>
    </form>
  );
}

function ErasureFacts({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <p className="font-medium">{title}</p>
      <ul className="mt-1 list-disc pl-4 text-muted-foreground text-xs leading-relaxed">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

/** A select within a Field: the select's control gets the Field's id and aria attributes. */
function SelectField({
  value,
  onChange,
  ...control
}: {
  value: MotivoApagamento | '';
  onChange: (value: MotivoApagamento) => void;
  id?: string;
}) {
  return (
    <Select value={value} onValueChange={(next) => onChange(next as MotivoApagamento)}>
      <SelectTrigger {...control}>
        <SelectValue placeholder="Selecione…" />
      </SelectTrigger>
      <SelectContent>
        {MOTIVOS_APAGAMENTO.map((motivo) => (
          <SelectItem key={motivo} value={motivo}>
            {MOTIVO_APAGAMENTO_LABEL[motivo]}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
