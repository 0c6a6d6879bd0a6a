import { ETAPA_LABEL } from '@escuta/shared/domain/runs/status';
import { plural } from '@escuta/shared/domain/text/in-words';
import type { Column } from '../../kit/list/data-list.tsx';
import { formatDateTime } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Badge } from '../../ui/badge.tsx';
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

/** Columns of the failures: the company for people who see several companies, the status if the list shows several. */
export function falhaColumns(options: {
  withCompany: boolean;
  withStatus: boolean;
}): readonly Column<Falha>[] {
  const { withCompany, withStatus } = options;
  const name: Column<Falha> = {
    label: 'Item',
    card: 'title',
    cell: (falha) => (
      <span className="grid gap-0.5">
        <span className={cn('truncate tabular-nums', falha.item.numeroDestino && 'whitespace-nowrap')}>
          {itemName(falha)}
        </span>
        {falha.status === 'aberta' && falha.item.status === 'concluido' ? (
          <span className="font-normal text-muted-foreground text-xs">Processado depois</span>
        ) : null}
      </span>
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
