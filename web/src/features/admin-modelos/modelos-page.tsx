import { listModelos, type ModeloWire } from '@escuta/shared/contracts/insights/modelos';
import { useQuery } from '@tanstack/react-query';
import { Boxes, CircleDollarSign, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { ShutdownNotices } from '../../domain/models/shutdown-notices.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { apiQuery } from '../../lib/network/query.ts';
import { currentTime } from '../../lib/network/server-clock.ts';
import { showDate } from '../../lib/text/masks.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { ModeloDialog } from './modelo-dialog.tsx';
import { PriceNotice } from './price-notice.tsx';
import { PriceSheet } from './price-sheet.tsx';
import { showPrice, UNIDADE_INFO } from './price-text.ts';
import { pricesInForce } from './prices.ts';

const COLUMNS: readonly Column<ModeloWire>[] = [
  {
    label: 'Rótulo',
    card: 'title',
    cell: (row) => (
      <div className="grid gap-1">
        <span className="break-words font-medium">{row.rotulo}</span>
        <span className="flex flex-wrap gap-1">
          <Badge variant="outline">{row.finalidade === 'texto' ? 'Texto' : 'Transcrição'}</Badge>
          {row.ativo ? null : <Badge variant="neutral">Inativo</Badge>}
          {row.configurado ? null : <Badge variant="warning">Sem chave</Badge>}
          {row.origemCapacidades === 'suposto' ? <Badge variant="warning">Capacidades supostas</Badge> : null}
        </span>
      </div>
    ),
  },
  {
    label: 'Modelo',
    className: 'min-w-36',
    cell: (row) => (
      <div className="grid gap-0.5">
        <span className="break-words">{row.modelo}</span>
        <span className="text-muted-foreground text-xs">{row.provedor}</span>
        {row.sucessor ? (
          <span className="break-words text-muted-foreground text-xs">Sucessor: {row.sucessor.modelo}</span>
        ) : null}
        {row.alternativa ? (
          <span className="break-words text-muted-foreground text-xs">
            Alternativa: {row.alternativa.modelo}
          </span>
        ) : null}
      </div>
    ),
  },
  {
    label: 'Capacidades',
    className: 'min-w-40',
    cell: (row) => (
      <ul className="grid gap-0.5 text-muted-foreground text-xs">
        {row.capacidades.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    ),
  },
  {
    label: 'Preços em vigor',
    className: 'min-w-36',
    cell: (row) => {
      const prices = pricesInForce(row, currentTime());
      // Prices by token have the same unit, so the unit is shown only under the last of them.
      const units = prices.map(({ unidade }) => UNIDADE_INFO[unidade].por);
      return prices.length === 0 ? (
        <Badge variant="warning">Sem preço</Badge>
      ) : (
        <ul className="grid gap-0.5 tabular-nums">
          {prices.map((preco, index) => (
            <li key={preco.id} className="grid">
              <span className="whitespace-nowrap">
                {UNIDADE_INFO[preco.unidade].curto}: US$ {showPrice(preco.precoUsd, preco.unidade)}
              </span>
              {units[index] === units[index + 1] ? null : (
                <span className="whitespace-nowrap text-muted-foreground text-xs">{units[index]}</span>
              )}
            </li>
          ))}
        </ul>
      );
    },
  },
  {
    label: 'Desativação',
    cell: (row) =>
      row.desativadoEm ? (
        <div className="grid gap-1">
          <span className="whitespace-nowrap tabular-nums">{showDate(row.desativadoEm)}</span>
          {row.aviso ? (
            <Badge variant="warning">Atenção</Badge>
          ) : (
            <span className="text-muted-foreground text-xs">
              {row.origemDesativacao === 'fabricante' ? 'Anunciada pelo fabricante' : 'Definida aqui'}
            </span>
          )}
        </div>
      ) : (
        <span className="text-muted-foreground">-</span>
      ),
  },
];

type Editing = { open: boolean; modelo: ModeloWire | null };

/** 'Modelos': the model of each label, its capabilities, its price and the end of its service. */
export default function ModelosPage() {
  const query = useQuery({ ...apiQuery(listModelos), select: (answer) => answer.data });
  const [editing, setEditing] = useState<Editing>({ open: false, modelo: null });
  const [pricesOf, setPricesOf] = useState<string | null>(null);
  const rows = query.data;
  const add = (
    <Button onClick={() => setEditing({ open: true, modelo: null })}>
      <Plus aria-hidden="true" />
      Novo rótulo
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Modelos"
        description="O modelo de cada rótulo: capacidades, preços e a data de desativação pelo fabricante."
        actions={add}
        className="mb-0"
      />
      <ShutdownNotices />
      <PriceNotice modelos={rows ?? []} />
      {query.isError && !rows ? (
        <ErrorState
          title="Erro ao buscar os modelos"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : rows?.length === 0 ? (
        <EmptyState
          icon={<Boxes />}
          title="Nenhum modelo no catálogo"
          description="Sem rótulos, nada pode ser transcrito nem analisado."
          action={add}
        />
      ) : (
        <Card className="p-4 sm:p-5">
          <DataList
            label="Catálogo de modelos"
            rows={rows}
            stale={false}
            columns={COLUMNS}
            skeletonRows={5}
            actions={(row) => (
              <>
                <Tooltip content="Preços">
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Preços de ${row.rotulo}`}
                    onClick={() => setPricesOf(row.id)}
                  >
                    <CircleDollarSign />
                  </Button>
                </Tooltip>
                <Tooltip content="Editar">
                  <Button
                    variant="ghost"
                    size="icon-sm"
                    aria-label={`Editar ${row.rotulo}`}
                    onClick={() => setEditing({ open: true, modelo: row })}
                  >
                    <Pencil />
                  </Button>
                </Tooltip>
              </>
            )}
          />
        </Card>
      )}
      <ModeloDialog {...editing} onClose={() => setEditing((current) => ({ ...current, open: false }))} />
      <PriceSheet
        modelo={rows?.find(({ id }) => id === pricesOf) ?? null}
        onClose={() => setPricesOf(null)}
      />
    </div>
  );
}
