import {
  getQuestionario,
  publishQuestionario,
  type QuestionarioDetalhe,
} from '@escuta/shared/contracts/surveys/questionarios';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { FormDialog, useFormDialog, useReportToDialog } from '../../../kit/form/form-dialog.tsx';
import { useApiMutation } from '../../../kit/mutation.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '../../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ChangeList } from './changes-tab.tsx';

/** Label of the button: 'Publicar versão 4', or 'Voltar à versão 2' if the draft equals that earlier version. */
export const publishLabel = ({ publicacao, publicada }: QuestionarioDetalhe): string =>
  publicada && publicacao.versao < publicada.numero
    ? `Voltar à versão ${publicacao.versao}`
    : `Publicar versão ${publicacao.versao}`;

/** True if the draft has changes to publish. */
export const isPublishable = ({ publicada, alterado }: QuestionarioDetalhe): boolean =>
  publicada === null || alterado;

/** Shows the draft's changes before a person publishes them for new interviews. */
export function PublishDialog({
  questionarioId,
  open,
  onClose,
}: {
  questionarioId: string;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <FormDialog open={open} onClose={onClose} className="max-w-2xl">
      <Publication questionarioId={questionarioId} />
    </FormDialog>
  );
}

function Publication({ questionarioId }: { questionarioId: string }) {
  const query = useQuery({
    ...apiQuery(getQuestionario, { params: { id: questionarioId } }),
    select: (answer) => answer.data,
  });
  if (query.data) return <Changes now={query.data} />;
  return (
    <>
      <DialogHeader>
        <DialogTitle>Publicar questionário</DialogTitle>
        <DialogDescription>Alterações desde a versão publicada.</DialogDescription>
      </DialogHeader>
      {query.error ? (
        <ErrorState
          title="Erro ao carregar as alterações"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <Skeleton className="h-48" />
      )}
    </>
  );
}

function Changes({ now }: { now: QuestionarioDetalhe }) {
  const { close, done } = useFormDialog();
  const { run, busy } = useApiMutation(publishQuestionario, {
    done: ({ data }) =>
      `Versão ${data.publicada?.numero ?? ''} publicada. Novas entrevistas passam a usá-la.`,
    failed: 'Erro ao publicar o questionário',
  });
  useReportToDialog(busy, false);
  // The changes as the person reads them. They stay unchanged while others edit, because exactly these are published.
  const [read, setRead] = useState(now);
  const moved = read.publicacao.rascunho !== now.publicacao.rascunho;
  const [published, setPublished] = useState(false);
  const other = !busy && !moved && !published && !isPublishable(now) ? now.publicada : null;
  const { impedimento } = read.publicacao;
  const publish = async (): Promise<void> => {
    try {
      await run({ params: { id: read.id }, body: { rascunho: read.publicacao.rascunho } });
      setPublished(true);
      done();
    } catch {
      // The mutation has already shown the conflict in a toast and requests the present changes again.
    }
  };
  return (
    <>
      <DialogHeader>
        <DialogTitle>{publishLabel(read)}</DialogTitle>
        <DialogDescription>
          <strong className="font-medium text-foreground">{read.nome}</strong> ·{' '}
          {read.publicada
            ? `Novas entrevistas deixam de usar a versão ${read.publicada.numero}. As já iniciadas continuam na versão em que começaram, e celulares sem internet usam a versão que já têm.`
            : 'Esta é a primeira versão: as entrevistas serão feitas com as perguntas como estão agora.'}
        </DialogDescription>
      </DialogHeader>
      {moved ? (
        <Notice role="alert" icon={<CircleAlert aria-hidden="true" />}>
          <p>O questionário mudou enquanto você lia. Confira a lista atual antes de publicar.</p>
          <Button variant="outline" size="sm" className="mt-2" onClick={() => setRead(now)}>
            Ver a lista atual
          </Button>
        </Notice>
      ) : null}
      {other ? (
        <Notice role="alert" variant="info" icon={<CircleAlert aria-hidden="true" />}>
          {other.por ?? 'Outra pessoa'} já publicou estas alterações na versão {other.numero}.
        </Notice>
      ) : null}
      {impedimento ? (
        <Notice role="alert" icon={<CircleAlert aria-hidden="true" />}>
          {impedimento}
        </Notice>
      ) : null}
      <ChangeList mudancas={read.mudancas} perguntas={read.perguntas} />
      <DialogFooter>
        <Button variant="outline" disabled={busy} onClick={close}>
          Voltar
        </Button>
        <Button
          loading={busy}
          disabled={moved || other !== null || impedimento !== null}
          onClick={() => void publish()}
        >
          {publishLabel(read)}
        </Button>
      </DialogFooter>
    </>
  );
}
