import { BUSCA_PAPEIS, type ConversaAchada } from '@escuta/shared/contracts/calls/busca';
import { DIRECAO_PROCURADA_LABEL, DIRECOES_PROCURADAS } from '@escuta/shared/domain/calls/call-direction';
import { DATA_LABEL, SENTIMENTO_LABEL, SENTIMENTOS } from '@escuta/shared/domain/filters/filtro-campos';
import { BUSCA_CARACTERES_MAX, parseSearch } from '@escuta/shared/domain/filters/search-query';
import { plural } from '@escuta/shared/domain/text/in-words';
import {
  ChartColumn,
  CircleHelp,
  Keyboard,
  MessageSquareText,
  Search,
  SearchX,
  SlidersHorizontal,
} from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AgentFilter } from '../../domain/calls/agent-filter.tsx';
import { SavedFilters } from '../../domain/calls/saved-filters.tsx';
import { HeardMoment, momentPath, useHeardMoment } from '../../domain/player/heard-moment.tsx';
import { ProjectPicker } from '../../domain/projects/project-picker.tsx';
import { KeysDialog } from '../../kit/keys-dialog.tsx';
import { DateBasis, RememberedBasis } from '../../kit/list/date-basis.tsx';
import { askedFilters } from '../../kit/list/filter-params.ts';
import { ClearFilters, FILTER_WIDTH, FilterSelect } from '../../kit/list/filter-select.tsx';
import { useListFilters } from '../../kit/list/use-list-filters.ts';
import { PageHeader } from '../../kit/page-header.tsx';
import { ApiError } from '../../lib/network/api.ts';
import { useShortcutsEnabled } from '../../lib/page/page-keys.ts';
import { formatDate, formatNumber } from '../../lib/text/format.ts';
import { Button } from '../../ui/button.tsx';
import { DateRange } from '../../ui/calendar/date-range.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/inputs/input.tsx';
import { LoadingBar } from '../../ui/loading-bar.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { boxesOf, DURACOES, filterOfSearch, NOTAS, SEARCH_FILTERS, searchQuery } from './filters.ts';
import { HitCard, nameOf, type Trecho } from './hit-card.tsx';
import { Months } from './months.tsx';
import { SEARCH_KEYS, useSearchKeys } from './search-keys.ts';
import { useSearch } from './use-search.ts';

const KEEPS = ['q', 'data'] as const;
const PAPEL_LABEL = { agente: 'Falas do agente', cliente: 'Falas do cliente' } as const;
const HOW: readonly { write: string; finds: string }[] = [
  { write: 'cancelar boleto', finds: 'as duas palavras, ditas pela mesma pessoa, em qualquer ordem' },
  { write: '"não quero"', finds: 'as palavras juntas, nesta ordem' },
  { write: 'cartão -adicional', finds: 'cartão, sem a palavra adicional' },
  { write: 'multa OR juros', finds: 'uma ou outra' },
];
const optionsOf = <K extends string>(table: Readonly<Record<K, { label: string }>>) =>
  (Object.keys(table) as K[]).map((value) => ({ value, label: table[value].label }));

/** Key of one side of a conversation. Each side occurs only once among the results. */
const sideOf = ({ item_id, papel }: ConversaAchada) => `${item_id} ${papel}`;

/** 'Busca': finds words in conversations and plays a conversation from the second at which the words are said. */
export default function BuscaPage() {
  return (
    <RememberedBasis padrao="ligacao">
      <SearchPage />
    </RememberedBasis>
  );
}

function SearchPage() {
  const state = useListFilters(SEARCH_FILTERS, KEEPS);
  const { filters, change, bind, bindDays } = state;
  const query = searchQuery(askedFilters<typeof SEARCH_FILTERS>(filters));
  const { search, conversas, first, last, goesOn } = useSearch(query);
  const { heard, hear: hearMoment, stop } = useHeardMoment();
  const hear = (conversa: ConversaAchada, { startMs, endMs, ordem }: Trecho) =>
    void hearMoment(
      {
        itemId: conversa.item_id,
        key: sideOf(conversa),
        name: nameOf(conversa),
        durationMs: conversa.duracao_s === null ? null : conversa.duracao_s * 1000,
      },
      { startMs, endMs, sentencaOrdem: ordem },
    );
  const [current, setCurrent] = useState(0);
  const [more, setMore] = useState(false);
  /** True if a rarely used filter is shown: after a press on the button for more filters, or while it is set. */
  const shows = (name: 'data' | 'direcao' | 'sentimento' | 'nota' | 'alertas' | 'duracao'): boolean =>
    more || filters[name] !== '';
  const [byMonth, setByMonth] = useState(false);
  const [help, setHelp] = useState(false);
  const [keys, setKeys] = useShortcutsEnabled();
  const box = useRef<HTMLInputElement>(null);
  const cards = useRef<(HTMLElement | null)[]>([]);
  const navigate = useNavigate();
  const shown = JSON.stringify(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search begins at its first conversation
  useEffect(() => {
    setCurrent(0);
    stop();
  }, [shown]);

  const move = (to: number): void => {
    const next = Math.max(0, Math.min(conversas.length - 1, to));
    setCurrent(next);
    cards.current[next]?.focus();
  };
  const at = conversas[current];
  const trecho = at?.trechos[0];
  useSearchKeys(
    {
      write: () => {
        box.current?.focus();
        box.current?.select();
      },
      next: () => move(cards.current[current]?.contains(document.activeElement) ? current + 1 : current),
      previous: () => move(current - 1),
      play: () => {
        if (heard) stop();
        else if (at?.gravacao && trecho) hear(at, trecho);
      },
      open: () => (at && trecho ? navigate(momentPath(at.item_id, trecho.startMs)) : undefined),
      help: () => setHelp(true),
    },
    keys && !help,
  );

  const known = new Map(
    conversas.flatMap(({ agente }) => (agente ? [[agente.id, agente.nome] as const] : [])),
  );
  const asked = query.q !== '';
  const refused =
    search.error instanceof ApiError && search.error.status === 400 ? search.error.message : null;

  return (
    <div className="grid grid-cols-1 gap-5">
      <PageHeader
        title="Busca"
        description="Busca nas falas de ligações e entrevistas, da conversa mais recente à mais antiga."
        className="mb-0"
        actions={
          <>
            <SavedFilters
              filtro={filterOfSearch(query)}
              dito={{ q: query.q, papel: query.papel ?? null }}
              canShow={() => true}
              onChoose={(kept, said) => {
                const none = Object.fromEntries(Object.keys(SEARCH_FILTERS).map((key) => [key, '']));
                const boxes = { ...none, ...boxesOf(kept), q: said?.q ?? '', papel: said?.papel ?? '' };
                change(boxes as Partial<typeof filters>);
              }}
            />
            <Button
              variant="ghost"
              size="icon"
              className="max-md:hidden"
              aria-label="Atalhos do teclado"
              onClick={() => setHelp(true)}
            >
              <Keyboard />
            </Button>
          </>
        }
      />
      <Card className="relative grid grid-cols-1 gap-4 p-4 sm:p-5">
        <LoadingBar active={search.isFetching} label="Procurando nas conversas" />
        <QueryBox key={filters.q} q={filters.q} boxRef={box} onSearch={(q) => change({ q })} />
        <search className="flex flex-wrap items-center gap-2.5">
          <FilterSelect
            label="Autor da fala"
            allLabel="Qualquer pessoa"
            {...bind('papel')}
            options={BUSCA_PAPEIS.map((value) => ({ value, label: PAPEL_LABEL[value] }))}
          />
          <DateRange label={DATA_LABEL[filters.data || 'ligacao']} {...bindDays()} />
          {shows('data') ? (
            <DateBasis padrao="ligacao" value={filters.data} onValueChange={(data) => change({ data })} />
          ) : null}
          <ProjectPicker
            label="Projeto"
            noneLabel="Todos os projetos"
            className={FILTER_WIDTH}
            {...bind('projeto')}
          />
          <AgentFilter known={known} {...bind('agente')} />
          {shows('direcao') ? (
            <FilterSelect
              label="Direção"
              allLabel="Qualquer direção"
              {...bind('direcao')}
              options={DIRECOES_PROCURADAS.map((value) => ({ value, label: DIRECAO_PROCURADA_LABEL[value] }))}
            />
          ) : null}
          {shows('sentimento') ? (
            <FilterSelect
              label="Sentimento"
              allLabel="Qualquer sentimento"
              {...bind('sentimento')}
              options={SENTIMENTOS.map((value) => ({ value, label: SENTIMENTO_LABEL[value] }))}
            />
          ) : null}
          {shows('nota') ? (
            <FilterSelect
              label="Pontuação"
              allLabel="Qualquer pontuação"
              {...bind('nota')}
              options={optionsOf(NOTAS)}
            />
          ) : null}
          {shows('alertas') ? (
            <FilterSelect
              label="Alertas da IA"
              allLabel="Com ou sem alerta da IA"
              {...bind('alertas')}
              options={[
                { value: 'com', label: 'Com alerta da IA' },
                { value: 'sem', label: 'Sem alerta da IA' },
              ]}
            />
          ) : null}
          {shows('duracao') ? (
            <FilterSelect
              label="Duração"
              allLabel="Qualquer duração"
              {...bind('duracao')}
              options={optionsOf(DURACOES)}
            />
          ) : null}
          {more ? null : (
            <Button variant="ghost" onClick={() => setMore(true)}>
              <SlidersHorizontal aria-hidden="true" />
              Mais filtros
            </Button>
          )}
          <ClearFilters show={state.filtered} onClear={state.clear} />
        </search>
      </Card>

      {first?.indexando ? (
        <Notice variant="info">
          O índice da busca está em construção: parte das conversas ainda não aparece nos resultados.
        </Notice>
      ) : null}
      {first && first.projetos_fora > 0 ? (
        <Notice variant="warning">
          A busca cobriu só os projetos com atividade mais recente:{' '}
          {plural(first.projetos_fora, 'outro projeto ficou', 'outros projetos ficaram')} de fora. Selecione
          um projeto para procurar nele.
        </Notice>
      ) : null}
      {asked ? null : (
        <EmptyState
          icon={<MessageSquareText />}
          title="Busque nas conversas"
          description="Escreva uma palavra ou uma frase: cada resultado mostra o autor da fala e toca a gravação no segundo certo."
        />
      )}
      {refused ? <EmptyState icon={<SearchX />} title={refused} /> : null}
      {asked && search.isError && !refused && !first ? (
        <ErrorState
          title="Erro ao procurar nas conversas"
          error={search.error}
          onRetry={() => void search.refetch()}
          retrying={search.isFetching}
        />
      ) : null}
      {asked && search.isPending && !refused ? (
        <div aria-busy="true" className="grid gap-3">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-28 w-full rounded-xl" />
          ))}
        </div>
      ) : null}

      {first && conversas.length > 0 ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-muted-foreground text-sm">
            {totalText(first.total, conversas.length)}
          </p>
          <Button variant="ghost" size="sm" aria-expanded={byMonth} onClick={() => setByMonth(!byMonth)}>
            <ChartColumn aria-hidden="true" />
            Por mês
          </Button>
        </div>
      ) : null}
      {byMonth && conversas.length > 0 ? (
        <Months query={query} onChoose={({ de, ate }) => change({ de, ate, data: '' })} />
      ) : null}
      {conversas.length > 0 ? (
        <div className="grid grid-cols-1 gap-3">
          {conversas.map((conversa, index) => (
            <HitCard
              key={sideOf(conversa)}
              ref={(card) => {
                cards.current[index] = card;
              }}
              conversa={conversa}
              current={index === current}
              sounding={heard?.call.key === sideOf(conversa) ? heard.clip.sentencaOrdem : null}
              onFocus={() => setCurrent(index)}
              onHear={(one) =>
                heard?.call.key === sideOf(conversa) && heard.clip.sentencaOrdem === one.ordem
                  ? stop()
                  : hear(conversa, one)
              }
            />
          ))}
        </div>
      ) : null}
      {last && conversas.length === 0 && last.proximo === null ? (
        <EmptyState
          icon={<SearchX />}
          title="Nenhuma conversa encontrada"
          description={
            // Names the words that were searched, not the text now in the box.
            state.filtered
              ? `Nenhuma fala com estes termos nas conversas filtradas: ${query.q}`
              : `Nenhuma fala com estes termos: ${query.q}`
          }
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {(first?.sugestoes ?? []).map(({ palavra, sugestao }) => (
                <Button
                  key={palavra}
                  variant="outline"
                  onClick={() => change({ q: query.q.replace(palavra, sugestao) })}
                >
                  Você quis dizer {sugestao}?
                </Button>
              ))}
              {state.filtered ? (
                <Button variant="outline" onClick={state.clear}>
                  Limpar filtros
                </Button>
              ) : null}
            </div>
          }
        />
      ) : null}
      {last?.proximo ? (
        <div className="flex flex-wrap items-center justify-center gap-3">
          {last.procurado_ate ? (
            <p role="status" className="text-muted-foreground text-sm">
              Busca feita nas conversas de {formatDate(last.procurado_ate)} em diante.
            </p>
          ) : null}
          <Button
            variant="outline"
            loading={search.isFetchingNextPage || goesOn}
            onClick={() => void search.fetchNextPage()}
          >
            {last.parcial ? 'Continuar' : 'Mostrar mais'}
          </Button>
        </div>
      ) : null}
      {heard ? <HeardMoment key={heard.call.itemId} heard={heard} onClose={stop} /> : null}
      <KeysDialog
        open={help}
        onClose={() => setHelp(false)}
        shortcuts={SEARCH_KEYS}
        enabled={keys}
        onEnabledChange={setKeys}
      />
    </div>
  );
}

/** Number of results: '12 resultados', '1.000+ resultados'. */
function totalText(total: { n: number; exato: boolean } | null, shown: number): string {
  const n = Math.max(total?.n ?? 0, shown);
  const exact = total?.exato ?? false;
  return exact && n === 1 ? '1 resultado' : `${formatNumber(n)}${exact ? '' : '+'} resultados`;
}

/** Box for the searched words: Enter sends them, typing does not. An impossible search is refused before it is sent. */
function QueryBox({
  q,
  boxRef,
  onSearch,
}: {
  q: string;
  boxRef: React.RefObject<HTMLInputElement | null>;
  onSearch: (q: string) => void;
}) {
  const [text, setText] = useState(q);
  const [error, setError] = useState<string | null>(null);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const read = parseSearch(text.trim());
    setError('erro' in read ? read.erro : null);
    if (!('erro' in read)) onSearch(text.trim());
  };
  return (
    <form onSubmit={send} className="grid gap-2" noValidate>
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Search
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-muted-foreground"
            aria-hidden="true"
          />
          <Input
            ref={boxRef}
            type="search"
            aria-label="Procurar nas conversas"
            aria-invalid={error !== null}
            aria-describedby={error ? 'busca-erro' : undefined}
            placeholder='cancelar, "não quero", cartão -adicional'
            maxLength={BUSCA_CARACTERES_MAX}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="pl-9"
          />
        </div>
        <Popover>
          <PopoverTrigger asChild>
            <Button type="button" variant="ghost" size="icon" aria-label="Como escrever a busca">
              <CircleHelp />
            </Button>
          </PopoverTrigger>
          <PopoverContent align="end" className="w-80 max-w-[calc(100vw-2rem)] p-4">
            <dl className="grid gap-2.5 text-sm">
              {HOW.map(({ write, finds }) => (
                <div key={write} className="grid gap-0.5">
                  <dt className="font-mono text-xs">{write}</dt>
                  <dd className="text-muted-foreground">{finds}</dd>
                </div>
              ))}
            </dl>
          </PopoverContent>
        </Popover>
        <Button type="submit">Buscar</Button>
      </div>
      {error ? (
        <p id="busca-erro" role="alert" className="text-destructive-text text-sm">
          {error}
        </p>
      ) : null}
    </form>
  );
}
