import { listPreviasDeFolha, type PreviaDeFolha, sendFolhas } from '@escuta/shared/contracts/team/folhas';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { CalendarX, ChevronDown, Headphones, Send } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useApiMutation } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import type { Data } from '../../../lib/network/api.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { formatDateTime, toLocalDate } from '../../../lib/text/format.ts';
import { DIA_INVALIDO, isTypedDate, showDate } from '../../../lib/text/masks.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateInput } from '../../../ui/calendar/date-input.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { LoadingBar } from '../../../ui/loading-bar.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { momentPath } from '../../player/heard-moment.tsx';
import { SheetLines } from './sheet-lines.tsx';

/** The people whose sheets are shown: one agent, or each interviewer of a survey. */
export type SheetsOf = { agente_id: string } | { pesquisa_id: string };

/** 'Folha do dia': shows the sheet of each interviewer, and sends them by one click. */
export function SheetsDialog({ of, open, onClose }: { of: SheetsOf; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()}>
      <DialogContent className="max-w-3xl">
        <DialogHeader>
          <DialogTitle>Folha do dia</DialogTitle>
          <DialogDescription>
            Os números do dia e até três momentos para ouvir. O entrevistador recebe um aviso, ouve os
            momentos das próprias entrevistas e pode responder.
          </DialogDescription>
        </DialogHeader>
        {open ? <Sheets of={of} onClose={onClose} /> : null}
      </DialogContent>
    </Dialog>
  );
}

/** True if a click would send this sheet: nothing forbids it, and the sheet differs from the one sent before. */
const isDue = ({ recusa, enviada }: PreviaDeFolha): boolean => recusa === null && enviada?.igual !== true;

function sayWhat({ enviadas, atualizadas, iguais, sem_conta, recusadas }: Data<typeof sendFolhas>): void {
  const done = [
    enviadas > 0 ? plural(enviadas, 'folha enviada', 'folhas enviadas') : null,
    atualizadas > 0 ? plural(atualizadas, 'folha atualizada', 'folhas atualizadas') : null,
    iguais > 0 ? plural(iguais, 'folha já tinha sido enviada', 'folhas já tinham sido enviadas') : null,
  ].filter((one) => one !== null);
  const names = sem_conta.map(({ nome }) => nome).join(', ');
  if (done.length > 0) {
    toast.success(
      `${done.join(', ')}.`,
      names ? { description: withoutAccount(sem_conta.length, names) } : {},
    );
  }
  const [first] = recusadas;
  if (first) {
    toast.error(plural(recusadas.length, 'folha não foi enviada', 'folhas não foram enviadas'), {
      description: first.motivo,
    });
  }
}

const withoutAccount = (n: number, names: string): string =>
  `${names} ${n === 1 ? 'não tem conta na Escuta e não recebe o aviso' : 'não têm conta na Escuta e não recebem o aviso'}.`;

/** The error of a typed day; undefined if the day is not typed completely, or has no error. */
function dayProblem(typed: string): string | undefined {
  if (isTypedDate(typed)) {
    return typed > toLocalDate(new Date())
      ? `O dia ${showDate(typed)} ainda não chegou. Selecione hoje ou um dia anterior.`
      : undefined;
  }
  return typed.length === 'dd/mm/aaaa'.length ? DIA_INVALIDO : undefined;
}

function Sheets({ of, onClose }: { of: SheetsOf; onClose: () => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const problem = typed === null ? undefined : dayProblem(typed);
  const asked = typed !== null && isTypedDate(typed) && !problem ? typed : undefined;
  /** False while the typed text is no valid day: then no sheets can be shown or sent. */
  const known = typed === null || asked !== undefined;
  const query = useQuery({
    ...apiQuery(listPreviasDeFolha, { query: { ...of, dia: asked } }),
    select: (answer) => answer.data,
    placeholderData: (previous) => previous,
    enabled: known,
  });
  const send = useApiMutation(sendFolhas, {
    failed: 'Erro ao enviar a folha',
    onDone: ({ data }) => {
      sayWhat(data);
      if (data.recusadas.length === 0) onClose();
    },
  });
  const { dia = null, previas = [], mais = 0 } = (known ? query.data : undefined) ?? {};
  const sendThese = (these: readonly PreviaDeFolha[]): void => {
    if (dia === null) return;
    const folhas = these.map(({ agente, versao }) => ({ agente_id: agente.id, versao }));
    void send.attempt({ body: { dia, folhas } });
  };
  const due = previas.filter(isDue);
  const single = 'agente_id' in of ? previas[0] : undefined;
  const busy = send.busy || query.isPlaceholderData;
  return (
    <>
      <div className="relative grid gap-2">
        <LoadingBar active={query.isFetching && !query.isPending} label="Carregando a folha" />
        <Field label="Dia das entrevistas" error={problem}>
          <DateInput className="sm:w-44" value={typed ?? dia ?? ''} onValueChange={setTyped} />
        </Field>
      </div>
      {!known ? null : query.isError ? (
        <ErrorState
          title="Erro ao preparar a folha"
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="py-6"
        />
      ) : query.isPending ? (
        <Skeleton aria-busy="true" className="h-48" />
      ) : single ? (
        <Preview previa={single} />
      ) : previas.length === 0 ? (
        <EmptyState
          className="py-6"
          icon={<CalendarX />}
          title="Nenhuma entrevista neste dia"
          description="Selecione outro dia."
        />
      ) : (
        <ul aria-label="Entrevistadores do dia" className="divide-y rounded-lg border">
          {previas.map((previa) => (
            <Interviewer
              key={previa.agente.id}
              previa={previa}
              busy={busy}
              onSend={() => sendThese([previa])}
            />
          ))}
        </ul>
      )}
      {mais > 0 ? (
        <p className="text-muted-foreground text-sm">
          {`Há mais ${plural(mais, 'entrevistador', 'entrevistadores')} neste dia. Envie estas folhas e abra a lista de novo para ver as outras.`}
        </p>
      ) : null}
      <DialogFooter className="sticky -bottom-6 -mb-6 bg-popover pt-3 pb-6">
        <Button variant="outline" onClick={onClose}>
          Cancelar
        </Button>
        <Button disabled={due.length === 0 || busy} loading={send.busy} onClick={() => sendThese(due)}>
          {send.busy ? null : <Send aria-hidden="true" />}
          {single
            ? single.enviada
              ? 'Atualizar folha enviada'
              : 'Enviar folha'
            : due.length === 0
              ? 'Enviar folhas'
              : `Enviar a ${plural(due.length, 'entrevistador', 'entrevistadores')}`}
        </Button>
      </DialogFooter>
    </>
  );
}

/** Badges that say if a sheet was sent, seen, answered or changed since, and if its agent has no account to read it. */
function SheetState({ previa: { enviada, tem_conta } }: { previa: PreviaDeFolha }) {
  return (
    <>
      {enviada ? (
        <Badge variant={enviada.respondida ? 'success' : enviada.vista ? 'info' : 'neutral'}>
          {enviada.respondida
            ? 'Respondida'
            : enviada.vista
              ? 'Visualizada'
              : 'Enviada, ainda não visualizada'}
        </Badge>
      ) : null}
      {enviada && !enviada.igual && !enviada.respondida ? (
        <Badge variant="warning">Alterada depois do envio</Badge>
      ) : null}
      {tem_conta ? null : <Badge variant="warning">Sem conta</Badge>}
    </>
  );
}

function Interviewer({ previa, busy, onSend }: { previa: PreviaDeFolha; busy: boolean; onSend: () => void }) {
  const [open, setOpen] = useState(false);
  const panel = useId();
  const { agente, linhas, enviada } = previa;
  const moments = linhas.length - 1;
  return (
    <li className="grid gap-3 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          className="focus-ring touch-target flex min-w-0 flex-1 items-center gap-2 rounded-sm text-left font-medium text-sm"
          onClick={() => setOpen(!open)}
        >
          <ChevronDown
            aria-hidden="true"
            className={`size-4 shrink-0 text-muted-foreground transition-transform ${open ? '' : '-rotate-90'}`}
          />
          <span className="min-w-0 break-words">
            {agente.nome}
            <span className="block font-normal text-muted-foreground text-xs">
              {moments > 0 ? plural(moments, 'momento para ouvir', 'momentos para ouvir') : 'Nenhum momento'}
            </span>
          </span>
        </button>
        <SheetState previa={previa} />
        {isDue(previa) ? (
          <Button
            variant="outline"
            size="sm"
            disabled={busy}
            aria-label={`${enviada ? 'Atualizar' : 'Enviar'} a folha de ${agente.nome}`}
            onClick={onSend}
          >
            {enviada ? 'Atualizar' : 'Enviar'}
          </Button>
        ) : null}
      </div>
      <div id={panel} hidden={!open}>
        {open ? <Preview previa={previa} /> : null}
      </div>
    </li>
  );
}

/** A sheet as the interviewer will read it, with notes for the sender. */
function Preview({ previa }: { previa: PreviaDeFolha }) {
  const { agente, linhas, recusa, tem_conta, a_confirmar, enviada } = previa;
  const notes = [
    recusa,
    tem_conta ? null : withoutAccount(1, agente.nome),
    a_confirmar > 0
      ? `${plural(a_confirmar, 'divergência da IA aguarda', 'divergências da IA aguardam')} revisão no mapa. Só as divergências confirmadas viram momentos.`
      : null,
    enviada
      ? `Enviada em ${formatDateTime(enviada.em)}${enviada.por ? ` por ${enviada.por}` : ''}.${
          enviada.igual ? ' Nada mudou desde o envio.' : ''
        }`
      : null,
  ].filter((one) => one !== null);
  return (
    <div className="grid gap-3">
      {notes.map((note) => (
        <p key={note} className="break-words rounded-md bg-muted px-3 py-2 text-sm">
          {note}
        </p>
      ))}
      {linhas.length > 0 ? (
        <SheetLines
          label={`Folha de ${agente.nome}`}
          lines={linhas}
          actions={({ item_id, trecho }) =>
            item_id && trecho ? (
              <Link
                to={momentPath(item_id, trecho.inicio_ms)}
                target="_blank"
                rel="noopener"
                className="focus-ring touch-target inline-flex w-fit items-center gap-1.5 rounded-sm font-medium text-primary-text text-sm underline-offset-4 hover:underline"
              >
                <Headphones className="size-4" aria-hidden="true" />
                Ouvir na entrevista
                <span className="sr-only"> (abre em nova janela)</span>
              </Link>
            ) : null
          }
        />
      ) : null}
    </div>
  );
}
