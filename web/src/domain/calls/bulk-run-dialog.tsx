import { createLote, estimateLote } from '@escuta/shared/contracts/calls/lotes';
import type { Selecao } from '@escuta/shared/domain/filters/filtro';
import { MODO_LOTE_LABEL, MODOS_LOTE, type ModoLote } from '@escuta/shared/domain/runs/bulk-estimate';
import { formatCentavos } from '@escuta/shared/domain/runs/credits';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useApiMutation } from '../../kit/mutation.ts';
import type { Data } from '../../lib/network/api.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { paths } from '../../lib/paths.ts';
import { formatMinutes, formatNumber, formatUsd } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ChoiceCards } from '../../ui/inputs/choice-cards.tsx';
import { Notice } from '../../ui/notice.tsx';
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '../../ui/overlays/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { processError } from '../items/use-process-item.ts';
import { BulkCaps } from './bulk-caps.tsx';

type Estimativa = Data<typeof estimateLote>;

export interface BulkRunProps {
  projetoId: string;
  /** Rows chosen by hand, or all that a filter finds. */
  selecao: Selecao;
}

const calls = (n: number) => plural(n, 'ligação', 'ligações');
const creditos = (n: number) => plural(n, 'crédito', 'créditos');

/**
 * 'Processar em lote': shows the calls to process, the reasons for those left out, and the cost; then starts a task
 * that can pause.
 */
export function BulkRunDialog({
  open,
  onClose,
  ...target
}: BulkRunProps & { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      {open ? <BulkRunContent {...target} onClose={onClose} /> : null}
    </Dialog>
  );
}

function BulkRunContent({ projetoId, selecao, onClose }: BulkRunProps & { onClose: () => void }) {
  const navigate = useNavigate();
  const [modo, setModo] = useState<ModoLote>('novas');
  const body = { projetoId, selecao, modo };
  const query = useQuery({
    ...apiQuery(estimateLote, { body }),
    // Never cached, because balance and calls change by the minute.
    staleTime: 0,
    gcTime: 0,
    select: (answer) => answer.data,
  });
  const start = useApiMutation(createLote, {
    done: 'Lote criado: o andamento aparece em Tarefas',
    failed: 'Erro ao criar o lote',
    reason: processError,
  });
  const seen = query.data;
  const confirm = async (itens: number, creditosConfirmados: number) => {
    const maximo = seen && itens < seen.itens ? { maximo: itens } : {};
    if (await start.attempt({ body: { ...body, ...maximo, creditosConfirmados } })) {
      onClose();
      navigate(paths.tarefas);
      return;
    }
    // Refreshes the figures after a refusal, because a click agrees to the figures that the dialog shows.
    await query.refetch();
  };
  return (
    <DialogContent className="max-w-xl" aria-busy={!seen}>
      <DialogHeader>
        <DialogTitle>Processar em lote</DialogTitle>
        <DialogDescription>
          O lote começa pelas ligações mais antigas; pedidos individuais têm prioridade. Você pode fechar a
          página: o andamento fica em Tarefas.
        </DialogDescription>
      </DialogHeader>
      <div className="grid min-w-0 gap-5">
        <ChoiceCards
          legend="Ligações a processar"
          value={modo}
          onValueChange={setModo}
          options={MODOS_LOTE.map((value) => ({ value, label: MODO_LOTE_LABEL[value] }))}
        />
        {query.error && !seen ? (
          <ErrorState
            className="py-6"
            title="Erro ao estimar o lote"
            error={query.error}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : seen ? (
          <Estimate seen={seen} modo={modo} projetoId={projetoId} onCaps={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-44" />
        )}
      </div>
      <DialogFooter>
        <Button variant="outline" disabled={start.busy} onClick={onClose}>
          Cancelar
        </Button>
        {seen && seen.cabem < seen.itens ? (
          <Button
            disabled={seen.cabem === 0 || !seen.ativo || query.isFetching}
            loading={start.busy}
            onClick={() => void confirm(seen.cabem, seen.creditosQueCabem)}
          >
            {seen.cabem === 0
              ? 'Processar'
              : `Processar ${formatNumber(seen.cabem)} por ${creditos(seen.creditosQueCabem)}`}
          </Button>
        ) : (
          <Button
            disabled={!seen || seen.itens === 0 || !seen.ativo || query.isFetching}
            loading={start.busy}
            onClick={() => (seen ? void confirm(seen.itens, seen.creditos) : undefined)}
          >
            {seen && seen.itens > 0
              ? `Processar ${formatNumber(seen.itens)} por ${creditos(seen.creditos)}`
              : 'Processar'}
          </Button>
        )}
      </DialogFooter>
    </DialogContent>
  );
}

function Estimate({
  seen,
  modo,
  projetoId,
  onCaps,
}: {
  seen: Estimativa;
  modo: ModoLote;
  projetoId: string;
  onCaps: () => void;
}) {
  const { itens, encontradas, amostra, usd, base, centavos, minutos, semDuracao, substitui } = seen;
  return (
    <div className="grid gap-4 text-sm" role="status">
      <p>
        <strong className="font-semibold">{calls(itens)}</strong> de {formatNumber(encontradas)}{' '}
        {encontradas === 1 ? 'selecionada' : 'selecionadas'}
        {seen.alem ? ', as mais antigas (limite de um lote)' : ''}.
        {amostra && amostra.percentual < 100
          ? ` A amostra do projeto (${amostra.percentual}%) inclui ${formatNumber(amostra.dentro)} de ${formatNumber(amostra.de)}.`
          : ''}
      </p>
      {itens > 0 ? (
        <Facts className="rounded-lg border p-4 sm:grid-cols-3">
          <Fact label="Créditos">
            <strong className="font-semibold tabular-nums">{formatNumber(seen.creditos)}</strong>
            <span className="block text-muted-foreground text-xs">
              {modo === 'insights' ? 'um a cada 10 ligações; ' : ''}saldo: {formatNumber(seen.saldo)}
            </span>
          </Fact>
          <Fact label="Em reais">
            {centavos === null ? '-' : formatCentavos(centavos)}
            {centavos === null ? null : (
              <span className="block text-muted-foreground text-xs">pelo pacote mais caro à venda</span>
            )}
          </Fact>
          <Fact label="Provedores de IA">
            {usd === null ? '-' : formatUsd(usd.medio)}
            <span className="block text-muted-foreground text-xs">
              {usd === null || base === null
                ? 'sem histórico para estimar'
                : `de ${formatUsd(usd.p10)} a ${formatUsd(usd.p90)}, com base em ${plural(base.execucoes, 'processamento', 'processamentos')} ${base.de === 'projeto' ? 'do projeto' : 'da empresa'}`}
            </span>
          </Fact>
          <Fact label="Gravações">
            {minutos > 0 ? formatMinutes(minutos) : '-'}
            {semDuracao > 0 ? (
              <span className="block text-muted-foreground text-xs">
                {formatNumber(semDuracao)} sem duração conhecida,{' '}
                {semDuracao === 1 ? 'estimada' : 'estimadas'} pela média
              </span>
            ) : null}
          </Fact>
          {substitui > 0 ? <Fact label="Análises a substituir">{formatNumber(substitui)}</Fact> : null}
        </Facts>
      ) : null}
      {seen.ativo ? null : (
        <Notice role="alert">
          O processamento está desativado nas configurações desta empresa ou deste projeto.
        </Notice>
      )}
      {seen.falta && itens > 0 ? <Notice role="alert">{seen.falta}</Notice> : null}
      {seen.fora.length > 0 ? (
        <div className="grid gap-1.5">
          <h3 className="font-medium text-muted-foreground text-xs">Ficam de fora</h3>
          <ul className="grid gap-1">
            {seen.fora.map(({ codigo, motivo, n }) => (
              <li key={codigo} className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 break-words">{motivo}</span>
                <span className="shrink-0 text-muted-foreground tabular-nums">{formatNumber(n)}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <BulkCaps projetoId={projetoId} tetos={seen.tetos} onChanged={onCaps} />
    </div>
  );
}
