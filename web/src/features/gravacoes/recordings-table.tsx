import {
  createAudioUrlDoLote,
  decideGravacao,
  type GravacaoDoLote,
  type LigacaoDoLote,
  type LoteGravacaoDetalhe,
  listGravacoesDoLote,
} from '@escuta/shared/contracts/calls/lotes-gravacao';
import { listItensDoProjeto } from '@escuta/shared/contracts/operation/projetos';
import {
  REGRA_GRAVACAO_LABEL,
  SITUACAO_GRAVACAO_LOTE_LABEL,
  SITUACOES_GRAVACAO_LOTE,
  type SituacaoGravacaoLote,
} from '@escuta/shared/domain/recordings/recording-batch';
import { FileAudio } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { HearButton, HearingBar, useHearing } from '../../domain/intake/hearing.tsx';
import {
  Candidates,
  MatchList,
  MatchPicker,
  MatchRow,
  RecordingFacts,
} from '../../domain/intake/match-list.tsx';
import { shortName } from '../../domain/player/heard-file.tsx';
import { oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDateTime, formatPhone } from '../../lib/text/format.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CreateCallDialog } from './create-call-dialog.tsx';

const SITUACOES = ['a_decidir', ...SITUACOES_GRAVACAO_LOTE] as const;
const READERS = { q: (value: string) => value.slice(0, 100), situacao: oneOf(SITUACOES) };
const VARIANT: Partial<Record<SituacaoGravacaoLote, BadgeVariant>> = {
  pareada: 'success',
  anexada: 'success',
  criar: 'info',
  substituir: 'warning',
  ja_tem: 'warning',
  ambigua: 'warning',
  orfa: 'warning',
  recusada: 'destructive',
  falhou: 'destructive',
};

/** A call in words: '20/11/2026 10:15 · (11) 98765-4321 · ramal 2001'. */
function callText({
  momento,
  numero,
  ramal,
  agente,
  nome,
}: Omit<LigacaoDoLote, 'id' | 'status' | 'gravacao'>): string {
  return (
    [
      momento ? formatDateTime(momento) : null,
      nome,
      numero ? formatPhone(numero) : null,
      ramal ? `ramal ${ramal}` : null,
      agente,
    ]
      .filter(Boolean)
      .join(' · ') || 'Ligação sem dados'
  );
}

type Decide = (
  gravacao: GravacaoDoLote,
  body:
    | { acao: 'anexar'; ligacao_id: string; substituir: boolean }
    | { acao: 'descartar' }
    | { acao: 'devolver' },
) => void;

interface DecisionProps {
  lote: LoteGravacaoDetalhe;
  gravacao: GravacaoDoLote;
  busy: boolean;
  decide: Decide;
}

/** Finds the call of a recording by number, name or extension. */
function CallPicker({ lote, gravacao, busy, decide }: DecisionProps) {
  return (
    <MatchPicker
      className="w-56 max-sm:w-full sm:h-8"
      label={`De qual ligação é ${shortName(gravacao.nome)}?`}
      emptyLabel={gravacao.ligacao ? 'Outra ligação…' : 'Selecionar ligação…'}
      disabled={busy}
      endpoint={listItensDoProjeto}
      input={(q) => ({ params: { id: lote.projeto.id }, query: { limit: 20, q, gravacao: 'sem' as const } })}
      optionOf={(row) => ({
        id: row.id,
        label: callText({
          momento: row.call_start_time,
          numero: row.numero_destino,
          ramal: row.ramal,
          nome: row.nome_entrevistado,
          agente: null,
        }),
      })}
      placeholder="Telefone, nome, ramal…"
      errorText="Erro ao buscar as ligações."
      emptyText={() => 'Nenhuma ligação sem gravação encontrada.'}
      onPick={(call) => call && decide(gravacao, { acao: 'anexar', ligacao_id: call.id, substituir: false })}
    />
  );
}

/** Controls with which a person decides on a recording. */
function RecordingDecision({ onCreate, ...decision }: DecisionProps & { onCreate: () => void }) {
  const { gravacao, busy, decide } = decision;
  const { situacao, ligacao, candidatas } = gravacao;
  if (situacao === 'recusada' || situacao === 'repetida' || situacao === 'a_ler') return null;
  const name = shortName(gravacao.nome);
  return (
    <div className="grid grid-cols-1 gap-2">
      {situacao === 'ja_tem' && ligacao ? (
        <p className="text-sm">
          A substituição apaga a gravação atual
          {ligacao.gravacao?.nome ? `, “${ligacao.gravacao.nome}”` : ''}. A análise feita com a gravação atual
          fica no histórico, e a gravação nova consome crédito ao ser processada.
        </p>
      ) : null}
      {situacao === 'ambigua' ? (
        <Candidates
          label={`Ligações possíveis de ${name}`}
          options={candidatas.map((one) => ({
            id: one.id,
            text: `${callText(one)}${one.gravacao ? ' · já tem gravação' : ''}`,
          }))}
          busy={busy}
          onPick={(id) => decide(gravacao, { acao: 'anexar', ligacao_id: id, substituir: false })}
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        {situacao === 'ja_tem' && ligacao ? (
          <Button
            variant="outline"
            size="sm"
            disabled={busy}
            onClick={() => decide(gravacao, { acao: 'anexar', ligacao_id: ligacao.id, substituir: true })}
          >
            Substituir
          </Button>
        ) : null}
        <CallPicker {...decision} />
        {ligacao ? null : (
          <Button
            variant="outline"
            size="sm"
            aria-label={`${situacao === 'criar' ? 'Corrigir a ligação' : 'Criar ligação'} de ${name}`}
            disabled={busy}
            onClick={onCreate}
          >
            {situacao === 'criar' ? 'Corrigir' : 'Criar ligação'}
          </Button>
        )}
        {situacao === 'descartada' || situacao === 'criar' ? (
          <Button
            variant="ghost"
            size="sm"
            disabled={busy}
            onClick={() => decide(gravacao, { acao: 'devolver' })}
          >
            Desfazer
          </Button>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Descartar ${name}`}
            disabled={busy}
            onClick={() => decide(gravacao, { acao: 'descartar' })}
          >
            Descartar
          </Button>
        )}
      </div>
    </div>
  );
}

/** Table of the recordings, each with its matched call, the reason for the match, and the buttons to decide. */
export function RecordingsTable({ lote, mayDecide }: { lote: LoteGravacaoDetalhe; mayDecide: boolean }) {
  const list = useList(listGravacoesDoLote, READERS, (asked) => ({
    params: { id: lote.id },
    query: { limit: 20, ...asked },
  }));
  const { attempt, busy } = useApiMutation(decideGravacao, { failed: 'Não foi possível salvar a correção' });
  const decide: Decide = ({ id }, body) => void attempt({ params: { id: lote.id, gravacaoId: id }, body });
  const [creating, setCreating] = useState<GravacaoDoLote | null>(null);
  const hearing = useHearing(createAudioUrlDoLote, lote.id);
  return (
    <>
      <CreateCallDialog loteId={lote.id} gravacao={creating} onClose={() => setCreating(null)} />
      <HearingBar hearing={hearing} />
      <MatchList
        label="Gravações"
        list={list}
        search={{ label: 'Buscar gravações', placeholder: 'Nome do arquivo…' }}
        filters={
          <FilterSelect
            label="Situação"
            allLabel="Todas as situações"
            options={SITUACOES.map((value) => ({
              value,
              label: value === 'a_decidir' ? 'Para decidir' : SITUACAO_GRAVACAO_LOTE_LABEL[value],
            }))}
            {...list.bind('situacao')}
            className="sm:w-56"
          />
        }
        errorTitle="Erro ao buscar as gravações."
        noun="gravações"
        nothing="Nenhuma gravação encontrada"
        empty={{
          icon: <FileAudio />,
          title: 'Nenhuma gravação',
          description: 'As gravações aparecem aqui à medida que são lidas.',
        }}
      >
        {(row) => {
          const gravacao = row as GravacaoDoLote;
          const { id, situacao, regra, ligacao, lido, repetida_de, repetida_ligacao } = gravacao;
          const guess = situacao === 'criar' ? callText({ ...lido, nome: null }) : null;
          return (
            <MatchRow key={id}>
              <div className="flex flex-wrap items-start justify-between gap-2">
                <RecordingFacts
                  recording={gravacao}
                  found={[
                    regra && REGRA_GRAVACAO_LABEL[regra],
                    situacao === 'repetida' && !repetida_de ? 'mesmo áudio de outra ligação' : null,
                  ]}
                >
                  {ligacao || guess ? (
                    <p className="text-sm">→ {ligacao ? callText(ligacao) : guess}</p>
                  ) : null}
                  {repetida_ligacao ? (
                    <Link
                      to={href(paths.analiseLigacao, { itemId: repetida_ligacao })}
                      target="_blank"
                      rel="noopener"
                      className="focus-ring inline-flex items-center rounded-sm text-xs underline underline-offset-4 max-sm:min-h-11"
                    >
                      Ver a ligação
                      <span className="sr-only"> que já tem este áudio (abre em nova janela)</span>
                    </Link>
                  ) : null}
                </RecordingFacts>
                <div className="flex items-center gap-2">
                  <Badge variant={VARIANT[situacao] ?? 'neutral'}>
                    {SITUACAO_GRAVACAO_LOTE_LABEL[situacao]}
                  </Badge>
                  {gravacao.audivel ? <HearButton file={gravacao} hearing={hearing} /> : null}
                </div>
              </div>
              {mayDecide ? (
                <RecordingDecision
                  lote={lote}
                  gravacao={gravacao}
                  busy={busy}
                  decide={decide}
                  onCreate={() => setCreating(gravacao)}
                />
              ) : null}
            </MatchRow>
          );
        }}
      </MatchList>
    </>
  );
}
