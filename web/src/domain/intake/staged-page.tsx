import { FileX2, Trash2, Undo2 } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useApiMutation } from '../../kit/mutation.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { RecordFailure } from '../../kit/record-failure.tsx';
import { useCan } from '../../lib/network/permissions.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { formatDate, formatDateTime } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StaleNotice } from '../../ui/states.tsx';
import { type IntakeKind, type Staged, stateLine, wordsOf } from './kind.ts';
import { StateBadge, Steps } from './stage.tsx';
import { forgetUploads } from './uploads.ts';
import { usePutStaged, useStaged } from './use-staged.ts';

/** Cancels or undoes an intake, after telling the consequences. */
function AskedAct<Intake extends Staged>({
  kind,
  intake,
  act,
}: {
  kind: IntakeKind<Intake, never>;
  intake: Intake;
  act: 'cancelar' | 'desfazer';
}) {
  const put = usePutStaged(kind);
  const [asking, setAsking] = useState(false);
  const { name, the, past, this: one } = wordsOf(kind);
  const cancels = act === 'cancelar';
  const { endpoint } = cancels || !kind.undo ? kind.cancel : kind.undo;
  const { run } = useApiMutation(endpoint, {
    ...(cancels ? { done: `${name} ${past('cancelad')}.` } : {}),
    failed: `Não foi possível ${act} ${the}`,
    onDone: (answer) => {
      if (cancels) forgetUploads(intake.id);
      put(answer);
    },
  });
  const verb = cancels ? 'Cancelar' : 'Desfazer';
  return (
    <>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {cancels ? <Trash2 aria-hidden="true" /> : <Undo2 aria-hidden="true" />}
        {verb} {kind.noun}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`${verb} ${one}?`}
        description={cancels ? kind.cancel.lost : kind.undo?.lost(intake)}
        confirmLabel={`${verb} ${kind.noun}`}
        cancelLabel="Voltar"
        destructive
        onConfirm={async () => void (await run({ params: { id: intake.id } }))}
      />
    </>
  );
}

interface StagedPageProps<Intake extends Staged> {
  kind: IntakeKind<Intake, never>;
  id: string;
  back: { to: string; label: string };
  title: (intake: Intake) => string;
  /** Title of the browser's tab; the heading by default. */
  documentTitle?: (intake: Intake) => string;
  /** Facts to show beside the intake's time and sender. */
  facts: (intake: Intake) => readonly ReactNode[];
  note?: (intake: Intake) => ReactNode;
  /** Buttons shown beside those that cancel and undo. */
  actions?: ReactNode;
  children: (intake: Intake) => ReactNode;
}

/** Page of one intake, from the upload of its files to the result: state, facts, steps, cancel and undo. */
export function StagedPage<Intake extends Staged>({
  kind,
  id,
  back,
  title,
  documentTitle = title,
  facts,
  note,
  actions,
  children,
}: StagedPageProps<Intake>) {
  const may = useCan();
  const query = useStaged(kind, id);
  const intake = query.data;
  const { name, the, it, past } = wordsOf(kind);
  useDocumentTitle(intake ? documentTitle(intake) : null);
  if (query.error && !intake) {
    return (
      <RecordFailure
        title={name}
        query={query}
        back={back}
        missingIcon={<FileX2 />}
        missingTitle={`${name} não ${past('encontrad')}`}
        missingDescription={`${it} pode ter sido ${past('apagad')}, ou pertence a outra empresa.`}
        failedTitle={`Não foi possível buscar ${the}.`}
      />
    );
  }
  if (!intake) {
    return (
      <>
        <PageHeader title={undefined} back={back} />
        <Skeleton className="h-72 rounded-xl" aria-busy />
      </>
    );
  }
  const estado = intake.estado as Intake['estado'];
  const undoUntil = kind.undo?.until(intake) ?? null;
  // An intake that has created something cannot be cancelled, only undone.
  const open = kind.open.includes(estado) && undoUntil === null;
  const keptUntil = open ? (kind.keptUntil?.(intake) ?? null) : null;
  const reason = kind.reason ? kind.reason(intake) : intake.motivo;
  const told = [
    `${past('Enviad')} em ${formatDateTime(intake.created_at)}${intake.autor?.nome ? ` por ${intake.autor.nome}` : ''}`,
    ...facts(intake),
    keptUntil ? `${past('guardad')} até ${formatDate(keptUntil)}` : null,
    undoUntil ? `pode ser ${past('desfeit')} até ${formatDate(undoUntil)}` : null,
  ].filter(Boolean);
  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title={title(intake)}
        back={back}
        badges={<StateBadge kind={kind} estado={estado} />}
        description={
          <div className="grid gap-1 text-sm">
            <p>
              {told.map((fact, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: facts stand where they stand
                <Fragment key={n}>
                  {n > 0 ? ' · ' : ''}
                  {fact}
                </Fragment>
              ))}
            </p>
            {note?.(intake)}
          </div>
        }
        actions={
          <>
            {actions}
            {undoUntil && kind.undo && may(...kind.undo.can) ? (
              <AskedAct kind={kind} intake={intake} act="desfazer" />
            ) : null}
            {open && may(...kind.cancel.can) ? <AskedAct kind={kind} intake={intake} act="cancelar" /> : null}
          </>
        }
        className="mb-0"
      />
      {query.error ? <StaleNotice what={the} onRetry={() => void query.refetch()} /> : null}
      <Steps kind={kind} current={stateLine(kind, estado).step} />
      {reason ? (
        <Notice variant={intake.estado === 'falhou' ? 'destructive' : 'warning'} role="alert">
          <span className="break-words">{reason}</span>
        </Notice>
      ) : null}
      {children(intake)}
    </div>
  );
}
