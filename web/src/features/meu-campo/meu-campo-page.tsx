import { type EntrevistaPropria, listMinhasEntrevistas } from '@escuta/shared/contracts/surveys/campo';
import { listMinhasFolhas } from '@escuta/shared/contracts/team/folhas';
import { DESFECHO_LABEL } from '@escuta/shared/domain/interview/questionnaire/screening';
import { sheetTitle } from '@escuta/shared/domain/interview/sheet/day-sheet';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { Info, Mic } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { PagedCard, RowLink, RowText } from '../../kit/list/paged-card.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { apiListQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Polling interval of the list, ms. */
const POLL_MS = 30_000;

/** State of an interview, in words for its interviewer. */
function stateOf(one: EntrevistaPropria): { label: string; variant: BadgeVariant } {
  if (one.situacao === 'em_andamento') return { label: 'Em andamento', variant: 'info' };
  if (!one.recebida) return { label: 'A enviar', variant: 'warning' };
  if (one.retida) return { label: 'À espera do gerente', variant: 'warning' };
  if (one.recusada) return { label: 'Recusada', variant: 'neutral' };
  if (one.situacao === 'concluida') return { label: 'Enviada', variant: 'success' };
  return { label: one.desfecho ? DESFECHO_LABEL[one.desfecho] : 'Interrompida', variant: 'neutral' };
}

/** 'Minhas entrevistas': starts the next interview and lists the earlier ones. Home page of a field-only account. */
export default function MeuCampoPage() {
  const { user, soCampo } = useRequiredSession();
  const { state } = useLocation();
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...apiListQuery(listMinhasEntrevistas, { query: { page, limit: 10 } }),
    // A field-only account has no live events, so the list is polled to show what the account's devices send.
    refetchInterval: POLL_MS,
  });
  const cameFromOffice = soCampo && (state as { telaDoEscritorio?: true } | null)?.telaDoEscritorio === true;
  return (
    <>
      <PageHeader
        title="Minhas entrevistas"
        description={
          user.nome ? `Entrevistas feitas por ${user.nome}, neste e em outros aparelhos.` : undefined
        }
        actions={
          <Button size="lg" asChild>
            <a href={paths.campo}>
              <Mic aria-hidden="true" />
              Fazer entrevistas
            </a>
          </Button>
        }
      />
      {cameFromOffice ? (
        <Notice variant="info" role="status" icon={<Info aria-hidden="true" />} className="mb-4">
          A sua conta é só de campo e não abre essa página. Aqui estão as suas entrevistas.
        </Notice>
      ) : null}
      <MySheets />
      <PagedCard
        title="Entrevistas feitas por você"
        listLabel="Minhas entrevistas"
        noun="entrevistas"
        query={query}
        rows={query.data?.data}
        pagination={query.data?.pagination}
        onPageChange={setPage}
        failedTitle="Erro ao carregar as suas entrevistas"
        empty={
          <EmptyState
            icon={<Mic />}
            title="Nenhuma entrevista ainda"
            description="As entrevistas aparecem aqui depois do primeiro envio do aparelho."
          />
        }
      >
        {(one) => {
          const { label, variant } = stateOf(one);
          return (
            <>
              <RowText title={one.questionario}>
                {one.pesquisa} · {formatDateTime(String(one.iniciada_em))}
              </RowText>
              <Badge variant={variant}>{label}</Badge>
            </>
          );
        }}
      </PagedCard>
    </>
  );
}

/** The sheets that the interviewer received; draws nothing before the first sheet. */
function MySheets() {
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...apiListQuery(listMinhasFolhas, { query: { page, limit: 5 } }),
    refetchInterval: POLL_MS,
  });
  const rows = query.data?.data.map((one) => ({ ...one, id: one.dia }));
  if (!query.isError && (rows === undefined || rows.length === 0)) return null;
  return (
    <div className="mb-4">
      <PagedCard
        title="Folhas do dia"
        listLabel="Folhas recebidas"
        noun="folhas"
        query={query}
        rows={rows}
        pagination={query.data?.pagination}
        onPageChange={setPage}
        failedTitle="Erro ao carregar as suas folhas"
        empty={null}
      >
        {({ dia, momentos, vista, respondida }) => (
          <>
            <RowText title={sheetTitle(dia)}>
              {momentos > 0
                ? plural(momentos, 'momento para ouvir', 'momentos para ouvir')
                : 'Números do dia'}
            </RowText>
            <Badge variant={vista ? 'neutral' : 'info'}>
              {respondida ? 'Respondida' : vista ? 'Visualizada' : 'Nova'}
            </Badge>
            <RowLink to={href(paths.minhaFolha, { dia })}>Ler a folha</RowLink>
          </>
        )}
      </PagedCard>
    </div>
  );
}
