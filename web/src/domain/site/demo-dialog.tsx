import { createLead } from '@escuta/shared/contracts/accounts/leads';
import { type FormEvent, useRef, useState } from 'react';
import { FormProblem } from '../../kit/form/form.tsx';
import type { Problem } from '../../kit/form/use-api-form.ts';
import { toast } from '../../lib/browser/toast.ts';
import { call } from '../../lib/network/api.ts';
import { PHONE } from '../../lib/text/masks.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { MaskedInput } from '../../ui/inputs/masked-input.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';

const EMPTY = { nome: '', email: '', telefone: '' };
type Name = keyof typeof EMPTY;
const NAMES = ['nome', 'email', 'telefone'] as const satisfies readonly Name[];
/** The same check of an e-mail address as in the API: local part, @, and a domain with a dot. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Asks for a demonstration: name, e-mail and phone, all required (specification 1, §5). */
export default function DemoDialog({
  open,
  onOpenChange,
  plano,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Plan that the request is about; absent: no particular plan. */
  plano?: string | undefined;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState(EMPTY);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [told, setTold] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  const focus = (name: Name | undefined): void => {
    const input = name ? form.current?.elements.namedItem(name) : null;
    if (input instanceof HTMLElement) input.focus();
  };
  const change = (name: Name, value: string): void => {
    setFields((old) => ({ ...old, [name]: value }));
    setErrors((old) => ({ ...old, [name]: undefined }));
  };
  const bind = (name: Name) => ({
    name,
    value: fields[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setTold(null);
    const empty = NAMES.filter((name) => fields[name].trim() === '');
    if (empty.length > 0) {
      setErrors(Object.fromEntries(empty.map((name) => [name, 'Preencha este campo.'])));
      setTold({ title: 'Erro', description: 'Por favor, preencha todos os campos.', quiet: true });
      focus(empty[0]);
      return;
    }
    if (!EMAIL.test(fields.email.trim())) {
      setErrors({ email: 'Informe um e-mail válido.' });
      focus('email');
      return;
    }
    setBusy(true);
    try {
      await call(createLead, { body: plano ? { ...fields, plano } : fields });
      toast.success('Sucesso!', {
        description: 'Seus dados foram enviados. Entraremos em contato em breve.',
      });
      setFields(EMPTY);
      onOpenChange(false);
    } catch {
      setTold({
        title: 'Erro ao enviar',
        description: 'Ocorreu um erro ao enviar seus dados. Tente novamente.',
      });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>
            {plano ? `Plano ${plano}: fale com um especialista` : 'Solicitar demonstração'}
          </DialogTitle>
          <DialogDescription>
            {plano
              ? `Deixe seus dados: entramos em contato com uma proposta do plano ${plano} para a sua operação.`
              : 'Deixe seus dados: entramos em contato para mostrar a Escuta com ligações como as suas.'}
          </DialogDescription>
        </DialogHeader>
        <form ref={form} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
          <Field label="Nome" required error={errors.nome}>
            <Input {...bind('nome')} autoComplete="name" maxLength={200} />
          </Field>
          <Field label="E-mail" required error={errors.email}>
            <Input
              {...bind('email')}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
            />
          </Field>
          <Field label="Telefone" required error={errors.telefone}>
            <MaskedInput
              mask={PHONE}
              name="telefone"
              value={fields.telefone}
              onValueChange={(value) => change('telefone', value)}
              inputMode="tel"
              autoComplete="tel"
              maxLength={40}
            />
          </Field>
          <FormProblem problem={told} />
          <DialogFooter>
            <Button variant="outline" disabled={busy} onClick={() => onOpenChange(false)}>
              Cancelar
            </Button>
            <Button type="submit" loading={busy}>
              {busy ? 'Enviando...' : 'Enviar'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
