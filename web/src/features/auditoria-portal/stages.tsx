/** Parts of a preparation's page, one for each state: sending, reading, failed, creating, audited, cancelled. */

import { approvePreparo } from '@escuta/shared/contracts/surveys/preparos';
import { PAPEL_ARQUIVO_LABEL } from '@escuta/shared/domain/audit-preparation';
import { plural } from '@escuta/shared/domain/text/in-words';
import { BarChart3, CheckCircle2, CircleAlert, RotateCw, Upload } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ReadButton, StageCard, spinner, WorkCard } from '../../domain/intake/stage.tsx';
import { usePutStaged } from '../../domain/intake/use-staged.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { href, paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { PortalFiles } from './files/files.tsx';
import { PREPARO } from './intake.ts';
import type { Detalhe } from './words.ts';

/** Shown while the files are being uploaded. */
export function SendingStage({ preparo }: { preparo: Detalhe }) {
  const mayCreate = useCan()('audit', 'create');
  const here = preparo.arquivos.every(({ completo }) => completo);
  return (
    <div className="grid grid-cols-1 gap-5">
      <PortalFiles preparo={preparo} />
      {here ? (
        <StageCard
          icon={<CheckCircle2 aria-hidden="true" />}
          title="Todos os arquivos foram recebidos"
          action={
            mayCreate ? (
              <ReadButton kind={PREPARO} id={preparo.id}>
                Ler os arquivos
              </ReadButton>
            ) : undefined
          }
        >
          <p>Falta só a leitura. Ela começa automaticamente; se não começar, inicie aqui.</p>
        </StageCard>
      ) : null}
    </div>
  );
}

/** Shown while a task reads the files. */
export function ReadingStage({ preparo }: { preparo: Detalhe }) {
  const reading = preparo.arquivos.filter(({ lido }) => !lido);
  return (
    <div className="grid grid-cols-1 gap-5">
      <WorkCard
        title={reading.length > 0 ? 'Lendo os arquivos' : 'Procurando os pares'}
        tarefa={preparo.tarefa}
      >
        <p>
          {reading.length > 0
            ? `${reading.length === 1 ? 'Arquivo ainda não lido' : 'Arquivos ainda não lidos'}: ${reading.map(({ papel }) => PAPEL_ARQUIVO_LABEL[papel]).join(', ')}. A leitura pode levar alguns minutos.`
            : 'As linhas e as gravações estão sendo comparadas.'}
        </p>
      </WorkCard>
      <PortalFiles preparo={preparo} />
    </div>
  );
}

/** Shown if a file cannot be read. The message stands beside the file, where a person can send another file. */
export function FailedStage({ preparo }: { preparo: Detalhe }) {
  const mayCreate = useCan()('audit', 'create');
  const { motivo_papel } = preparo;
  return (
    <div className="grid grid-cols-1 gap-5">
      <StageCard
        icon={<CircleAlert className="text-destructive-text" aria-hidden="true" />}
        title={
          motivo_papel === null
            ? 'A leitura não terminou'
            : `Não foi possível ler: ${PAPEL_ARQUIVO_LABEL[motivo_papel]}`
        }
        action={
          mayCreate ? (
            <ReadButton
              kind={PREPARO}
              id={preparo.id}
              variant={motivo_papel === null ? 'default' : 'outline'}
            >
              Ler de novo
            </ReadButton>
          ) : undefined
        }
      >
        <p className="break-words">
          {motivo_papel === null
            ? 'A leitura parou antes do fim.'
            : 'O motivo aparece junto do arquivo, abaixo. Troque esse arquivo; os outros três são mantidos.'}
        </p>
      </StageCard>
      <PortalFiles preparo={preparo} />
    </div>
  );
}

/** Shown after the confirmation, while a task creates the survey and takes the credits. */
export function CreatingStage({ preparo }: { preparo: Detalhe }) {
  const mayConfirm = useCan()('result', 'process');
  const put = usePutStaged(PREPARO);
  const again = useApiMutation(approvePreparo, {
    failed: 'Não foi possível continuar',
    onDone: put,
  });
  if (preparo.motivo) {
    return (
      <StageCard
        icon={<CircleAlert className="text-destructive-text" aria-hidden="true" />}
        title="A criação parou no meio"
        action={
          mayConfirm ? (
            <Button
              loading={again.busy}
              onClick={() =>
                void again.attempt({
                  params: { id: preparo.id },
                  body: {
                    versao: preparo.versao,
                    creditos: preparo.resumo?.creditos ?? 0,
                    // 0, because no warnings are shown after the confirmation.
                    avisos: 0,
                    incluir_linhas_sem_gravacao: preparo.incluir_linhas_sem_gravacao,
                  },
                })
              }
            >
              {again.busy ? null : <RotateCw aria-hidden="true" />}
              Tentar de novo
            </Button>
          ) : undefined
        }
      >
        <p>A criação continua de onde parou: nada é criado nem cobrado duas vezes.</p>
      </StageCard>
    );
  }
  return (
    <WorkCard title="Criando a auditoria" tarefa={preparo.tarefa}>
      <p>A pesquisa, as entrevistas e os itens estão sendo criados.</p>
    </WorkCard>
  );
}

/** A sentence on how many recordings are audited, failed, in progress and waiting; '' without progress data. */
function soFar(andamento: Detalhe['andamento']): string {
  if (!andamento) return '';
  const { concluidas, falhas, em_andamento, a_espera } = andamento;
  const parts = [
    concluidas > 0 ? plural(concluidas, 'gravação auditada', 'gravações auditadas') : '',
    em_andamento > 0 ? `${em_andamento} em andamento` : '',
    falhas > 0 ? `${plural(falhas, 'falhou', 'falharam')} (os créditos voltam)` : '',
    a_espera > 0 ? `${a_espera} aguardando` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${parts.join(', ')}.`;
}

/** Shown while the recordings are audited and afterwards, with links to the survey and its results. */
export function AuditedStage({ preparo }: { preparo: Detalhe }) {
  const ended = preparo.estado === 'concluido';
  const { pesquisa_id, auditoria_id, projeto, andamento } = preparo;
  const withoutResult = ended && andamento !== null && andamento.concluidas === 0;
  return (
    <StageCard
      icon={
        withoutResult ? (
          <CircleAlert className="text-destructive-text" aria-hidden="true" />
        ) : ended ? (
          <CheckCircle2 aria-hidden="true" />
        ) : (
          spinner
        )
      }
      title={
        withoutResult ? 'A auditoria terminou sem resultados' : ended ? 'Auditoria concluída' : 'Em auditoria'
      }
      action={
        <>
          {pesquisa_id ? (
            <Button asChild>
              <Link to={`${href(paths.pesquisa, { id: pesquisa_id })}?aba=resultados`}>
                <BarChart3 aria-hidden="true" />
                Ver resultados da pesquisa
              </Link>
            </Button>
          ) : null}
          {auditoria_id ? (
            <Button variant="outline" asChild>
              <Link to={href(paths.resultadosAuditoria, { id: projeto.id, auditoriaId: auditoria_id })}>
                Ver a auditoria
              </Link>
            </Button>
          ) : null}
        </>
      }
    >
      <p role="status">
        {withoutResult
          ? 'Nenhuma gravação pôde ser auditada: o motivo de cada uma está na auditoria.'
          : ended
            ? 'O mapa mostra o veredito de cada pergunta.'
            : 'As gravações estão sendo transcritas e comparadas com a planilha. O resultado de cada gravação aparece assim que ela termina.'}
      </p>
      {soFar(andamento) ? <p>{soFar(andamento)}</p> : null}
    </StageCard>
  );
}

/** Shown for a cancelled preparation, whose files are deleted. */
export function CancelledStage({ preparo }: { preparo: Detalhe }) {
  return (
    <StageCard
      icon={<CircleAlert aria-hidden="true" />}
      title="Auditoria cancelada"
      action={
        <Button variant="outline" asChild>
          <Link to={`${paths.auditoriaPortal}?${new URLSearchParams({ projeto: preparo.projeto.id })}`}>
            <Upload aria-hidden="true" />
            Enviar outra auditoria
          </Link>
        </Button>
      }
    >
      <p>Os arquivos foram apagados e nada foi cobrado.</p>
    </StageCard>
  );
}
