import { listLinhasDoPreparo } from '@escuta/shared/contracts/surveys/preparos';
import { formatCreditos } from '@escuta/shared/domain/runs/credits';
import { REGRA_PAR_LABEL, REGRA_PROPOSTA } from '@escuta/shared/domain/survey-file/pairing/pairing';
import { Table2, Unlink } from 'lucide-react';
import { useState } from 'react';
import { HearButton } from '../../../domain/intake/hearing.tsx';
import { LeftOut, MatchList, MatchRow } from '../../../domain/intake/match-list.tsx';
import { shortName } from '../../../domain/player/heard-file.tsx';
import { anyText, oneOf } from '../../../kit/list/filter-params.ts';
import { FilterSelect } from '../../../kit/list/filter-select.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { formatDurationMs, formatPhone } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { takeRecording } from '../questions/drag.ts';
import { type Linha, labelOfRow, sheetDate } from '../words.ts';
import { DragAside, type DryRunProps } from './recordings-tab.tsx';
import { RecordingPicker } from './row-picker.tsx';

const SITUACOES = ['com_gravacao', 'par_proposto', 'sem_gravacao', 'nao_auditar'] as const;
const READERS = { q: anyText, situacao: oneOf(SITUACOES) };
const OPTIONS = [
  { value: 'com_gravacao', label: 'Com gravação' },
  { value: 'par_proposto', label: 'Pares propostos' },
  { value: 'sem_gravacao', label: 'Sem gravação' },
  { value: 'nao_auditar', label: 'Deixadas de fora' },
] as const;

function PairRow({ linha, preparo, corrections, mayCorrect, hearing }: DryRunProps & { linha: Linha }) {
  const [over, setOver] = useState(false);
  const { gravacao } = linha;
  const name = labelOfRow(linha);
  const proposed = gravacao?.regra === REGRA_PROPOSTA;
  const more = [
    linha.nome !== null && linha.identificador !== null ? linha.identificador : null,
    linha.telefone ? formatPhone(linha.telefone) : null,
    linha.data === null ? null : sheetDate(linha.data),
    linha.entrevistador,
  ].filter(Boolean);
  return (
    <MatchRow
      className={cn(
        'gap-x-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_14.5rem] md:items-center',
        over && 'rounded-lg bg-primary-soft',
      )}
      {...(mayCorrect ? takeRecording(setOver, (dragged) => void corrections.pair(dragged, linha.n)) : {})}
    >
      <div className="min-w-0">
        <p className="break-words font-medium text-sm">{name}</p>
        <p className="break-words text-muted-foreground text-xs tabular-nums">{more.join(' · ')}</p>
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
        {gravacao ? (
          <>
            <div className="min-w-0 flex-1 basis-40">
              <p className="truncate text-sm" title={gravacao.nome}>
                {shortName(gravacao.nome)}
              </p>
              <p className="text-muted-foreground text-xs tabular-nums">
                {[
                  gravacao.duracao_ms === null ? null : formatDurationMs(gravacao.duracao_ms),
                  gravacao.creditos === null || linha.nao_auditar || gravacao.nao_auditar
                    ? null
                    : formatCreditos(gravacao.creditos),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {gravacao.regra ? (
                <p
                  className={cn(
                    'text-xs',
                    gravacao.regra === 'pessoa' ? 'text-primary-text' : 'text-muted-foreground',
                  )}
                >
                  {REGRA_PAR_LABEL[gravacao.regra]}
                </p>
              ) : null}
              {gravacao.motivo ? <p className="text-destructive-text text-xs">{gravacao.motivo}</p> : null}
            </div>
            {gravacao.nao_auditar ? <Badge>Gravação fora da auditoria</Badge> : null}
            {proposed ? (
              <span className="flex items-center gap-2">
                <Badge variant="warning">confira</Badge>
                {mayCorrect ? (
                  <Button
                    variant="outline"
                    size="sm"
                    aria-label={`Confirmar o par da ${name}`}
                    disabled={corrections.busy}
                    onClick={() => void corrections.pair(gravacao, linha.n)}
                  >
                    Confirmar par
                  </Button>
                ) : null}
              </span>
            ) : null}
          </>
        ) : mayCorrect && !linha.nao_auditar ? (
          <div className="w-full max-w-72">
            <RecordingPicker preparoId={preparo.id} linha={linha} corrections={corrections} />
          </div>
        ) : (
          <span className="text-muted-foreground text-sm">Sem gravação</span>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 md:justify-end">
        {gravacao && gravacao.motivo === null ? (
          <HearButton file={gravacao} hearing={hearing} label={`Ouvir a gravação da ${name}`} />
        ) : null}
        {gravacao && mayCorrect ? (
          <Tooltip content="Desfazer o par">
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Desfazer o par da ${name}`}
              disabled={corrections.busy}
              onClick={() => void corrections.pair(gravacao, null)}
            >
              <Unlink />
            </Button>
          </Tooltip>
        ) : null}
        <LeftOut
          name={`a ${name}`}
          on={linha.nao_auditar}
          busy={corrections.busy}
          mayCorrect={mayCorrect}
          onChange={(on) => void corrections.leaveOutRow(linha, on)}
        />
      </div>
    </MatchRow>
  );
}

/** The rows of the sheet, each with its recording and the rule that matched them. */
export function PairsTab(props: DryRunProps) {
  const { preparo } = props;
  const list = useList(listLinhasDoPreparo, READERS, (asked) => ({
    params: { id: preparo.id },
    query: { limit: 20, ...asked },
  }));
  return (
    <div className="grid grid-cols-1 gap-4 2xl:grid-cols-[minmax(0,1fr)_auto] 2xl:[&>aside]:w-72">
      <MatchList
        label="Linhas da planilha"
        list={list}
        search={{ label: 'Buscar linhas', placeholder: 'Nome, identificador, telefone, arquivo…' }}
        filters={
          <FilterSelect
            label="Situação"
            allLabel="Todas as linhas"
            options={OPTIONS}
            {...list.bind('situacao')}
          />
        }
        errorTitle="Erro ao buscar as linhas."
        noun="linhas"
        nothing="Nenhuma linha encontrada"
        empty={{
          icon: <Table2 />,
          title: 'A planilha não tem linhas',
          description: 'Troque a planilha de respostas por uma que tenha entrevistas.',
        }}
      >
        {(linha) => <PairRow key={linha.n} {...props} linha={linha} />}
      </MatchList>
      {(preparo.resumo?.gravacoes_sem_linha ?? 0) > 0 ? <DragAside {...props} /> : null}
    </div>
  );
}
