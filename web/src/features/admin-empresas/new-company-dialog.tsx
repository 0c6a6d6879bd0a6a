import { createEmpresa, type EmpresaWire, listEmpresas } from '@escuta/shared/contracts/empresas';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { CompanyForm } from '../../components/company/company-form.tsx';
import { type CompanyValues, newCompany } from '../../components/company/company-rules.ts';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { call, errorMessage } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';

/** 'Nova Empresa': for administrators. */
export function NewCompanyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = async (values: CompanyValues): Promise<EmpresaWire> => {
    try {
      const { data } = await call(createEmpresa, { body: newCompany(values) });
      toast.success('Empresa criada com sucesso!', {
        description: 'Convide agora quem vai administrá-la.',
        duration: 12_000,
        action: {
          label: 'Convidar',
          onClick: () => navigate(`${paths.adminUsuarios}?empresa=${data.id}&convidar=1`),
        },
      });
      await client.invalidateQueries({ queryKey: queryKey(listEmpresas) });
      onClose();
      return data;
    } catch (error) {
      toast.error('Erro ao criar empresa', {
        description: errorMessage(error, 'Não foi possível cadastrar a empresa.'),
      });
      throw error;
    }
  };
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      {/* A click beside a long form must not throw it away. */}
      <DialogContent className="max-w-3xl" onInteractOutside={(event) => event.preventDefault()}>
        <DialogHeader>
          <DialogTitle>Nova Empresa</DialogTitle>
          <DialogDescription>Nome e CNPJ bastam; o resto pode ser completado depois.</DialogDescription>
        </DialogHeader>
        {open ? (
          <CompanyForm
            empresa={null}
            canEdit
            guard={false}
            submitLabel="Criar empresa"
            onSave={save}
            onCancel={onClose}
          />
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
