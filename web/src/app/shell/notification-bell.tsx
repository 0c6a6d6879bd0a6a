import {
  listNotificacoes,
  type NotificacaoWire,
  readNotificacoes,
} from '@escuta/shared/contracts/accounts/notificacoes';
import { sheetTitle } from '@escuta/shared/domain/interview/sheet/day-sheet';
import { GRAVIDADE_LABEL } from '@escuta/shared/domain/rules/rules';
import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { SIMULACAO_LABEL, TAREFA_LABEL } from '@escuta/shared/domain/tasks/task-names';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useApiMutation } from '../../kit/mutation.ts';
import { errorMessage } from '../../lib/network/api.ts';
import { apiQuery, queryKey } from '../../lib/network/query.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx';

type Shown = { title: string; detail: string | null; failed: boolean; to: string };

/** A notification's text and address. A kind of shared/src/domain/log/events.ts without a text does not compile. */
function textOf(one: NotificacaoWire): Shown {
  switch (one.tipo) {
    case 'tarefa_encerrada': {
      const { tipo, status, falhas } = one.dados;
      const failed = status === 'erro';
      // A dry run has its own words, because it has created no calls.
      const what = one.lugar?.simulacao ? SIMULACAO_LABEL : TAREFA_LABEL[tipo];
      const left =
        tipo === 'importar_ligacoes'
          ? plural(falhas, 'linha recusada', 'linhas recusadas')
          : plural(falhas, 'item falhou', 'itens falharam');
      return {
        title: `${failed ? 'Tarefa com erro' : 'Tarefa concluída'}: ${what}`,
        detail: [one.lugar?.nome, falhas > 0 ? left : null].filter(Boolean).join(' · ') || null,
        failed,
        to: one.lugar ? placeOf(one.lugar) : `${paths.tarefas}?tarefa=${one.alvo_id}`,
      };
    }
    case 'auditoria_concluida':
      return {
        title: plural(one.dados.n, 'análise concluída', 'análises concluídas'),
        detail: null,
        failed: false,
        to: whereOf(one, 'concluido'),
      };
    case 'falha_definitiva':
      return {
        title: plural(one.dados.n, 'análise terminou com erro', 'análises terminaram com erro'),
        detail: null,
        failed: true,
        to: whereOf(one, 'erro'),
      };
    case 'retorno_dado':
      return { title: 'Você recebeu um retorno', detail: null, failed: false, to: feedbackOf(one) };
    case 'folha_enviada':
      return {
        title: `Você recebeu a ${sheetTitle(one.dados.dia).toLowerCase()}`,
        detail: null,
        failed: false,
        to: href(paths.minhaFolha, { dia: one.dados.dia }),
      };
    case 'retorno_respondido':
      return {
        title: 'Um agente respondeu ao seu retorno',
        detail: null,
        failed: false,
        to: feedbackOf(one),
      };
    case 'sinal_indicado':
      return {
        title: 'Um sinal aguarda o seu parecer',
        detail: one.pesquisa?.titulo ?? null,
        failed: false,
        to: paths.sinais,
      };
    case 'verificacao_atribuida': {
      const left = one.pesquisa?.n ?? 0;
      return {
        title:
          left === 0
            ? 'Nenhuma entrevista para verificar'
            : plural(left, 'entrevista para verificar', 'entrevistas para verificar'),
        detail: one.pesquisa?.titulo ?? null,
        failed: false,
        to: href(paths.campoDaPesquisa, { id: one.dados.pesquisa_id }),
      };
    }
    case 'regra_disparou': {
      const { regra, dados } = one;
      const calls = regra && regra.ligacoes > 0 ? plural(regra.ligacoes, 'ligação', 'ligações') : null;
      const agent = regra?.agente ? `&agente=${regra.agente.id}` : '';
      return {
        title: [regra?.nome ?? 'Alerta de uma regra excluída', calls].filter(Boolean).join(': '),
        detail: [regra?.agente?.nome, `gravidade ${GRAVIDADE_LABEL[dados.gravidade].toLowerCase()}`]
          .filter(Boolean)
          .join(' · '),
        failed: true,
        to: `${paths.alertas}?regra=${dados.regra_id}${agent}`,
      };
    }
  }
}

/** Address at which the agent's page shows the feedback. */
const feedbackOf = ({
  alvo_id,
  dados,
}: Extract<NotificacaoWire, { tipo: 'retorno_dado' | 'retorno_respondido' }>): string =>
  `${href(paths.agente, { id: dados.agente_id })}#retorno-${alvo_id}`;

type Lugar = NonNullable<NotificacaoWire['lugar']>;

/** Address of the page that shows what a task worked on. */
function placeOf({ tipo, id, projeto_id }: Lugar): string {
  switch (tipo) {
    case 'importacao':
      return href(paths.importacao, { projectId: projeto_id, importacaoId: id });
    case 'lote_gravacoes':
      return `${href(paths.gravacoes, { id: projeto_id })}?lote=${id}`;
    case 'preparo':
      return href(paths.auditoriaPreparo, { preparoId: id });
  }
}

/** Address of the recording's page for a notification about one recording, else of the project's list of calls. */
function whereOf(
  { alvo_id, dados }: Extract<NotificacaoWire, { tipo: 'auditoria_concluida' | 'falha_definitiva' }>,
  status: StatusProcessamento,
): string {
  return dados.n === 1
    ? href(paths.analiseLigacao, { itemId: alvo_id })
    : `${href(paths.ligacoes, { projectId: dados.projeto_id })}?status=${status}`;
}

/** The bell: the number of unread notifications, the newest of them, and links to their subjects. */
export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  // Live events refresh the notifications at once; the polling is for browsers that receive no live events.
  const { data, error, isPending } = useQuery({ ...apiQuery(listNotificacoes), refetchInterval: 120_000 });
  const read = useApiMutation(readNotificacoes, {
    failed: 'Erro ao marcar as notificações como lidas',
    onDone: (answer) => client.setQueryData(queryKey(listNotificacoes, {}), answer),
  });
  const unread = data?.data.nao_lidas ?? 0;
  const rows = data?.data.notificacoes ?? [];
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="relative"
          aria-label={
            unread === 0
              ? 'Notificações'
              : `Notificações: ${unread >= 100 ? 'mais de 99 não lidas' : plural(unread, 'não lida', 'não lidas')}`
          }
        >
          <Bell />
          {unread > 0 ? (
            <span
              aria-hidden="true"
              className="absolute top-0.5 right-0.5 min-w-4 rounded-full bg-primary px-1 text-center font-medium text-micro text-primary-foreground tabular-nums"
            >
              {unread >= 100 ? '99+' : unread}
            </span>
          ) : null}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-[min(22rem,calc(100vw-1.5rem))] p-0" aria-label="Notificações">
        <div className="flex items-center justify-between gap-2 border-b py-2 pr-2 pl-4">
          <h2 className="font-semibold text-sm">Notificações</h2>
          <Button
            variant="ghost"
            size="sm"
            inactive={unread === 0}
            loading={read.busy}
            onClick={() => void read.attempt({ body: {} })}
          >
            Marcar todas como lidas
          </Button>
        </div>
        {rows.length === 0 ? (
          <p className="px-4 py-6 text-center text-muted-foreground text-sm">
            {error
              ? errorMessage(error, 'Não foi possível buscar as notificações.')
              : isPending
                ? 'Carregando…'
                : 'Nenhuma notificação. Você recebe um aviso quando uma tarefa sua terminar.'}
          </p>
        ) : (
          <ul className="max-h-96 overflow-y-auto py-1">
            {rows.map((one) => {
              const { title, detail, failed, to } = textOf(one);
              const Icon = failed ? CircleX : CircleCheck;
              return (
                <li key={one.id}>
                  <Link
                    to={to}
                    className="focus-ring flex gap-2.5 px-4 py-2.5 text-sm hover:bg-accent"
                    onClick={() => {
                      setOpen(false);
                      if (!one.lida) void read.attempt({ body: { ids: [one.id] } });
                    }}
                  >
                    <Icon
                      aria-hidden="true"
                      className={cn(
                        'mt-0.5 size-4 shrink-0',
                        failed ? 'text-destructive-text' : 'text-success-text',
                      )}
                    />
                    <span className="grid min-w-0 flex-1 gap-0.5">
                      <span className={cn('break-words', !one.lida && 'font-medium')}>{title}</span>
                      {detail ? (
                        <span className="break-words text-muted-foreground text-xs">{detail}</span>
                      ) : null}
                      <time dateTime={one.created_at} className="text-muted-foreground text-xs">
                        {formatDateTime(one.created_at)}
                      </time>
                    </span>
                    {one.lida ? null : (
                      <span className="mt-1.5 size-2 shrink-0 rounded-full bg-primary">
                        <span className="sr-only">Não lida</span>
                      </span>
                    )}
                  </Link>
                </li>
              );
            })}
          </ul>
        )}
      </PopoverContent>
    </Popover>
  );
}
