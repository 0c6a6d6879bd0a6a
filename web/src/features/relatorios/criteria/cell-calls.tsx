import { listLigacoesDoCriterio } from '@escuta/shared/contracts/insights/relatorio-criterios';
import { criterionEntry } from '@escuta/shared/domain/insights/criterion-entry';
import { useQuery } from '@tanstack/react-query';
import { List, Play } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { AgentFacts } from '../../../domain/agents/agent-facts.tsx';
import { AnalysisContext } from '../../../domain/insights/analysis-context.ts';
import { Evidences } from '../../../domain/insights/evidence.tsx';
import { HeardMoment, momentPath, useHeardMoment } from '../../../domain/player/heard-moment.tsx';
import type { Clip } from '../../../domain/player/use-clips.ts';
import type { Wire } from '../../../lib/network/api.ts';
import { apiListQuery } from '../../../lib/network/query.ts';
import { useShortcutsEnabled } from '../../../lib/page/page-keys.ts';
import { useWindowKeys } from '../../../lib/page/window-keys.ts';
import { paths } from '../../../lib/paths.ts';
import { formatClock, formatDateTime, formatNumber, formatPhone } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadingBar } from '../../../ui/loading-bar.tsx';
import { Pagination } from '../../../ui/pagination/pagination.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';

type Call = Wire<typeof listLigacoesDoCriterio>['data'][number];
export type Answer = 'nao' | 'sim';

export interface ShownCell {
  criterio: string;
  coluna: string;
  n: number;
  falhas: number;
  /** URL parameters that filter the cell's calls. */
  filtro: Readonly<Record<string, string>>;
}

interface CellCallsProps {
  cell: ShownCell;
  atendido: Answer;
  page: number;
  onChange: (change: { atendido?: Answer; page?: number }) => void;
}

/** Selector of the elements in which the keys J, K, Espaço and Enter keep their usual effect. */
const TYPING = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="slider"]';

const nameOf = (call: Call): string =>
  call.nome_entrevistado ??
  (call.numero_destino
    ? formatPhone(call.numero_destino)
    : call.ramal
      ? `Ramal ${call.ramal}`
      : 'Ligação sem número');

/** Time at which a call starts to play: that of the first quote found in the transcript, else the call's start. */
function momentOf({ evidencias }: Call): Clip {
  const found = evidencias.find(({ verificada, startMs }) => verificada && startMs !== null);
  return found ?? { startMs: 0, endMs: null, sentencaOrdem: null };
}

/** Address of the list of calls with all calls of a cell. */
function listAddress({ filtro }: ShownCell, atendido: Answer): string {
  const { template_id = '', criterio = '', serie = '', empresaId: _, ...days } = filtro;
  const entry = criterionEntry({ templateId: template_id, criterio, serie, atendido });
  return `${paths.todasLigacoes}?${new URLSearchParams({ ...days, data: 'ligacao', criterio: entry })}`;
}

/** A cell's calls, newest first, each with the sentence that decided the criterion. Keys: J and K, Espaço, Enter. */
export function CellCalls({ cell, atendido, page, onChange }: CellCallsProps) {
  const query = useQuery({
    ...apiListQuery(listLigacoesDoCriterio, {
      query: {
        ...(cell.filtro as { template_id: string; criterio: string; serie: string }),
        atendido,
        page,
        limit: 10,
      },
    }),
    placeholderData: (before) => before,
  });
  const { heard, hear, stop } = useHeardMoment();
  const rows = useRef<(HTMLElement | null)[]>([]);
  const found = query.data?.data ?? [];
  const play = (call: Call, clip: Clip) =>
    hear(
      {
        itemId: call.item_id,
        key: call.item_id,
        name: nameOf(call),
        durationMs: call.duracao_s === null ? null : call.duracao_s * 1000,
      },
      clip,
    );
  const [keys] = useShortcutsEnabled();
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (target instanceof Element && target.closest(TYPING)) return;
    const at = rows.current.findIndex((row) => row?.contains(document.activeElement));
    const isRow = at >= 0 && rows.current[at] === document.activeElement;
    const key = event.key.toLowerCase();
    const call = found[at];
    if (keys && (key === 'j' || key === 'k')) {
      rows.current[Math.max(0, Math.min(found.length - 1, at + (key === 'j' ? 1 : -1)))]?.focus();
    } else if (key === ' ' && isRow && call?.gravacao) {
      if (heard?.call.key === call.item_id) stop();
      else void play(call, momentOf(call));
    } else if (key === 'enter' && isRow) {
      rows.current[at]?.querySelector('a')?.click();
    } else return;
    event.preventDefault();
  });
  const met = cell.n - cell.falhas;
  return (
    <div className="grid gap-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Ligações a mostrar</legend>
        {(
          [
            ['nao', 'Descumpriram', cell.falhas],
            ['sim', 'Cumpriram', met],
          ] as const
        ).map(([value, label, n]) => (
          <Button
            key={value}
            size="sm"
            variant={value === atendido ? 'default' : 'outline'}
            aria-pressed={value === atendido}
            onClick={() => onChange({ atendido: value, page: 1 })}
          >
            {label} ({formatNumber(n)})
          </Button>
        ))}
        <Button asChild size="sm" variant="ghost">
          <Link to={listAddress(cell, atendido)}>
            <List aria-hidden="true" />
            Ver na lista
          </Link>
        </Button>
      </fieldset>
      {query.error && !query.data ? (
        <ErrorState
          className="py-8"
          title="Erro ao buscar as ligações"
          error={query.error}
          fallback="Não foi possível buscar as ligações."
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : query.isPending ? (
        <div className="grid gap-2" aria-busy="true">
          <span className="sr-only">Carregando…</span>
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      ) : found.length === 0 ? (
        <EmptyState
          className="py-8"
          title="Nenhuma ligação"
          description={
            atendido === 'nao'
              ? 'Nenhuma ligação descumpriu este critério.'
              : 'Nenhuma ligação cumpriu este critério.'
          }
        />
      ) : (
        <div className="relative grid gap-3" aria-busy={query.isPlaceholderData}>
          <LoadingBar active={query.isPlaceholderData} label="Carregando as ligações" />
          <ul className="grid gap-3">
            {found.map((call, index) => (
              <CallRow
                key={call.item_id}
                call={call}
                ref={(row) => {
                  rows.current[index] = row;
                }}
                sounding={heard?.call.key === call.item_id ? heard.clip.sentencaOrdem : null}
                onHear={(clip) => void play(call, clip)}
              />
            ))}
          </ul>
          {query.data && query.data.pagination.totalPages > 1 ? (
            <Pagination
              {...query.data.pagination}
              noun="ligações"
              shape="words"
              onPageChange={(next) => onChange({ page: next })}
              className="sm:flex-col"
            />
          ) : null}
        </div>
      )}
      {heard ? <HeardMoment key={heard.call.itemId} heard={heard} onClose={stop} /> : null}
      <p className="text-muted-foreground text-xs max-sm:hidden">
        J e K: próxima e anterior. Espaço: ouvir. Enter: abrir a ligação nesse trecho. Esc: fechar.
      </p>
    </div>
  );
}

function CallRow({
  call,
  sounding,
  onHear,
  ref,
}: {
  call: Call;
  sounding: number | null;
  onHear: (clip: Clip) => void;
  ref: (row: HTMLLIElement | null) => void;
}) {
  const { item_id, agente, projeto, momento, duracao_s, nota, gravacao, corrigido, justificativa } = call;
  const clip = momentOf(call);
  const facts = [
    formatDateTime(momento),
    agente ? null : 'Sem agente',
    projeto.nome,
    duracao_s === null ? null : formatClock(duracao_s),
    nota === null ? null : `pontuação ${formatNumber(nota)}`,
  ];
  const actions = useMemo(
    () => ({
      playFrom: null,
      playEvidence: onHear,
      share: null,
      focus: sounding === null ? null : { ordem: sounding, nonce: 0 },
    }),
    [onHear, sounding],
  );
  return (
    <li
      ref={ref}
      tabIndex={-1}
      className={cn(
        'focus-ring grid scroll-my-16 gap-2 rounded-lg border bg-card p-3',
        sounding !== null && 'border-primary',
      )}
    >
      <div>
        <Link
          to={momentPath(item_id, clip.startMs ?? 0)}
          className="focus-ring touch-target break-words rounded-sm font-medium hover:underline"
        >
          {nameOf(call)}
        </Link>
        <p className="break-words text-muted-foreground text-xs">
          <AgentFacts agente={agente} facts={facts} />
        </p>
      </div>
      {corrigido ? <Badge variant="info">Corrigido por uma pessoa</Badge> : null}
      {call.evidencias.length > 0 ? (
        <AnalysisContext.Provider value={actions}>
          <Evidences evidencias={call.evidencias} />
        </AnalysisContext.Provider>
      ) : gravacao ? (
        <Button variant="outline" size="sm" className="w-fit" onClick={() => onHear(clip)}>
          <Play aria-hidden="true" />
          Ouvir do início
        </Button>
      ) : null}
      {justificativa ? <p className="break-words text-sm">{justificativa}</p> : null}
      {gravacao ? null : <p className="text-muted-foreground text-xs">Sem gravação para ouvir.</p>}
    </li>
  );
}
