import {
  type AparelhoWire,
  eraseAparelho,
  listAparelhos,
  revokeAparelho,
} from '@escuta/shared/contracts/surveys/campo';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Ban, EllipsisVertical, Eraser, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { TODAS_AS_PESQUISAS } from '../../domain/survey/results/survey-failure.tsx';
import { type Column, DataList } from '../../kit/list/data-list.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { useLast } from '../../kit/use-last.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/overlays/dropdown-menu.tsx';
import { useStill } from '../../ui/overlays/open-menus.ts';
import { EmptyState, ErrorState, StaleNotice } from '../../ui/states.tsx';

const SITUACOES: Record<AparelhoWire['situacao'], { label: string; variant: BadgeVariant }> = {
  ativo: { label: 'Autorizado', variant: 'success' },
  vencido: { label: 'Vencido', variant: 'warning' },
  revogado: { label: 'Sem autorização', variant: 'neutral' },
  a_apagar: { label: 'A apagar', variant: 'destructive' },
  apagado: { label: 'Apagado', variant: 'neutral' },
};

/** Number of interviews that a device last reported as unsent. */
const unsent = ({ pendentes }: AparelhoWire): string =>
  pendentes === 0 ? 'Nada a enviar' : plural(pendentes, 'entrevista a enviar', 'entrevistas a enviar');

const COLUMNS: readonly Column<AparelhoWire>[] = [
  { label: 'Aparelho', card: 'title', className: 'max-w-64 font-medium', text: ({ nome }) => nome },
  { label: 'Pessoa', className: 'max-w-56', text: ({ usuario }) => usuario.nome },
  {
    label: 'Situação',
    cell: ({ situacao }) => <Badge variant={SITUACOES[situacao].variant}>{SITUACOES[situacao].label}</Badge>,
  },
  { label: 'A enviar', className: 'max-w-48', text: unsent },
  {
    label: 'Último contato',
    className: 'whitespace-nowrap tabular-nums',
    text: ({ ultimo_contato_em }) => formatDateTime(String(ultimo_contato_em)),
  },
  {
    label: 'Autorizado até',
    className: 'whitespace-nowrap tabular-nums',
    text: ({ autorizado_ate }) => formatDateTime(String(autorizado_ate)),
  },
];

type Asked = { what: 'revogar' | 'apagar'; aparelho: AparelhoWire };

function DeviceActions({ aparelho, onAsk }: { aparelho: AparelhoWire; onAsk: (asked: Asked) => void }) {
  const { nome, situacao } = aparelho;
  if (situacao === 'apagado' || situacao === 'a_apagar') return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon-sm" aria-label={`Ações de ${nome}`}>
          <EllipsisVertical />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {situacao === 'revogado' ? null : (
          <DropdownMenuItem onSelect={() => onAsk({ what: 'revogar', aparelho })}>
            <Ban aria-hidden="true" />
            Revogar autorização
          </DropdownMenuItem>
        )}
        <DropdownMenuItem destructive onSelect={() => onAsk({ what: 'apagar', aparelho })}>
          <Eraser aria-hidden="true" />
          Apagar os dados do aparelho
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Asks before a device loses its authorisation or its data. */
function DeviceConfirmation({ asked, onClose }: { asked: Asked | null; onClose: () => void }) {
  const shown = useLast(asked);
  const revoke = useApiMutation(revokeAparelho, {
    done: 'Autorização revogada.',
    failed: 'Erro ao revogar a autorização',
  });
  const erase = useApiMutation(eraseAparelho, {
    done: 'Os dados do aparelho serão apagados no próximo contato.',
    failed: 'Erro ao apagar os dados do aparelho',
  });
  if (!shown) return null;
  const { what, aparelho } = shown;
  const lost =
    aparelho.pendentes === 0
      ? 'Segundo o último contato, todas as entrevistas deste aparelho estão no servidor.'
      : `${plural(aparelho.pendentes, 'entrevista ainda não enviada será perdida', 'entrevistas ainda não enviadas serão perdidas')}, com respostas e gravações.`;
  return (
    <ConfirmDialog
      open={asked !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      destructive
      title={what === 'apagar' ? 'Apagar os dados do aparelho?' : 'Revogar a autorização do aparelho?'}
      description={
        what === 'apagar'
          ? `${aparelho.nome}, de ${aparelho.usuario.nome}, apagará todos os dados quando tiver internet. ${lost} Esta ação não pode ser desfeita.`
          : `${aparelho.nome}, de ${aparelho.usuario.nome}, não começa nem envia entrevistas até que a mesma pessoa entre de novo neste aparelho. Os dados salvos no aparelho são mantidos.`
      }
      confirmLabel={what === 'apagar' ? 'Apagar' : 'Revogar autorização'}
      onConfirm={() => (what === 'apagar' ? erase : revoke).run({ params: { id: aparelho.id } })}
    />
  );
}

/** 'Aparelhos': devices for interviews without a network, and the number of unsent interviews of each. */
export default function AparelhosPage() {
  const { soCampo } = useRequiredSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useQuery({ ...apiQuery(listAparelhos), select: (answer) => answer.data });
  const rows = useStill(query.data);
  return (
    <>
      <PageHeader
        title="Aparelhos"
        description="Celulares e computadores autorizados a fazer entrevistas, com ou sem internet, e as entrevistas a enviar."
        {...(soCampo ? {} : { back: TODAS_AS_PESQUISAS })}
      />
      {query.error ? (
        rows ? (
          <StaleNotice onRetry={() => void query.refetch()} />
        ) : (
          <ErrorState
            title="Erro ao carregar os aparelhos"
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )
      ) : null}
      {rows?.length === 0 ? (
        <EmptyState
          icon={<Smartphone />}
          title="Nenhum aparelho ainda"
          description="Para autorizar um aparelho, abra nele o código ou o link de um questionário."
        />
      ) : query.error && !rows ? null : (
        <DataList
          label="Aparelhos"
          rows={rows}
          stale={false}
          columns={COLUMNS}
          actions={(aparelho) => <DeviceActions aparelho={aparelho} onAsk={setAsked} />}
        />
      )}
      <DeviceConfirmation asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}
