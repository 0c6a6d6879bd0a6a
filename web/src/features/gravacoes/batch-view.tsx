import {
  cancelarLoteGravacoes,
  confirmarLoteGravacoes,
  decidirGravacoes,
  desfazerLoteGravacoes,
  getLoteGravacao,
  type LoteGravacaoDetalhe,
  lerLoteGravacoes,
  repetirLoteGravacoes,
} from '@escuta/shared/contracts/lotes-gravacao';
import { listFilter } from '@escuta/shared/domain/filtro-endereco';
import {
  ESTADO_LOTE_LABEL,
  type EstadoLote,
  isOpenBatch,
  semLigacao,
} from '@escuta/shared/domain/recording-batch';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { BulkRunButton } from '../../domain/calls/bulk-run-button.tsx';
import { useApiMutation, useRefresh } from '../../kit/mutation.ts';
import { formatDate, formatFileSize, formatMinutes, plural } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { apiQuery } from '../../lib/query.ts';
import { ConfirmDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, StaleNotice } from '../../ui/states.tsx';
import { ChooseCard } from './choose-card.tsx';
import { RecordingsTable } from './recordings-table.tsx';
import { forgetSending, pauseSending, resumeSending, useSending } from './sending.ts';

/** A day without an hour, as it is written. */
const dayText = (day: string): string => day.split('-').reverse().join('/');

type Sem = NonNullable<LoteGravacaoDetalhe['sem_gravacao']>;

const POLL_MS: Record<EstadoLote, number | false> = {
  enviando: 2500,
  lendo: 1500,
  pronto: 8000,
  falhou: 8000,
  anexando: 1500,
  desfazendo: 1500,
  concluido: false,
  desfeito: false,
  cancelado: false,
};

/** The upload of a batch that comes in: this page's, or one that began elsewhere. */
function Coming({ lote }: { lote: LoteGravacaoDetalhe }) {
  const sending = useSending();
  const mine = sending?.loteId === lote.id ? sending.state : null;
  if (!mine) {
    return (
      <div className="grid gap-3">
        <Notice>
          Chegaram {formatFileSize(lote.recebido)} de {formatFileSize(lote.tamanho)}. O que já chegou não é
          enviado de novo.
        </Notice>
        <ChooseCard projetoId={lote.projeto.id} lote={lote} onBegun={() => undefined} />
      </div>
    );
  }
  const { phase, sent, total, problem } = mine;
  return (
    <div className="grid gap-2">
      <Progress value={total === 0 ? null : sent / total} label="Envio das gravações" />
      <p className="text-muted-foreground text-sm tabular-nums">
        {formatFileSize(sent)} de {formatFileSize(total)}
        {phase === 'esperando' ? ' · esperando a rede' : ''}
      </p>
      {problem ? (
        <Notice variant="destructive" role="alert">
          {problem.kind === 'recusado'
            ? problem.message
            : problem.kind === 'outro_arquivo'
              ? 'Estes arquivos não são os que começaram a ser enviados.'
              : 'Um dos arquivos mudou ou foi movido desde que foi escolhido.'}
        </Notice>
      ) : null}
      {phase === 'pausado' || phase === 'erro' ? (
        <Button className="w-fit" onClick={resumeSending}>
          Continuar envio
        </Button>
      ) : phase === 'concluido' ? null : (
        <Button variant="outline" className="w-fit" onClick={pauseSending}>
          Pausar envio
        </Button>
      )}
    </div>
  );
}

/** What waits for a person, with what may be said of all at once. */
function ToDecide({ lote }: { lote: LoteGravacaoDetalhe }) {
  const { attempt, busy } = useApiMutation(decidirGravacoes, { failed: 'Não foi possível corrigir' });
  const { orfa, ambigua, ja_tem } = lote.situacoes;
  const say = (situacao: 'orfa' | 'ambigua' | 'ja_tem', acao: 'descartar' | 'criar' | 'substituir') =>
    void attempt({ params: { id: lote.id }, body: { versao: lote.versao, situacao, acao } });
  const act = (label: string, onClick: () => void) => (
    <Button variant="outline" size="sm" disabled={busy} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <>
      {orfa > 0 ? (
        <Notice variant="warning">
          <p>{semLigacao(orfa)}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {act('Criar as ligações que os nomes descrevem', () => say('orfa', 'criar'))}
            {act('Descartar todas sem ligação', () => say('orfa', 'descartar'))}
          </div>
        </Notice>
      ) : null}
      {ambigua > 0 ? (
        <Notice variant="warning">
          <p>
            {plural(ambigua, 'gravação pode ser', 'gravações podem ser')} de mais de uma ligação: escolha ou
            descarte.
          </p>
        </Notice>
      ) : null}
      {ja_tem > 0 ? (
        <Notice variant="warning">
          <p>
            {plural(
              ja_tem,
              'gravação é de uma ligação que já tem outra',
              'gravações são de ligações que já têm outra',
            )}
            . Substituir apaga as atuais.
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {act('Ficar com as atuais', () => say('ja_tem', 'descartar'))}
            {act('Substituir todas', () => say('ja_tem', 'substituir'))}
          </div>
        </Notice>
      ) : null}
    </>
  );
}

function Acts({ lote }: { lote: LoteGravacaoDetalhe }) {
  const [asking, setAsking] = useState<'cancelar' | 'desfazer' | null>(null);
  const params = { id: lote.id };
  const confirm = useApiMutation(confirmarLoteGravacoes, { failed: 'Não foi possível confirmar' });
  const again = useApiMutation(lerLoteGravacoes, { failed: 'Não foi possível ler de novo' });
  const cancel = useApiMutation(cancelarLoteGravacoes, {
    failed: 'Não foi possível cancelar',
    onDone: forgetSending,
  });
  const repeat = useApiMutation(repetirLoteGravacoes, { failed: 'Não foi possível anexar de novo' });
  const undo = useApiMutation(desfazerLoteGravacoes, { failed: 'Não foi possível desfazer' });
  const { pareada, criar, substituir, orfa, ambigua, ja_tem } = lote.situacoes;
  const n = pareada + criar + substituir;
  const open = orfa + ambigua + ja_tem;
  const stopped = lote.tarefa === null && (lote.estado === 'anexando' || lote.estado === 'desfazendo');
  return (
    <>
      {lote.estado === 'pronto' || (lote.estado === 'anexando' && stopped) ? (
        <Button
          loading={confirm.busy}
          disabled={lote.estado === 'pronto' && (n === 0 || open > 0)}
          onClick={() => void confirm.attempt({ params, body: { versao: lote.versao } })}
        >
          {lote.estado === 'anexando' ? 'Continuar a anexar' : `Anexar ${plural(n, 'gravação', 'gravações')}`}
        </Button>
      ) : null}
      {lote.estado === 'pronto' || lote.estado === 'falhou' ? (
        <Button variant="outline" loading={again.busy} onClick={() => void again.attempt({ params })}>
          {lote.estado === 'pronto' ? 'Procurar ligações de novo' : 'Ler de novo'}
        </Button>
      ) : null}
      {lote.estado === 'enviando' && lote.envio_completo ? (
        <Button loading={again.busy} onClick={() => void again.attempt({ params })}>
          Ler as gravações
        </Button>
      ) : null}
      {isOpenBatch(lote.estado) ? (
        <Button variant="ghost" onClick={() => setAsking('cancelar')}>
          Cancelar envio
        </Button>
      ) : null}
      {lote.a_repetir > 0 ? (
        <Button variant="outline" loading={repeat.busy} onClick={() => void repeat.attempt({ params })}>
          Tentar de novo {plural(lote.a_repetir, 'não anexada', 'não anexadas')}
        </Button>
      ) : null}
      {lote.estado === 'concluido' || stopped ? (
        <Button variant="outline" onClick={() => setAsking('desfazer')}>
          Desfazer
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking === 'cancelar'}
        onOpenChange={(on) => (on ? undefined : setAsking(null))}
        title="Cancelar este envio?"
        description="As gravações que chegaram são apagadas. Nenhuma ligação muda."
        confirmLabel="Cancelar envio"
        destructive
        onConfirm={() => cancel.run({ params })}
      />
      <ConfirmDialog
        open={asking === 'desfazer'}
        onOpenChange={(on) => (on ? undefined : setAsking(null))}
        title="Desfazer este envio?"
        description="As gravações que ele anexou e não foram processadas desde então deixam as suas ligações; as ligações que ele criou são excluídas, e o que ainda não foi anexado é apagado. O que substituiu outra gravação fica."
        confirmLabel="Desfazer"
        destructive
        onConfirm={() => undo.run({ params })}
      />
    </>
  );
}

/** What goes on with the calls that got a recording: they are looked at, or processed. */
function Attached({ lote }: { lote: LoteGravacaoDetalhe }) {
  const address = { lote_gravacoes_id: lote.id };
  return (
    <>
      <BulkRunButton
        variant="default"
        projetoId={lote.projeto.id}
        selecao={{ filtro: listFilter(address), exceto: [] }}
      >
        Processar
      </BulkRunButton>
      <Button variant="outline" asChild>
        <Link to={`${href(paths.ligacoes, { projectId: lote.projeto.id })}?${new URLSearchParams(address)}`}>
          Ver as ligações
        </Link>
      </Button>
    </>
  );
}

/** Calls of the same days that have no recording, and where they are once it is settled which those are. */
function Without({ lote, n, de, ate }: { lote: LoteGravacaoDetalhe } & Sem) {
  const text = `${n > 1000 ? 'Mais de 1.000 ligações' : plural(n, 'ligação', 'ligações')} ${
    de === ate ? `de ${dayText(de)}` : `de ${dayText(de)} a ${dayText(ate)}`
  } ${n === 1 ? 'continua' : 'continuam'} sem gravação`;
  const address = new URLSearchParams({ data: 'ligacao', de, ate, gravacao: 'sem' });
  return (
    <p className="text-muted-foreground text-sm">
      {lote.estado === 'concluido' ? (
        <Link
          className="focus-ring rounded-sm underline underline-offset-4"
          to={`${href(paths.ligacoes, { projectId: lote.projeto.id })}?${address}`}
        >
          {text}
        </Link>
      ) : (
        text
      )}
      .
    </p>
  );
}

/** One batch, from its coming in to its being attached. */
export function BatchView({ id, mayAct }: { id: string; mayAct: boolean }) {
  const refresh = useRefresh('lotesGravacao');
  const query = useQuery({
    ...apiQuery(getLoteGravacao, { params: { id } }),
    select: (answer) => answer.data as LoteGravacaoDetalhe,
    refetchInterval: ({ state }) => (state.data ? POLL_MS[state.data.data.estado] : false),
    refetchOnWindowFocus: 'always',
  });
  const lote = query.data;
  const seen = lote && `${lote.estado}:${lote.versao}`;
  const before = useRef(seen);
  useEffect(() => {
    // Its recordings are others by now.
    if (before.current !== undefined && before.current !== seen) void refresh();
    before.current = seen;
  }, [seen, refresh]);
  if (query.error && !lote) {
    return (
      <ErrorState
        title="Falha ao carregar o envio"
        error={query.error}
        fallback="Falha ao buscar o envio."
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (!lote) return <Skeleton className="h-40" />;
  const { estado, situacoes, tarefa, sem_gravacao } = lote;
  const report = [
    situacoes.anexada ? plural(situacoes.anexada, 'anexada', 'anexadas') : null,
    situacoes.falhou ? plural(situacoes.falhou, 'não anexada', 'não anexadas') : null,
    situacoes.desfeita ? plural(situacoes.desfeita, 'desfeita', 'desfeitas') : null,
    situacoes.descartada ? plural(situacoes.descartada, 'descartada', 'descartadas') : null,
    situacoes.repetida ? plural(situacoes.repetida, 'repetida', 'repetidas') : null,
    situacoes.recusada ? plural(situacoes.recusada, 'não é usável', 'não são usáveis') : null,
  ].filter(Boolean);
  return (
    <div className="grid grid-cols-1 gap-5">
      {query.error ? <StaleNotice what="o envio" onRetry={() => void query.refetch()} /> : null}
      <Card>
        <CardHeader>
          <CardTitle>{lote.nome}</CardTitle>
          <CardDescription>
            {[
              ESTADO_LOTE_LABEL[estado],
              lote.duracao_ms > 0 ? formatMinutes(lote.duracao_ms / 60_000) : null,
              lote.confirmado_em === null
                ? `guardado até ${formatDate(lote.expira_em)}`
                : `pode ser desfeito até ${formatDate(lote.expira_em)}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </CardDescription>
        </CardHeader>
        <CardContent className="grid gap-3">
          {lote.motivo ? (
            <Notice variant="destructive" role="alert">
              {lote.motivo}
            </Notice>
          ) : null}
          {estado === 'enviando' && !lote.envio_completo ? <Coming lote={lote} /> : null}
          {tarefa ? (
            <Progress
              value={tarefa.total ? tarefa.feito / tarefa.total : null}
              label={`${ESTADO_LOTE_LABEL[estado]}: ${tarefa.feito} de ${tarefa.total ?? '…'}`}
            />
          ) : null}
          {report.length > 0 ? <p className="text-sm tabular-nums">{report.join(', ')}.</p> : null}
          {estado === 'pronto' ? <ToDecide lote={lote} /> : null}
          {sem_gravacao && sem_gravacao.n > 0 ? <Without lote={lote} {...sem_gravacao} /> : null}
          <div className="flex flex-wrap gap-2">
            {estado === 'concluido' && situacoes.anexada > 0 ? <Attached lote={lote} /> : null}
            {mayAct ? <Acts lote={lote} /> : null}
          </div>
        </CardContent>
      </Card>
      {estado === 'enviando' || estado === 'lendo' || estado === 'cancelado' ? null : (
        <RecordingsTable lote={lote} mayDecide={mayAct && estado === 'pronto'} />
      )}
    </div>
  );
}
