import type { getConversaTicket } from '@escuta/shared/contracts/accounts/suporte';
import { TICKET_MENSAGEM_MAX } from '@escuta/shared/contracts/accounts/suporte';
import {
  isTicketOpen,
  SEVERIDADE_LABEL,
  type Severidade,
  STATUS_TICKET_LABEL,
  type StatusTicket,
} from '@escuta/shared/domain/accounts/tickets';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useDraftText } from '../../kit/form/use-draft-text.ts';
import type { Data } from '../../lib/network/api.ts';
import { useCan } from '../../lib/network/permissions.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/inputs/field.tsx';
import { Textarea } from '../../ui/inputs/textarea.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import {
  AttachmentField,
  Attachments,
  type Unsent,
  useChosenFiles,
  useSendAttachments,
} from './attachments.tsx';
import { conversationQuery, type Ticket, ticketError } from './ticket-queries.ts';
import { useAnswerTicket } from './use-ticket-actions.ts';

type Conversa = Data<typeof getConversaTicket>;
type Mudanca = Conversa['mudancas'][number];
type Entry =
  | { tipo: 'mensagem'; em: string; mensagem: Conversa['mensagens'][number] }
  | { tipo: 'mudanca'; em: string; mudanca: Mudanca };

const CAMPO: Record<Mudanca['campo'], string> = {
  status: 'Status',
  severidade: 'Prioridade',
  responsavel: 'Responsável',
};

function valueLabel(campo: Mudanca['campo'], value: string | null): string {
  if (value === null) return 'ninguém';
  if (campo === 'status') return STATUS_TICKET_LABEL[value as StatusTicket] ?? value;
  if (campo === 'severidade') return SEVERIDADE_LABEL[value as Severidade] ?? value;
  return value;
}

/** A change in words: 'Status: Aberto → Resolvido'. */
export function describeChange({ campo, de, para }: Pick<Mudanca, 'campo' | 'de' | 'para'>): string {
  return `${CAMPO[campo]}: ${valueLabel(campo, de)} → ${valueLabel(campo, para)}`;
}

const nameOf = (por: { nome: string | null } | null): string =>
  por === null ? 'Integração (chave de API)' : (por.nome ?? 'Conta removida');

/** Messages and changes in order of time. */
export function entriesOf(conversa: Conversa): Entry[] {
  const entries: Entry[] = [
    ...conversa.mensagens.map((mensagem) => ({ tipo: 'mensagem' as const, em: mensagem.em, mensagem })),
    ...conversa.mudancas.map((mudanca) => ({ tipo: 'mudanca' as const, em: mudanca.em, mudanca })),
  ];
  return entries.sort((a, b) => a.em.localeCompare(b.em));
}

/** Messages and changes of a ticket, and the field for an answer. */
export function TicketConversation({ ticket }: { ticket: Ticket }) {
  const query = useQuery({ ...conversationQuery(ticket.id), select: (answer) => answer.data });
  const mayAnswer = useCan()('ticket', 'update');
  const { data, error } = query;
  return (
    <section aria-label="Conversa" className="grid gap-3">
      <h3 className="font-medium text-sm">Conversa</h3>
      {data ? (
        <>
          <Attachments
            ticketId={ticket.id}
            anexos={data.anexos.filter(({ mensagemId }) => mensagemId === null)}
          />
          <Entries ticketId={ticket.id} conversa={data} />
        </>
      ) : error ? (
        <ErrorState
          title={`Erro ao carregar a conversa: ${ticketError(error)}`}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="py-6"
        />
      ) : (
        <Skeleton className="h-16" />
      )}
      {mayAnswer ? <AnswerForm key={ticket.id} ticket={ticket} /> : null}
    </section>
  );
}

function Entries({ ticketId, conversa }: { ticketId: string; conversa: Conversa }) {
  const entries = entriesOf(conversa);
  if (entries.length === 0) {
    return <p className="text-muted-foreground text-sm">Ninguém respondeu ainda.</p>;
  }
  return (
    <ol className="grid gap-2.5">
      {entries.map((entry) =>
        entry.tipo === 'mensagem' ? (
          <li
            key={entry.mensagem.id}
            className={cn(
              'grid gap-1 rounded-lg border p-3 text-sm',
              entry.mensagem.doOperador ? 'bg-primary-soft' : 'bg-card',
            )}
          >
            <p className="flex flex-wrap items-baseline gap-x-2 text-muted-foreground text-xs">
              <span className="font-medium text-foreground">{nameOf(entry.mensagem.por)}</span>
              {entry.mensagem.doOperador ? <span>Suporte</span> : null}
              <time dateTime={entry.em}>{formatDateTime(entry.em)}</time>
            </p>
            <p className="whitespace-pre-wrap break-words leading-relaxed [overflow-wrap:anywhere]">
              {entry.mensagem.texto}
            </p>
            <Attachments
              ticketId={ticketId}
              anexos={conversa.anexos.filter(({ mensagemId }) => mensagemId === entry.mensagem.id)}
            />
          </li>
        ) : (
          <li key={entry.mudanca.id} className="px-3 text-muted-foreground text-xs [overflow-wrap:anywhere]">
            {describeChange(entry.mudanca)} · {nameOf(entry.mudanca.por)} ·{' '}
            <time dateTime={entry.em}>{formatDateTime(entry.em)}</time>
          </li>
        ),
      )}
    </ol>
  );
}

function AnswerForm({ ticket }: { ticket: Ticket }) {
  const answer = useAnswerTicket(ticket.id);
  const [draft, setDraft] = useDraftText(`resposta:${ticket.id}`, 'Resposta do ticket');
  const texto = draft ?? '';
  /** The text now in the field. After sending, the field is cleared only if this still equals the sent text. */
  const typed = useRef(texto);
  const setTexto = (text: string): void => {
    typed.current = text;
    setDraft(text);
  };
  const chosen = useChosenFiles();
  const attachments = useSendAttachments();
  /** Files that could not be attached to a message that was sent. */
  const [left, setLeft] = useState<{ mensagemId: string; unsent: readonly Unsent[] } | null>(null);
  const attach = async (mensagemId: string, files: readonly File[]): Promise<void> => {
    const unsent = await attachments.send(ticket.id, mensagemId, files);
    setLeft(unsent.length > 0 ? { mensagemId, unsent } : null);
  };
  const [missing, setMissing] = useState(false);
  const reopens = !isTicketOpen(ticket.status);
  /** True while a message is sent, so that a double click does not send it or its files twice. */
  const underWay = useRef(false);
  const send = async (text: string): Promise<void> => {
    const answered = await answer
      .run({ params: { id: ticket.id }, body: { texto: text } })
      // The failure is shown under the field.
      .catch(() => null);
    if (!answered) return;
    if (typed.current.trim() === text) setTexto('');
    chosen.clear();
    await attach(answered.data.mensagemId, chosen.files);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const text = texto.trim();
    setMissing(text === '');
    if (text === '') return;
    if (underWay.current) return;
    underWay.current = true;
    void send(text).finally(() => {
      underWay.current = false;
    });
  };
  const failure = answer.error ? ticketError(answer.error, 'Erro ao enviar a resposta') : undefined;
  return (
    <form noValidate onSubmit={submit} className="grid gap-2.5">
      <Field
        label="Responder"
        error={missing ? 'Escreva a resposta.' : failure}
        hint={reopens ? 'Ao responder, o ticket volta a ficar aberto.' : undefined}
      >
        <Textarea
          value={texto}
          maxLength={TICKET_MENSAGEM_MAX}
          onChange={(event) => setTexto(event.target.value)}
          onPaste={chosen.paste}
          className="min-h-20"
        />
      </Field>
      <AttachmentField chosen={chosen} />
      {left ? (
        <Notice role="alert" variant="warning">
          <p>A resposta foi enviada sem estes anexos:</p>
          <ul className="list-disc pl-5">
            {left.unsent.map(({ file, reason }) => (
              <li key={`${file.name} ${file.size}`} className="break-words">
                {file.name}: {reason}
              </li>
            ))}
          </ul>
          <Button
            variant="outline"
            size="sm"
            className="mt-2"
            loading={attachments.sending}
            onClick={() =>
              void attach(
                left.mensagemId,
                left.unsent.map(({ file }) => file),
              )
            }
          >
            Tentar novamente
          </Button>
        </Notice>
      ) : null}
      <Button
        type="submit"
        size="sm"
        className="justify-self-end"
        loading={answer.busy || attachments.sending}
      >
        Enviar resposta
      </Button>
    </form>
  );
}
