import { Link, useParams } from 'react-router-dom';
import { StagedPage } from '../../domain/intake/staged-page.tsx';
import { href, paths } from '../../lib/paths.ts';
import { DryRun } from './dry-run.tsx';
import type { Resumo } from './figures.tsx';
import { PREPARO } from './intake.ts';
import { useQuestionDraft } from './questions/use-question-draft.ts';
import {
  AuditedStage,
  CancelledStage,
  CreatingStage,
  FailedStage,
  ReadingStage,
  SendingStage,
} from './stages.tsx';
import type { Detalhe } from './words.ts';

function PreparoStages({ preparo }: { preparo: Detalhe }) {
  // The draft is kept here, above the stages, so that it stays if another person has the files read again.
  const drafting = useQuestionDraft(preparo.id);
  switch (preparo.estado) {
    case 'enviando':
      return <SendingStage preparo={preparo} />;
    case 'analisando':
      return <ReadingStage preparo={preparo} />;
    case 'pronto':
      return preparo.resumo ? (
        <DryRun preparo={preparo as Detalhe & { resumo: Resumo }} drafting={drafting} />
      ) : null;
    case 'falhou':
      return <FailedStage preparo={preparo} />;
    case 'criando':
      return <CreatingStage preparo={preparo} />;
    case 'auditando':
    case 'concluido':
      return <AuditedStage preparo={preparo} />;
    case 'cancelado':
      return <CancelledStage preparo={preparo} />;
  }
}

/** An audit of the portal, from the upload of its files to its results. */
export default function PreparoPage() {
  const { preparoId = '' } = useParams();
  return (
    <StagedPage
      kind={PREPARO}
      id={preparoId}
      back={{ to: paths.auditoriaPortal, label: 'Voltar para Enviar auditoria' }}
      title={({ projeto }) => `Auditoria de ${projeto.nome}`}
      facts={({ projeto }) => [
        <Link
          key="projeto"
          to={href(paths.projeto, { id: projeto.id })}
          className="focus-ring touch-target rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
        >
          Ver Projeto
        </Link>,
      ]}
      note={({ observacoes }) =>
        observacoes ? <p className="whitespace-pre-line break-words">{observacoes}</p> : null
      }
    >
      {(preparo) => <PreparoStages key={preparo.id} preparo={preparo} />}
    </StagedPage>
  );
}
