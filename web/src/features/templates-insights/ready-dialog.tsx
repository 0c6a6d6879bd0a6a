import {
  READY_FOR_LABEL,
  READY_TEMPLATES,
  type ReadyTemplate,
} from '@escuta/shared/domain/insights/ready-templates';
import { plural } from '@escuta/shared/domain/text/in-words';
import { CategoryBadge } from '../../domain/insights/categoria.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';

const GROUPS = Object.entries(READY_FOR_LABEL).map(([para, label]) => ({
  label,
  templates: READY_TEMPLATES.filter((template) => template.para === para),
}));

interface ReadyDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Opens the form with this template filled in. A saved template is the company's own copy. */
  onChoose: (template: ReadyTemplate) => void;
}

/** 'Modelos prontos': templates for frequent checks of call centers and surveys in Brazil. */
export function ReadyDialog({ open, onOpenChange, onChoose }: ReadyDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="max-w-3xl grid-cols-1">
        <DialogHeader>
          <DialogTitle>Modelos prontos</DialogTitle>
          <DialogDescription>
            Selecione um modelo para abrir uma cópia editável. As bases legais orientam a verificação e não
            substituem o seu jurídico.
          </DialogDescription>
        </DialogHeader>
        {GROUPS.map(({ label, templates }) => (
          <section key={label} className="grid grid-cols-1 gap-2">
            <h3 className="font-semibold text-sm">{label}</h3>
            <ul className="grid grid-cols-1 gap-2">
              {templates.map((template) => (
                <ReadyRow key={template.id} template={template} onChoose={onChoose} />
              ))}
            </ul>
          </section>
        ))}
      </DialogContent>
    </Dialog>
  );
}

function ReadyRow({
  template,
  onChoose,
}: {
  template: ReadyTemplate;
  onChoose: (template: ReadyTemplate) => void;
}) {
  const { nome, categoria, descricao, criterios } = template;
  const criticos = criterios.filter(({ critico }) => critico).length;
  return (
    <li className="flex flex-col gap-3 rounded-lg border p-3.5 sm:flex-row sm:items-center">
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex flex-wrap items-center gap-1.5">
          <h4 className="font-medium text-sm">{nome}</h4>
          <CategoryBadge categoria={categoria} />
        </div>
        <p className="text-muted-foreground text-sm">{descricao}</p>
        <div className="flex flex-wrap gap-1.5">
          <Badge variant="outline">{plural(criterios.length, 'critério', 'critérios')}</Badge>
          {criticos > 0 ? <Badge variant="outline">{plural(criticos, 'crítico', 'críticos')}</Badge> : null}
        </div>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Usar modelo ${nome}`}
        onClick={() => onChoose(template)}
      >
        Usar modelo
      </Button>
    </li>
  );
}
