import { confirmFolha, getMinhaFolha, type LinhaDeFolha } from '@escuta/shared/contracts/team/folhas';
import { sheetTitle } from '@escuta/shared/domain/interview/sheet/day-sheet';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { AnswerFeedback } from '../../domain/agents/answer-feedback.tsx';
import { SheetLines } from '../../domain/agents/sheets/sheet-lines.tsx';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { apiQuery } from '../../lib/network/query.ts';
import { useRequiredSession } from '../../lib/network/session.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MomentSound } from './moment-sound.tsx';

/** Polling interval while the sounds of the page are being cut, ms. */
const PREPARING_MS = 3000;

/** An interviewer's own daily sheet: figures, and moments that the interviewer can listen to and answer. */
export default function FolhaPage() {
  const { dia = '' } = useParams();
  const query = useQuery({
    ...apiQuery(getMinhaFolha, { params: { dia } }),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) =>
      state.data?.data.linhas.some(({ som }) => som === 'preparando') ? PREPARING_MS : false,
  });
  const see = useApiMutation(confirmFolha, { failed: 'Erro ao marcar a folha como visualizada' });
  const folha = query.data;
  useDocumentTitle(folha ? sheetTitle(folha.dia) : null);
  return (
    <>
      <PageHeader
        title={folha ? sheetTitle(folha.dia) : 'Folha do dia'}
        back={{ to: paths.meuCampo, label: 'Minhas entrevistas' }}
        badges={
          folha ? (
            <Badge variant={folha.vista ? 'success' : 'info'}>{folha.vista ? 'Visualizada' : 'Nova'}</Badge>
          ) : null
        }
        description={
          folha
            ? `Enviada em ${formatDateTime(folha.enviada_em)}${folha.por ? ` por ${folha.por}` : ''}.`
            : undefined
        }
      />
      {query.isError && !folha ? (
        <ErrorState
          title="Erro ao abrir a folha"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : folha ? (
        <div className="grid max-w-2xl gap-4">
          <SheetLines
            label="Números e momentos do dia"
            level="h2"
            lines={folha.linhas}
            actions={(line) => <LineActions line={line} />}
          />
          {folha.vista ? null : (
            <Button
              size="lg"
              className="w-full sm:w-fit"
              loading={see.busy}
              onClick={() => void see.attempt({ params: { dia } })}
            >
              <Check aria-hidden="true" />
              Marcar como visualizada
            </Button>
          )}
        </div>
      ) : (
        <Skeleton aria-busy="true" className="h-64 max-w-2xl" />
      )}
    </>
  );
}

/** The sound of a moment and the interviewer's answer, or the button to answer. */
function LineActions({ line: { id, tipo, titulo, som, resposta, respondido_em } }: { line: LinhaDeFolha }) {
  const { user } = useRequiredSession();
  return (
    <>
      {som ? <MomentSound retornoId={id} name={titulo} som={som} /> : null}
      {resposta === null ? (
        <AnswerFeedback
          retornoId={id}
          label={tipo === 'geral' ? 'Responder à folha' : 'Responder a este momento'}
        />
      ) : (
        <blockquote className="whitespace-pre-wrap break-words border-l-2 pl-3 text-sm">
          <span className="block text-muted-foreground text-xs">
            Resposta de {user.nome ?? 'você'}, {formatDateTime(respondido_em)}
          </span>
          {resposta}
        </blockquote>
      )}
    </>
  );
}
