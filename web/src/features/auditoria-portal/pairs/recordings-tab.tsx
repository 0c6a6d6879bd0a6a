import { listGravacoesDoPreparo } from '@escuta/shared/contracts/surveys/preparos';
import { REGRA_PAR_LABEL } from '@escuta/shared/domain/survey-file/pairing/pairing';
import { useQuery } from '@tanstack/react-query';
import { FileAudio, GripVertical } from 'lucide-react';
import { HearButton, type Hearing } from '../../../domain/intake/hearing.tsx';
import {
  Candidates,
  LeftOut,
  MatchList,
  MatchRow,
  RecordingFacts,
} from '../../../domain/intake/match-list.tsx';
import { shortName } from '../../../domain/player/heard-file.tsx';
import { oneOf } from '../../../kit/list/filter-params.ts';
import { FilterSelect } from '../../../kit/list/filter-select.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { apiQuery } from '../../../lib/network/query.ts';
import { Button } from '../../../ui/button.tsx';
import { dragRecording } from '../questions/drag.ts';
import type { Corrections } from '../use-corrections.ts';
import type { Detalhe, Gravacao } from '../words.ts';
import { RowPicker } from './row-picker.tsx';

const SITUACOES = ['ambigua', 'sem_linha', 'com_linha', 'recusada', 'nao_auditar', 'todas'] as const;
type Situacao = (typeof SITUACOES)[number];
const LABEL: Record<Situacao, string> = {
  ambigua: 'Com linhas possíveis',
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
  hearing: Hearing;
}

function PairFacts({ gravacao }: { gravacao: Gravacao }) {
  const { origem, regra } = gravacao;
  return (
    <RecordingFacts
      recording={gravacao}
      place={origem === 'audio' ? 'Áudio principal' : null}
      found={[regra && REGRA_PAR_LABEL[regra]]}
    />
  );
}

function RecordingRow({
  gravacao,
  preparo,
  corrections,
  mayCorrect,
  hearing,
}: DryRunProps & { gravacao: Gravacao }) {
  const { linha, motivo, nao_auditar, candidatas } = gravacao;
  const usable = motivo === null;
  const name = shortName(gravacao.nome);
  return (
    <MatchRow {...(mayCorrect && usable ? dragRecording(gravacao) : {})}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <PairFacts gravacao={gravacao} />
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
          {usable ? <HearButton file={gravacao} hearing={hearing} /> : null}
        </div>
        <LeftOut
          name={name}
          on={nao_auditar}
          busy={corrections.busy}
          mayCorrect={usable && mayCorrect}
          onChange={(on) => void corrections.leaveOutRecording(gravacao, on)}
        />
      </div>
      {mayCorrect && linha === null ? (
        <Candidates
          label={`Linhas possíveis de ${name}`}
          options={candidatas.map((one) => ({
            id: String(one.linha),
            text: `Linha ${one.linha} · ${one.nome}`,
          }))}
          busy={corrections.busy}
          onPick={(n) => void corrections.pair(gravacao, Number(n))}
        />
      ) : null}
    </MatchRow>
  );
}

/** The recordings: first those that fit several rows, then those without a row. Each can be played and given a row. */
export function RecordingsTab(props: DryRunProps) {
  const { preparo } = props;
  const first: Situacao = (preparo.resumo?.ambiguas ?? 0) > 0 ? 'ambigua' : 'sem_linha';
  const list = useList(listGravacoesDoPreparo, READERS, ({ situacao = first, ...asked }) => ({
    params: { id: preparo.id },
    query: { limit: 20, ...asked, ...(situacao === 'todas' ? {} : { situacao }) },
  }));
  const shown = list.filters.situacao || first;
  return (
    <MatchList
      label="Gravações"
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
      errorTitle="Erro ao buscar as gravações."
      noun="gravações"
      nothing="Nenhuma gravação encontrada"
      empty={{
        icon: <FileAudio />,
        title: shown === 'sem_linha' ? 'Toda gravação tem a sua linha' : 'Nenhuma gravação nesta situação',
        description: 'Selecione outra situação para ver as demais gravações.',
        action: (
          <Button variant="outline" onClick={() => list.change({ situacao: 'todas' })}>
            Ver todas
          </Button>
        ),
      }}
    >
      {(gravacao) => <RecordingRow key={gravacao.id} {...props} gravacao={gravacao as Gravacao} />}
    </MatchList>
  );
}

const ASIDE = 10;

/** Recordings beside the rows, to be dragged onto a row; hidden on narrow screens. */
export function DragAside({ preparo, corrections, mayCorrect }: Omit<DryRunProps, 'hearing'>) {
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
      className="hidden grid-cols-1 content-start gap-3 self-start rounded-xl border bg-card p-4 shadow-card 2xl:sticky 2xl:top-16 2xl:grid"
    >
      <div>
        <h2 className="font-semibold text-sm">Gravações sem linha</h2>
        <p className="text-muted-foreground text-xs">Arraste até a linha, ou selecione a linha aqui.</p>
      </div>
      <ul className="grid grid-cols-1 gap-2">
        {data.data.map((row) => {
          const gravacao = row as Gravacao;
          return (
            <li
              key={gravacao.id}
              {...dragRecording(gravacao)}
              className="grid cursor-grab grid-cols-1 gap-2 rounded-lg border bg-background p-2.5"
            >
              <div className="flex items-start gap-2">
                <GripVertical className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
                <PairFacts gravacao={gravacao} />
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
      {rest > 0 ? <p className="text-muted-foreground text-xs">Há mais {rest} na aba “Gravações”.</p> : null}
    </aside>
  );
}
