import { listAcessosDaEntrevista, listAcessosDoItem } from '@escuta/shared/contracts/operation/acessos';
import { useQuery } from '@tanstack/react-query';
import { Ear } from 'lucide-react';
import { useState } from 'react';
import { useLast } from '../../kit/use-last.ts';
import { apiListQuery } from '../../lib/network/query.ts';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { Pagination } from '../../ui/pagination/pagination.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { deedOf, whenOf } from '../records/access-words.ts';
import type { ActionItem } from './item.ts';

/** 'Quem ouviu': accesses to a call or an interview, the newest first. */
export function WhoHeardDialog({ target, onClose }: { target: ActionItem | null; onClose: () => void }) {
  const shown = useLast(target);
  return (
    <Dialog open={target !== null} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent className="max-w-2xl">
        <DialogHeader>
          <DialogTitle>Quem ouviu</DialogTitle>
          <DialogDescription>
            {shown?.name}. O tempo ouvido é o tempo de reprodução no player. As listas exportadas ficam em
            Registros.
          </DialogDescription>
        </DialogHeader>
        {shown ? <AccessList key={shown.id} item={shown} /> : null}
      </DialogContent>
    </Dialog>
  );
}

function AccessList({ item }: { item: ActionItem }) {
  const [page, setPage] = useState(1);
  const contract = item.interview ? listAcessosDaEntrevista : listAcessosDoItem;
  const id = item.interview?.id ?? item.id;
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...apiListQuery(contract, { params: { id }, query: { page, limit: 10 } }),
    // Never cached, because a person may have listened meanwhile.
    staleTime: 0,
  });
  if (isPending) return <Skeleton className="h-40" />;
  if (error && !data) {
    return (
      <ErrorState
        className="py-8"
        title="Erro ao buscar os acessos"
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (data.data.length === 0) {
    return (
      <EmptyState
        icon={<Ear />}
        title="Nenhum acesso ainda"
        description="Acessos, reproduções, downloads e exportações aparecem aqui."
      />
    );
  }
  return (
    <div className="grid gap-4">
      <ul aria-label="Acessos" className="divide-y">
        {data.data.map((access) => (
          <li
            key={access.id}
            className="grid gap-x-4 gap-y-0.5 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <span className="break-words font-medium">{access.quem}</span>
            <span className="text-muted-foreground tabular-nums sm:text-right">{whenOf(access)}</span>
            <span className="text-muted-foreground tabular-nums">{deedOf(access)}</span>
            <span className="text-muted-foreground text-xs tabular-nums sm:text-right">
              {access.endereco_ip ?? ''}
            </span>
          </li>
        ))}
      </ul>
      <Pagination {...data.pagination} noun="acessos" onPageChange={setPage} />
    </div>
  );
}
