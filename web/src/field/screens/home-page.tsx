import { plural } from '@escuta/shared/domain/text/in-words';
import { CloudUpload, RotateCw } from 'lucide-react';
import { isEnded } from '../../lib/field-sync/model.ts';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useDevice, useField, useFieldOnly, useOnline, useSituacao, useStored } from '../device/field.ts';
import { isHomeAsked } from '../device/place.ts';
import { isStandalone } from '../device/platform.ts';
import { exportCopy } from '../device/storage/export-copy.ts';
import type { EntrevistaLocal, FieldStore, Fila } from '../log/model.ts';
import { FALHA_DO_APARELHO, type Situacao } from '../sync/syncer.ts';
import { nameOf, OpenInterview } from './going.tsx';
import { Section } from './interview/section.tsx';
import { LoadFailure } from './messages.tsx';
import { Notices } from './notices.tsx';
import { Questionnaires } from './questionnaires.tsx';
import { ThisDevice } from './this-device.tsx';

interface Held {
  entrevista: EntrevistaLocal;
  fila: Fila | null;
  /** Number of pieces of sound stored on this device. */
  partes: number;
}

/** Reads what this device has not sent yet. `empty` is true if the device never had anything. */
async function readHeld(store: FieldStore): Promise<{ held: Held[]; sent: number; empty: boolean }> {
  const [entrevistas, filas, enviadas, questionarios] = await Promise.all([
    store.entrevistas(),
    store.filas(),
    store.enviadas(),
    store.questionarios(),
  ]);
  const held = await Promise.all(
    entrevistas.map(async (entrevista): Promise<Held> => {
      const partes =
        entrevista.consentimento === 'aceito'
          ? await store.partes(entrevista.id)
          : new Map<number, number[]>();
      return {
        entrevista,
        fila: filas.find(({ id }) => id === entrevista.id) ?? null,
        partes: [...partes.values()].reduce((sum, numbers) => sum + numbers.length, 0),
      };
    }),
  );
  return {
    held: held.sort((a, b) => b.entrevista.iniciadaEm - a.entrevista.iniciadaEm),
    sent: enviadas.length,
    empty: entrevistas.length + enviadas.length + questionarios.length === 0,
  };
}

/** An unsent interview, with the share of events and sound that the server has, and the failure if there is one. */
function QueuedInterview({
  held: { entrevista, fila, partes },
  situacao,
}: {
  held: Held;
  situacao: Situacao;
}) {
  const all = entrevista.seq + partes;
  const done = Math.min(all, (fila?.ate ?? 0) + (fila?.partes ?? 0));
  return (
    <li className="grid gap-2 rounded-lg border bg-card p-3.5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="break-words font-medium">{nameOf(entrevista)}</p>
          <p className="break-words text-muted-foreground text-sm">
            {entrevista.questionarioNome} · {formatDateTime(entrevista.iniciadaEm)}
          </p>
        </div>
        {fila?.falha ? (
          <Badge variant="destructive">Não enviada</Badge>
        ) : (
          <Badge variant={situacao === 'enviando' ? 'info' : 'warning'}>
            {situacao === 'enviando' ? 'Enviando' : 'Aguardando'}
          </Badge>
        )}
      </div>
      <Progress value={all === 0 ? 0 : done / all} label={`Envio da entrevista de ${nameOf(entrevista)}`} />
      {fila?.falha ? (
        <p className="break-words text-destructive-text text-sm">
          {fila.falha.mensagem} ({formatDateTime(fila.falha.em)})
        </p>
      ) : null}
    </li>
  );
}

function whyWaiting(situacao: 'sem_rede' | 'aparelho', online: boolean): string {
  if (situacao === 'aparelho') return FALHA_DO_APARELHO;
  return online
    ? 'O servidor não respondeu. A Escuta tenta de novo automaticamente.'
    : 'Sem internet. O envio continua automaticamente quando ela voltar.';
}

/** Home page of the app: interviews in progress, interviews to send, and questionnaires. */
export function HomePage() {
  const { store, syncer } = useField();
  const state = useStored(readHeld);
  const device = useDevice();
  const fieldOnly = useFieldOnly();
  const online = useOnline();
  const situacao = useSituacao();
  useDocumentTitle('Entrevistas em campo');
  const going = state?.held.filter(({ entrevista }) => !isEnded(entrevista)) ?? [];
  const queued = state?.held.filter(({ entrevista }) => isEnded(entrevista)) ?? [];
  const aparelho = device?.aparelho;
  // The installed app and returning interviewers start on this page. Anybody else came by a link that lacks its
  // questionnaire.
  if (state?.empty && !isStandalone() && !isHomeAsked() && !fieldOnly) {
    return (
      <div className="grid gap-6">
        <LoadFailure message="ID do questionário não fornecido" />
        <Notices />
        <Questionnaires />
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 data-heading tabIndex={-1} className="font-semibold text-xl outline-none">
            Entrevistas em campo
          </h1>
          {aparelho ? (
            <p className="break-words text-muted-foreground">
              {aparelho.usuario.nome} · {aparelho.empresa.nome}
            </p>
          ) : null}
        </div>
        <Badge variant={online ? 'success' : 'warning'}>{online ? 'Com internet' : 'Sem internet'}</Badge>
      </header>
      <Notices />
      {going.length > 0 ? (
        <Section title="Em andamento">
          <ul className="grid gap-2">
            {going.map(({ entrevista }) => (
              <OpenInterview key={entrevista.id} entrevista={entrevista} />
            ))}
          </ul>
        </Section>
      ) : null}
      <Section
        title="A enviar"
        actions={
          queued.length > 0 ? (
            <>
              <Button
                variant="outline"
                loading={situacao === 'enviando'}
                onClick={() => void syncer.run('agora')}
              >
                {situacao === 'enviando' ? null : <CloudUpload aria-hidden="true" />}
                Enviar agora
              </Button>
              <Button variant="ghost" onClick={() => void exportCopy(store)}>
                Exportar cópia
              </Button>
            </>
          ) : null
        }
      >
        {queued.length > 0 ? (
          <ul className="grid gap-2" aria-label="Entrevistas a enviar">
            {queued.map((held) => (
              <QueuedInterview key={held.entrevista.id} held={held} situacao={situacao} />
            ))}
          </ul>
        ) : (
          <p className="text-muted-foreground">
            {state && state.sent > 0
              ? `Tudo enviado. ${plural(state.sent, 'entrevista deste aparelho está', 'entrevistas deste aparelho estão')} no servidor.`
              : 'Nada a enviar.'}
          </p>
        )}
        {queued.length > 0 && (situacao === 'sem_rede' || situacao === 'aparelho') ? (
          <p role="status" className="flex items-center gap-2 text-sm">
            <RotateCw className="size-4 shrink-0" aria-hidden="true" />
            {whyWaiting(situacao, online)}
          </p>
        ) : null}
      </Section>
      <Questionnaires />
      <ThisDevice />
    </div>
  );
}
