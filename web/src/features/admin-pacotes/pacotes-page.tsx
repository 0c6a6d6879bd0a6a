import {
  listPacotesAdmin,
  type PacoteAdminWire,
  updatePacote,
} from '@escuta/shared/contracts/accounts/creditos';
import type { BodyIn } from '@escuta/shared/contracts/contract';
import { formatCentavos, isOnRequest } from '@escuta/shared/domain/runs/credits';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Package, Pencil, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { toast } from '../../lib/browser/toast.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/inputs/switch.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { PackageDialog } from './package-dialog.tsx';

const COLUMNS: readonly Column<PacoteAdminWire>[] = [
  {
    label: 'Pacote',
    card: 'title',
    className: 'w-full min-w-56',
    cell: (row) => (
      <div className="grid gap-0.5">
        <span className="break-words font-medium">{row.nome}</span>
        {row.descricao ? (
          <span className="break-words text-muted-foreground text-xs">{row.descricao}</span>
        ) : null}
      </div>
    ),
  },
  {
    label: 'Créditos',
    className: 'text-right',
    cell: (row) => (
      <span className="whitespace-nowrap tabular-nums">
        {isOnRequest(row) ? 'Sob consulta' : formatNumber(row.quantidadeCreditos)}
      </span>
    ),
  },
  {
    label: 'Preço',
    className: 'text-right',
    cell: (row) => (
      <span className="whitespace-nowrap tabular-nums">
        {row.precoCentavos !== null
          ? formatCentavos(row.precoCentavos)
          : isOnRequest(row)
            ? '-'
            : 'Conforme contrato'}
      </span>
    ),
  },
  {
    label: 'Por crédito',
    className: 'text-right',
    cell: (row) => (
      <span className="whitespace-nowrap tabular-nums">
        {row.precoCentavos === null || isOnRequest(row)
          ? '-'
          : formatCentavos(row.precoCentavos / row.quantidadeCreditos)}
      </span>
    ),
  },
  {
    label: 'Situação',
    cell: (row) => (
      <Badge variant={row.ativo ? 'success' : 'neutral'}>{row.ativo ? 'À venda' : 'Indisponível'}</Badge>
    ),
  },
];

const RequestsSection = lazy(() => import('./requests-section.tsx'));

type Editing = { open: boolean; pacote: PacoteAdminWire | null };

/** 'Pacotes de Créditos': packages that companies may buy, in the order in which companies see them. */
export default function PacotesPage() {
  const query = useQuery({ ...apiQuery(listPacotesAdmin), select: (answer) => answer.data });
  const update = useApiMutation(updatePacote, {
    failed: 'Erro ao alterar o pacote',
    fallback: 'Não foi possível alterar o pacote. Tente novamente.',
  });
  const [editing, setEditing] = useState<Editing>({ open: false, pacote: null });
  const rows = query.data;

  const add = (
    <Button onClick={() => setEditing({ open: true, pacote: null })}>
      <Plus aria-hidden="true" />
      Novo pacote
    </Button>
  );
  const change = async (id: string, body: BodyIn<typeof updatePacote>, aviso: string): Promise<void> => {
    if (await update.attempt({ params: { id }, body })) toast.success(aviso, { id: 'pacote' });
  };

  const actions = (row: PacoteAdminWire) => {
    const place = rows?.indexOf(row) ?? 0;
    const move = (by: 1 | -1) => void change(row.id, { ordem: place + 1 + by }, 'Ordem alterada');
    const locked = update.busy;
    return (
      <>
        <Tooltip content="Mover para cima">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Mover ${row.nome} para cima`}
            disabled={locked || place === 0}
            onClick={() => move(-1)}
          >
            <ArrowUp />
          </Button>
        </Tooltip>
        <Tooltip content="Mover para baixo">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Mover ${row.nome} para baixo`}
            disabled={locked || place === (rows?.length ?? 0) - 1}
            onClick={() => move(1)}
          >
            <ArrowDown />
          </Button>
        </Tooltip>
        <Tooltip content="Editar">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Editar ${row.nome}`}
            onClick={() => setEditing({ open: true, pacote: row })}
          >
            <Pencil />
          </Button>
        </Tooltip>
        <Switch
          aria-label={`${row.nome} à venda`}
          className="ml-1"
          checked={row.ativo}
          disabled={locked}
          onCheckedChange={(ativo) =>
            void change(row.id, { ativo }, ativo ? 'Pacote à venda' : 'Pacote indisponível')
          }
        />
      </>
    );
  };

  return (
    <>
      <PageHeader
        title="Pacotes de Créditos"
        description="Os pacotes à venda para as empresas, na ordem de exibição."
        actions={add}
      />
      <Suspense fallback={null}>
        <RequestsSection />
      </Suspense>
      {query.isError && !rows ? (
        <ErrorState
          title="Erro ao buscar pacotes de crédito"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : rows?.length === 0 ? (
        <EmptyState
          icon={<Package />}
          title="Nenhum pacote cadastrado"
          description="Sem pacotes, as empresas só recebem créditos por ajuste."
          action={add}
        />
      ) : (
        <Card className="p-4 sm:p-5">
          <DataList
            label="Pacotes de créditos"
            rows={rows}
            stale={false}
            columns={COLUMNS}
            actions={actions}
            skeletonRows={4}
          />
        </Card>
      )}
      <PackageDialog {...editing} onClose={() => setEditing((current) => ({ ...current, open: false }))} />
    </>
  );
}
