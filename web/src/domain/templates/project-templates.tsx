import {
  listProjectTemplates,
  type TemplateLinkWire,
} from '@escuta/shared/contracts/insights/insight-templates';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useCan } from '../../lib/network/permissions.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { useStill } from '../../ui/overlays/open-menus.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { LinkCard } from './link-card.tsx';
import { LinkValuesDialog } from './link-values-dialog.tsx';
import { useLinkActions } from './use-link-actions.ts';

interface ProjectTemplatesProps {
  projetoId: string;
  /** Shows only links of this category; '' for all. */
  categoria?: string;
  onView: (link: TemplateLinkWire) => void;
  /** Shown instead of the default sentence if the list is empty. */
  empty?: ReactNode;
}

type Open = { kind: 'remover' | 'valores'; link: TemplateLinkWire };

/** A project's templates; each can be switched on or off, filled in and removed in the list. */
export function ProjectTemplates({ projetoId, categoria = '', onView, empty }: ProjectTemplatesProps) {
  const query = useQuery({
    ...apiQuery(listProjectTemplates, { params: { projetoId } }),
    select: ({ data }) => data,
  });
  const data = useStill(query.data);
  const [open, setOpen] = useState<Open | null>(null);
  const mayChange = useCan()('insight_template', 'update');
  const { toggle, unlink } = useLinkActions();
  const close = () => setOpen(null);
  if (query.isError && !data) {
    return (
      <ErrorState
        title="Erro ao buscar templates do projeto"
        error={query.error}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
        className="py-6"
      />
    );
  }
  if (!data) return <Skeleton className="h-28 rounded-lg" />;
  const links = data.filter(
    ({ insightTemplate }) => categoria === '' || insightTemplate.categoria === categoria,
  );
  return (
    <>
      {data.length === 0 && empty ? (
        empty
      ) : links.length === 0 ? (
        <p className="py-4 text-center text-muted-foreground text-sm">
          {data.length === 0
            ? 'Nenhum template vinculado a este projeto.'
            : 'Nenhum template desta categoria neste projeto.'}
        </p>
      ) : (
        <ul className="grid grid-cols-1 gap-3 lg:grid-cols-2" aria-label="Templates do projeto">
          {links.map((link) => (
            <li key={link.id} className="grid min-w-0">
              <LinkCard
                link={link}
                mayChange={mayChange}
                onView={() => onView(link)}
                onToggle={() =>
                  toggle.busy
                    ? undefined
                    : void toggle.attempt({
                        params: { projetoId, templateId: link.insightTemplateId },
                        body: { active: !link.ativo },
                      })
                }
                onFill={() => setOpen({ kind: 'valores', link })}
                onRemove={() => setOpen({ kind: 'remover', link })}
              />
            </li>
          ))}
        </ul>
      )}
      <LinkValuesDialog link={open?.kind === 'valores' ? open.link : null} onClose={close} />
      <ConfirmDialog
        open={open?.kind === 'remover'}
        onOpenChange={close}
        title="Confirmar remoção"
        description={
          open?.kind === 'remover'
            ? `Tem certeza que deseja remover o template "${open.link.insightTemplate.nome}" do projeto? Esta ação não pode ser desfeita.`
            : 'Esta ação não pode ser desfeita.'
        }
        confirmLabel="Remover"
        destructive
        onConfirm={() =>
          open?.kind === 'remover'
            ? unlink.run({ params: { projetoId, templateId: open.link.insightTemplateId } })
            : undefined
        }
      />
    </>
  );
}
