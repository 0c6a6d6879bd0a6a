import { cancelarPreparo } from '@escuta/shared/contracts/preparos';
import { isOpenPreparo } from '@escuta/shared/domain/audit-preparation';
import { FileX2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { RecordFailure } from '../../kit/record-failure.tsx';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { useCan } from '../../lib/permissions.ts';
import { ConfirmDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/states.tsx';
import { DryRun } from './dry-run.tsx';
import type { Resumo } from './figures.tsx';
import { PreparoState } from './preparos-list.tsx';
import { Audited, Cancelled, Creating, Failed, Reading, Sending } from './stages.tsx';
import { forgetUploads } from './uploads.ts';
import { usePreparo, usePutPreparo } from './use-preparo.ts';
import { useQuestionDraft } from './use-question-draft.ts';
import { type Detalhe, PORTAL } from './words.ts';

/** Gives it up, after saying what that means. */
function Cancel({ preparo }: { preparo: Detalhe }) {
  const put = usePutPreparo();
  const [asking, setAsking] = useState(false);
  const { run } = useApiMutation(cancelarPreparo, {
    done: 'Auditoria cancelada.',
    failed: 'Não foi possível cancelar',
    onDone: ({ data }) => {
      forgetUploads(preparo.id);
      put(data as Detalhe);
    },
  });
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" />
        Cancelar auditoria
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Cancelar esta auditoria?"
        description="Os arquivos enviados e as correções são apagados. Nada foi cobrado."
        confirmLabel="Cancelar auditoria"
        cancelLabel="Voltar"
        destructive
        onConfirm={() => run({ params: { id: preparo.id } })}
      />
    </>
  );
}

function Stages({ preparo }: { preparo: Detalhe }) {
  // Here, so that it outlives a reading that somebody else asked for.
  const drafting = useQuestionDraft(preparo.id);
  switch (preparo.estado) {
    case 'enviando':
      return <Sending preparo={preparo} />;
    case 'analisando':
      return <Reading preparo={preparo} />;
    case 'pronto':
      return preparo.resumo ? (
        <DryRun preparo={preparo as Detalhe & { resumo: Resumo }} drafting={drafting} />
      ) : null;
    case 'falhou':
      return <Failed preparo={preparo} />;
    case 'criando':
      return <Creating preparo={preparo} />;
    case 'auditando':
    case 'concluido':
      return <Audited preparo={preparo} />;
    case 'cancelado':
      return <Cancelled preparo={preparo} />;
  }
}

/** One audit of the portal, from its files on their way to its results. */
export default function PreparoPage() {
  const { preparoId = '' } = useParams();
  const mayCreate = useCan()('audit', 'create');
  const query = usePreparo(preparoId);
  const preparo = query.data as Detalhe | undefined;
  useDocumentTitle(preparo ? `Auditoria de ${preparo.projeto.nome}` : null);
  if (query.error && !preparo) {
    return (
      <RecordFailure
        title="Auditoria"
        query={query}
        back={PORTAL}
        missingIcon={<FileX2 />}
        missingTitle="Auditoria não encontrada"
        missingDescription="Ela pode ter sido apagada, ou pertence a outra empresa."
        failedTitle="Não foi possível buscar a auditoria."
      />
    );
  }
  const open = preparo !== undefined && isOpenPreparo(preparo.estado);
  return (
    <>
      <PageHeader
        title={preparo ? `Auditoria de ${preparo.projeto.nome}` : undefined}
        back={PORTAL}
        badges={preparo ? <PreparoState estado={preparo.estado} /> : undefined}
        description={
          preparo ? (
            <div className="grid gap-1 text-sm">
              <p>
                Enviada em {formatDateTime(preparo.created_at)}
                {preparo.autor?.nome ? ` por ${preparo.autor.nome}` : ''} ·{' '}
                <Link
                  to={href(paths.projeto, { id: preparo.projeto.id })}
                  className="focus-ring touch-target rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
                >
                  Ver Projeto
                </Link>
                {preparo.expira_em && open ? ` · guardada até ${formatDate(preparo.expira_em)}` : ''}
              </p>
              {preparo.observacoes ? (
                <p className="whitespace-pre-line break-words">{preparo.observacoes}</p>
              ) : null}
            </div>
          ) : undefined
        }
        actions={preparo && open && mayCreate ? <Cancel preparo={preparo} /> : undefined}
      />
      <div className="grid grid-cols-1 gap-5" aria-busy={query.isPending}>
        {query.error ? <StaleNotice what="a auditoria" onRetry={() => void query.refetch()} /> : null}
        {preparo ? <Stages key={preparo.id} preparo={preparo} /> : <Skeleton className="h-72 rounded-xl" />}
      </div>
    </>
  );
}
