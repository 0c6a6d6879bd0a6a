import { createPacote, type PacoteAdminWire, updatePacote } from '@escuta/shared/contracts/accounts/creditos';
import { formatCentavos, MAX_CREDITOS_POR_LANCAMENTO } from '@escuta/shared/domain/runs/credits';
import { z } from 'zod';
import { SwitchField, TextareaField, TextField } from '../../kit/form/fields.tsx';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { pickChanged, useApiForm } from '../../kit/form/use-api-form.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { parseReais, showReais } from './price.ts';

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
  /** The package to change; null for a new package. */
  pacote: PacoteAdminWire | null;
  open: boolean;
  onClose: () => void;
}

/** Dialog in which an administrator creates or changes a package of credits. */
export function PackageDialog({ open, onClose, pacote }: PackageDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose}>
      <PackageForm pacote={pacote} />
    </FormDialog>
  );
}

function PackageForm({ pacote }: { pacote: PacoteAdminWire | null }) {
  const { done } = useFormDialog();
  const told = (title: string) => (answer: { data: PacoteAdminWire }) =>
    toast.success(title, { description: answer.data.nome });
  const create = useApiMutation(createPacote, { failed: null, onDone: told('Pacote criado') });
  const update = useApiMutation(updatePacote, { failed: null, onDone: told('Pacote alterado') });
  const title = pacote ? 'Editar pacote' : 'Novo pacote';
  const api = useApiForm({
    schema: formSchema,
    values: {
      nome: pacote?.nome ?? '',
      descricao: pacote?.descricao ?? '',
      quantidadeCreditos: pacote ? String(pacote.quantidadeCreditos) : '',
      preco: showReais(pacote?.precoCentavos ?? null),
      ativo: pacote?.ativo ?? true,
    },
    send: ({ preco: precoCentavos, ...rest }, { changed }): Promise<unknown> | null => {
      if (!pacote) return create.run({ body: { ...rest, precoCentavos } });
      if (changed.size === 0) return null;
      const body = {
        ...pickChanged(rest, changed),
        ...(changed.has('preco') ? { precoCentavos } : {}),
      };
      return update.run({ params: { id: pacote.id }, body });
    },
    onSaved: done,
    failed: pacote ? 'Erro ao alterar o pacote' : 'Erro ao criar o pacote',
    fallback: `Não foi possível ${pacote ? 'alterar' : 'criar'} o pacote. Tente novamente.`,
    draft: { key: `pacote:${pacote?.id ?? 'novo'}`, title, dialog: true },
  });
  const { field, form } = api;
  const [quantidade, preco] = form.watch(['quantidadeCreditos', 'preco']);
  const cents = parseReais(preco);
  const each = cents !== null && Number(quantidade) > 0 ? cents / Number(quantidade) : null;
  return (
    <DialogForm
      api={api}
      title={title}
      description={
        pacote
          ? 'Compras anteriores mantêm o preço e a quantidade.'
          : 'O pacote entra no fim da lista; mude a ordem pelas setas.'
      }
      submitLabel={pacote ? 'Salvar alterações' : 'Criar pacote'}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('nome')} label="Nome" required maxLength={100} className="sm:col-span-2" />
        <TextareaField
          {...field('descricao')}
          label="Descrição"
          rows={2}
          maxLength={500}
          className="sm:col-span-2"
        />
        <TextField
          {...field('quantidadeCreditos')}
          label="Quantidade de créditos"
          required
          hint="Com 0, o pacote fica sob consulta."
          inputMode="numeric"
          maxLength={7}
        />
        <TextField
          {...field('preco')}
          label="Preço (R$)"
          hint={
            each === null ? 'Em branco, o preço é conforme contrato.' : `${formatCentavos(each)} por crédito`
          }
          inputMode="decimal"
          maxLength={16}
          placeholder="1.200,00"
        />
        <SwitchField
          {...field('ativo')}
          label="À venda"
          hint="Um pacote que não está à venda some da página de créditos."
          className="sm:col-span-2"
        />
      </div>
    </DialogForm>
  );
}
