import { ETAPA_LABEL } from '@escuta/shared/domain/status';
import { Link } from 'react-router-dom';
import { href, paths } from '../../app/paths.ts';
import type { Column } from '../../components/lists/data-list.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { Checkbox } from '../../components/ui/checkbox.tsx';
import { formatDateTime, plural } from '../../lib/format.ts';
import { cn } from '../../lib/utils.ts';
import { type Falha, itemName, STATUS_LABEL } from './falha-labels.ts';

const COLUMNS: readonly Column<Falha>[] = [
  {
    label: 'Motivo',
    className: 'min-w-56',
    cell: (falha) => <span className="break-words">{falha.motivo}</span>,
  },
  {
    label: 'Etapa',
    cell: (falha) => (
      <span className="grid gap-0.5">
        <span className="whitespace-nowrap">{ETAPA_LABEL[falha.etapa]}</span>
        <span className="whitespace-nowrap text-muted-foreground text-xs">
          {plural(falha.tentativas, 'tentativa', 'tentativas')}
        </span>
      </span>
    ),
  },
  {
    label: 'Falhou em',
    className: 'tabular-nums',
    cell: (falha) => formatDateTime(falha.criadaEm),
  },
];

const STATUS_COLUMN: Column<Falha> = {
  label: 'Situação',
  cell: (falha) => {
    const { label, variant } = STATUS_LABEL[falha.status];
    return (
      <span className="grid gap-0.5">
        <Badge variant={variant}>{label}</Badge>
        {falha.tratadaEm ? (
          <span className="text-muted-foreground text-xs">
            {falha.tratadaPor?.nome ? `${falha.tratadaPor.nome}, ` : ''}
            <span className="whitespace-nowrap tabular-nums">{formatDateTime(falha.tratadaEm)}</span>
          </span>
        ) : null}
        {falha.motivoDescarte ? (
          <span className="max-w-56 break-words text-muted-foreground text-xs">{falha.motivoDescarte}</span>
        ) : null}
      </span>
    );
  },
};

/** The list's columns: with the company for whoever sees several, the state where it differs, boxes on open rows. */
export function falhaColumns(options: {
  withCompany: boolean;
  withStatus: boolean;
  selected: ReadonlySet<string>;
  onSelect: (id: string, on: boolean) => void;
}): readonly Column<Falha>[] {
  const { withCompany, withStatus, selected, onSelect } = options;
  const name: Column<Falha> = {
    label: 'Ligação',
    card: 'title',
    cell: (falha) => (
      <div className="flex items-start gap-3">
        {falha.status === 'aberta' ? (
          <Checkbox
            className="mt-0.5"
            aria-label={`Escolher ${itemName(falha)}, ${formatDateTime(falha.criadaEm)}`}
            checked={selected.has(falha.id)}
            onCheckedChange={(on) => onSelect(falha.id, on === true)}
          />
        ) : null}
        <div className="grid gap-0.5">
          <Link
            to={href(paths.analiseLigacao, { itemId: falha.item.id })}
            className={cn(
              'focus-ring w-fit break-words rounded-sm font-medium text-primary-text tabular-nums underline-offset-4 hover:underline',
              falha.item.numeroDestino && 'whitespace-nowrap',
            )}
          >
            {itemName(falha)}
          </Link>
          {falha.status === 'aberta' && falha.item.status === 'concluido' ? (
            <span className="text-muted-foreground text-xs">Processada depois</span>
          ) : null}
        </div>
      </div>
    ),
  };
  const project: Column<Falha> = {
    label: withCompany ? 'Projeto e empresa' : 'Projeto',
    className: 'max-w-44',
    cell: (falha) => (
      <span className="grid gap-0.5">
        <span className="break-words">{falha.projeto.nome}</span>
        {withCompany ? (
          <span className="break-words text-muted-foreground text-xs">{falha.empresa.nome}</span>
        ) : null}
      </span>
    ),
  };
  return [name, ...COLUMNS, project, ...(withStatus ? [STATUS_COLUMN] : [])];
}
