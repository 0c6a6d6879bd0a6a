import type { TemplateLinkWire } from '@escuta/shared/contracts/insight-templates';
import { type FormEvent, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../components/ui/dialog.tsx';
import { filledValues, missingValues, ParameterValues } from './parameter-values.tsx';
import type { TemplateActions } from './use-template-actions.ts';

interface LinkValuesDialogProps {
  link: TemplateLinkWire;
  fill: TemplateActions['fill'];
  onClose: () => void;
}

/** The values of a template's parameters in one project. */
export function LinkValuesDialog({ link, fill, onClose }: LinkValuesDialogProps) {
  const { nome, parametrosObrigatorios, parametrosOpcionais } = link.insightTemplate;
  const [values, setValues] = useState<Record<string, string>>(link.parametros);
  const [markMissing, setMarkMissing] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (missingValues(parametrosObrigatorios, values).length > 0) {
      setMarkMissing(true);
      return;
    }
    if (fill.isPending) return;
    fill.mutate(
      {
        projetoId: link.projetoId,
        templateId: link.insightTemplateId,
        parametros: filledValues([...parametrosObrigatorios, ...parametrosOpcionais], values),
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog open onOpenChange={() => (fill.isPending ? undefined : onClose())}>
      <DialogContent>
        <form noValidate className="grid grid-cols-1 gap-5" onSubmit={submit}>
          <DialogHeader>
            <DialogTitle>Parâmetros do projeto</DialogTitle>
            <DialogDescription>Valores de “{nome}” nas próximas ligações deste projeto.</DialogDescription>
          </DialogHeader>
          <ParameterValues
            obrigatorios={parametrosObrigatorios}
            opcionais={parametrosOpcionais}
            values={values}
            onChange={setValues}
            markMissing={markMissing}
          />
          <DialogFooter>
            <Button variant="outline" disabled={fill.isPending} onClick={onClose}>
              Cancelar
            </Button>
            <Button type="submit" loading={fill.isPending}>
              Salvar
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
