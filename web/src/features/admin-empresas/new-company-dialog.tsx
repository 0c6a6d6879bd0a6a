import { createEmpresa } from '@escuta/shared/contracts/accounts/empresas';
import { useNavigate } from 'react-router-dom';
import { CompanyFields, useCompanyForm } from '../../domain/company/company-form.tsx';
import { newCompany } from '../../domain/company/company-rules.ts';
import { DialogForm, FormDialog, useFormDialog } from '../../kit/form/form-dialog.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { toast } from '../../lib/browser/toast.ts';
import { paths } from '../../lib/paths.ts';

/** Dialog 'Nova Empresa', in which administrators create a company. */
export function NewCompanyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose} className="max-w-3xl">
      <NewCompany />
    </FormDialog>
  );
}

function NewCompany() {
  const navigate = useNavigate();
  const { done } = useFormDialog();
  const create = useApiMutation(createEmpresa, {
    failed: null,
    onDone: ({ data }) =>
      toast.success('Empresa criada com sucesso!', {
        description: 'Convide agora a pessoa que vai administrá-la.',
        duration: 12_000,
        action: {
          label: 'Convidar',
          onClick: () => navigate(`${paths.adminUsuarios}?empresa=${data.id}&convidar=1`),
        },
      }),
  });
  const company = useCompanyForm({
    empresa: null,
    send: (values) => create.run({ body: newCompany(values) }),
    onSaved: done,
    failed: 'Erro ao criar empresa',
    fallback: 'Não foi possível cadastrar a empresa.',
    draft: { key: 'empresa', title: 'Nova Empresa', dialog: true },
  });
  return (
    <DialogForm
      api={company.api}
      title="Nova Empresa"
      description="Nome e CNPJ bastam; o resto pode ser completado depois."
      submitLabel="Criar empresa"
      className="gap-6"
    >
      <CompanyFields company={company} />
    </DialogForm>
  );
}
