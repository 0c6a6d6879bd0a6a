import { listGravacoesDoPreparo } from '@escuta/shared/contracts/preparos';
import { REGRA_PAR_LABEL } from '@escuta/shared/domain/survey-file/pairing';
import { useQuery } from '@tanstack/react-query';
import { FileAudio, GripVertical, Play } from 'lucide-react';
import type { HearFile } from '../../domain/player/heard-file.tsx';
import { oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { formatDurationMs } from '../../lib/format.ts';
import { apiQuery } from '../../lib/query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Label } from '../../ui/label.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { dragRecording } from './drag.ts';
import { RowPicker } from './row-picker.tsx';
import type { Corrections } from './use-preparo.ts';
import { type Detalhe, type Gravacao, shortName } from './words.ts';

const SITUACOES = ['ambigua', 'sem_linha', 'com_linha', 'recusada', 'nao_auditar', 'todas'] as const;
type Situacao = (typeof SITUACOES)[number];
const LABEL: Record<Situacao, string> = {
  ambigua: 'De mais de uma linha',
  sem_linha: 'Sem linha',
  com_linha: 'Com linha',
  recusada: 'Não podem ser usadas',
  nao_auditar: 'Deixadas de fora',
  todas: 'Todas',
};
const READERS = { q: (value: string) => value.slice(0, 100), situacao: oneOf(SITUACOES) };

export interface DryRunProps {
  preparo: Detalhe;
  corrections: Corrections;
  mayCorrect: boolean;
  hear: HearFile;
  /** The recording whose address is asked for. */
  opening: string | null;
}

/** What a recording is called, how long it is, what is wrong with it. */
export function RecordingFacts({ gravacao }: { gravacao: Gravacao }) {
  const { nome, duracao_ms, motivo, repetida_de, origem, regra } = gravacao;
  const short = shortName(nome);
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="break-words font-medium text-sm" title={nome}>
        {short}
      </p>
      <p className="break-words text-muted-foreground text-xs tabular-nums">
        {[
          origem === 'audio' ? 'Áudio principal' : nome === short ? null : nome.slice(0, -short.length - 1),
          duracao_ms === null ? null : formatDurationMs(duracao_ms),
          regra === null ? null : REGRA_PAR_LABEL[regra],
          repetida_de ? `mesmo som que “${shortName(repetida_de)}”` : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {motivo ? <p className="break-words text-destructive-text text-xs">{motivo}</p> : null}
    </div>
  );
}

/** Where the rows are that a recording could be of, each a press away. */
export function Candidates({ gravacao, corrections }: { gravacao: Gravacao; corrections: Corrections }) {
  if (gravacao.linha !== null || gravacao.candidatas.length === 0) return null;
  return (
    <ul aria-label={`Linhas possíveis de ${shortName(gravacao.nome)}`} className="flex flex-wrap gap-1.5">
      {gravacao.candidatas.map(({ linha, nome }) => (
        <li key={linha} className="min-w-0">
          <Button
            variant="outline"
            size="sm"
            className="max-w-full"
            disabled={corrections.busy}
            onClick={() => void corrections.pair(gravacao, linha)}
          >
            <span className="truncate">
              Linha {linha} · {nome}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

function RecordingRow({
  gravacao,
  preparo,
  corrections,
  mayCorrect,
  hear,
  opening,
}: DryRunProps & { gravacao: Gravacao }) {
  const { id, nome, linha, motivo, nao_auditar } = gravacao;
  const usable = motivo === null;
  const short = shortName(nome);
  return (
    <li
      className="grid gap-2 py-3 first:pt-0 last:pb-0"
      {...(mayCorrect && usable ? dragRecording(gravacao) : {})}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RecordingFacts gravacao={gravacao} />
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          {usable && mayCorrect ? (
            <RowPicker
              preparoId={preparo.id}
              gravacao={gravacao}
              corrections={corrections}
              className="w-44 max-sm:flex-1"
            />
          ) : linha !== null ? (
            <span className="text-sm tabular-nums">Linha {linha}</span>
          ) : null}
          {usable ? (
            <Button
              variant="outline"
              size="sm"
              aria-label={`Ouvir ${short}`}
              loading={opening === id}
              onClick={() => hear(gravacao)}
            >
              <Play aria-hidden="true" />
              Ouvir
            </Button>
          ) : null}
        </div>
        {usable && mayCorrect ? (
          <Label className="flex items-center gap-2 font-normal text-xs max-sm:min-h-11">
            <Switch
              aria-label={`Não auditar ${short}`}
              checked={nao_auditar}
              disabled={corrections.busy}
              onCheckedChange={(on) => void corrections.leaveOutRecording(gravacao, on)}
            />
            Não auditar
          </Label>
        ) : nao_auditar ? (
          <Badge>Não auditar</Badge>
        ) : null}
      </div>
      {mayCorrect ? <Candidates gravacao={gravacao} corrections={corrections} /> : null}
    </li>
  );
}

/** The recordings: first those that could be of several rows, then those of none; each to be heard and given its row. */
export function RecordingsTab(props: DryRunProps) {
  const { preparo } = props;
  const first: Situacao = (preparo.resumo?.ambiguas ?? 0) > 0 ? 'ambigua' : 'sem_linha';
  const list = useList(listGravacoesDoPreparo, READERS, ({ situacao = first, ...asked }) => ({
    params: { id: preparo.id },
    query: { limit: 20, ...asked, ...(situacao === 'todas' ? {} : { situacao }) },
  }));
  const shown = list.filters.situacao || first;
  return (
    <ListPanel
      list={{ ...list, filtered: list.words !== '' }}
      search={{ label: 'Buscar gravações', placeholder: 'Nome do arquivo…' }}
      filters={
        <FilterSelect
          label="Situação"
          allLabel={`Para resolver (${LABEL[first].toLowerCase()})`}
          options={SITUACOES.map((value) => ({ value, label: LABEL[value] }))}
          {...list.bind('situacao')}
          className="sm:w-56"
        />
      }
      errorTitle="Falha ao buscar gravações."
      noun="gravações"
      nothing="Nenhuma gravação encontrada"
      empty={{
        icon: <FileAudio />,
        title: shown === 'sem_linha' ? 'Toda gravação tem a sua linha' : 'Nenhuma gravação assim',
        description: 'Escolha outra situação para ver as demais gravações.',
        action: (
          <Button variant="outline" onClick={() => list.change({ situacao: 'todas' })}>
            Ver todas
          </Button>
        ),
      }}
    >
      {(rows, stale) =>
        rows ? (
          <ul aria-label="Gravações" aria-busy={stale} className="divide-y">
            {rows.map((gravacao) => (
              <RecordingRow key={gravacao.id} {...props} gravacao={gravacao as Gravacao} />
            ))}
          </ul>
        ) : (
          <Skeleton className="h-40" />
        )
      }
    </ListPanel>
  );
}

const ASIDE = 10;

/** Beside the rows where there is room: recordings to be dragged onto one. */
export function DragAside({ preparo, corrections, mayCorrect }: Omit<DryRunProps, 'hear' | 'opening'>) {
  const { data } = useQuery(
    apiQuery(listGravacoesDoPreparo, {
      params: { id: preparo.id },
      query: { limit: ASIDE, situacao: 'sem_linha' },
    }),
  );
  if (!mayCorrect || !data?.data.length) return null;
  const rest = data.pagination.total - ASIDE;
  return (
    <aside
      aria-label="Gravações sem linha"
      className="hidden content-start gap-3 self-start rounded-xl border bg-card p-4 shadow-card xl:sticky xl:top-2 xl:grid"
    >
      <div>
        <h2 className="font-semibold text-sm">Gravações sem linha</h2>
        <p className="text-muted-foreground text-xs">Arraste até a linha, ou escolha a linha aqui.</p>
      </div>
      <ul className="grid gap-2">
        {data.data.map((row) => {
          const gravacao = row as Gravacao;
          return (
            <li
              key={gravacao.id}
              {...dragRecording(gravacao)}
              className="grid cursor-grab gap-2 rounded-lg border bg-background p-2.5"
            >
              <div className="flex items-start gap-2">
                <GripVertical className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
                <RecordingFacts gravacao={gravacao} />
              </div>
              <RowPicker
                preparoId={preparo.id}
                gravacao={gravacao}
                corrections={corrections}
                className="w-full"
              />
            </li>
          );
        })}
      </ul>
      {rest > 0 ? <p className="text-muted-foreground text-xs">E mais {rest}, na aba Gravações.</p> : null}
    </aside>
  );
}
