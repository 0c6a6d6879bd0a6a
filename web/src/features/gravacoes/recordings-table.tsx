import {
  createAudioUrlDoLote,
  decidirGravacao,
  type GravacaoDoLote,
  type LigacaoDoLote,
  type LoteGravacaoDetalhe,
  listGravacoesDoLote,
} from '@escuta/shared/contracts/lotes-gravacao';
import { listItensDoProjeto } from '@escuta/shared/contracts/projetos';
import {
  REGRA_GRAVACAO_LABEL,
  SITUACAO_GRAVACAO_LOTE_LABEL,
  SITUACOES_GRAVACAO_LOTE,
  type SituacaoGravacaoLote,
} from '@escuta/shared/domain/recording-batch';
import { useQuery } from '@tanstack/react-query';
import { FileAudio, Play } from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link } from 'react-router-dom';
import { HeardFileBar, shortName, useHeardFile } from '../../domain/player/heard-file.tsx';
import { EntityPicker, useEntityPicker } from '../../kit/entity-picker.tsx';
import { oneOf } from '../../kit/list/filter-params.ts';
import { FilterSelect } from '../../kit/list/filter-select.tsx';
import { ListPanel } from '../../kit/list/list-panel.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { useApiMutation } from '../../kit/mutation.ts';
import { call, errorMessage } from '../../lib/api.ts';
import { formatDateTime, formatDurationMs, formatPhone } from '../../lib/format.ts';
import { href, paths } from '../../lib/paths.ts';
import { apiListQuery } from '../../lib/query.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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

/** '20/11/2026 10:15 · (11) 98765-4321 · ramal 2001' */
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

/** Of which call of the project a recording is: found by number, name or extension. */
function CallPicker({
  projetoId,
  gravacao,
  busy,
  decide,
}: {
  projetoId: string;
  gravacao: GravacaoDoLote;
  busy: boolean;
  decide: Decide;
}) {
  const { q, box } = useEntityPicker();
  const calls = useQuery({
    ...apiListQuery(listItensDoProjeto, {
      params: { id: projetoId },
      query: { limit: 20, q: q || undefined, gravacao: 'sem' },
    }),
    enabled: box.open,
  });
  return (
    <EntityPicker
      {...box}
      className="w-56 max-sm:w-full sm:h-8"
      label={`De qual ligação é ${shortName(gravacao.nome)}?`}
      value=""
      name={undefined}
      emptyLabel={gravacao.ligacao ? 'Outra ligação…' : 'Escolher ligação…'}
      disabled={busy}
      onValueChange={(option) => {
        if (option) decide(gravacao, { acao: 'anexar', ligacao_id: option.id, substituir: false });
      }}
      placeholder="Telefone, nome, ramal…"
      options={calls.data?.data.map((row) => ({
        id: row.id,
        label: callText({
          momento: row.call_start_time,
          numero: row.numero_destino,
          ramal: row.ramal,
          nome: row.nome_entrevistado,
          agente: null,
        }),
      }))}
      errorText={calls.isError ? errorMessage(calls.error, 'Falha ao buscar ligações.') : null}
      emptyText="Nenhuma ligação sem gravação encontrada."
    />
  );
}

function Acts({
  lote,
  gravacao,
  busy,
  decide,
  onCreate,
}: {
  lote: LoteGravacaoDetalhe;
  gravacao: GravacaoDoLote;
  busy: boolean;
  decide: Decide;
  onCreate: () => void;
}) {
  const { situacao, ligacao, candidatas } = gravacao;
  if (situacao === 'recusada' || situacao === 'repetida' || situacao === 'a_ler') return null;
  const name = shortName(gravacao.nome);
  return (
    <div className="grid grid-cols-1 gap-2">
      {situacao === 'ja_tem' && ligacao ? (
        <p className="text-sm">
          Substituir apaga a gravação atual ({ligacao.gravacao?.nome ?? 'sem nome'}). A análise dela fica no
          histórico; a da nova consome crédito quando for processada.
        </p>
      ) : null}
      {candidatas.length > 0 && situacao === 'ambigua' ? (
        <ul aria-label={`Ligações possíveis de ${name}`} className="flex flex-wrap gap-1.5">
          {candidatas.map((one) => (
            <li key={one.id} className="min-w-0">
              <Button
                variant="outline"
                size="sm"
                className="max-w-full"
                disabled={busy}
                onClick={() => decide(gravacao, { acao: 'anexar', ligacao_id: one.id, substituir: false })}
              >
                <span className="truncate">
                  {callText(one)}
                  {one.gravacao ? ' · já tem gravação' : ''}
                </span>
              </Button>
            </li>
          ))}
        </ul>
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
        <CallPicker projetoId={lote.projeto.id} gravacao={gravacao} busy={busy} decide={decide} />
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
            Voltar atrás
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

/** The match table: each recording, its call and why, and what a person says of it. */
export function RecordingsTable({ lote, mayDecide }: { lote: LoteGravacaoDetalhe; mayDecide: boolean }) {
  const list = useList(listGravacoesDoLote, READERS, (asked) => ({
    params: { id: lote.id },
    query: { limit: 20, ...asked },
  }));
  const { attempt, busy } = useApiMutation(decidirGravacao, { failed: 'Não foi possível corrigir' });
  const decide: Decide = ({ id }, body) => void attempt({ params: { id: lote.id, gravacaoId: id }, body });
  const [creating, setCreating] = useState<GravacaoDoLote | null>(null);
  const addressOf = useCallback(
    async (gravacaoId: string) =>
      (await call(createAudioUrlDoLote, { params: { id: lote.id, gravacaoId } })).data,
    [lote.id],
  );
  const { heard, opening, hear, close } = useHeardFile(addressOf);
  return (
    <>
      <CreateCallDialog loteId={lote.id} gravacao={creating} onClose={() => setCreating(null)} />
      {heard ? <HeardFileBar key={heard.id} heard={heard} addressOf={addressOf} onClose={close} /> : null}
      <ListPanel
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
        errorTitle="Falha ao buscar gravações."
        noun="gravações"
        nothing="Nenhuma gravação encontrada"
        empty={{
          icon: <FileAudio />,
          title: 'Nenhuma gravação',
          description: 'As gravações aparecem aqui à medida que são lidas.',
        }}
      >
        {(rows, stale) =>
          rows ? (
            <ul aria-label="Gravações" aria-busy={stale} className="divide-y">
              {rows.map((row) => {
                const gravacao = row as GravacaoDoLote;
                const { id, nome, situacao, duracao_ms, regra, ligacao, motivo, lido, audivel } = gravacao;
                const { repetida_de, repetida_ligacao } = gravacao;
                const guess = situacao === 'criar' ? callText({ ...lido, nome: null }) : null;
                return (
                  <li key={id} className="grid grid-cols-1 gap-2 py-3 first:pt-0 last:pb-0">
                    <div className="flex flex-wrap items-start justify-between gap-2">
                      <div className="min-w-0 flex-1 basis-56">
                        <p className="break-words font-medium text-sm" title={nome}>
                          {shortName(nome)}
                        </p>
                        <p className="break-words text-muted-foreground text-xs tabular-nums">
                          {[
                            nome === shortName(nome) ? null : nome.slice(0, nome.lastIndexOf('/')),
                            duracao_ms === null ? null : formatDurationMs(duracao_ms),
                            regra ? REGRA_GRAVACAO_LABEL[regra] : null,
                            repetida_de ? `mesmo som que “${shortName(repetida_de)}”` : null,
                            situacao === 'repetida' && !repetida_de ? 'mesmo som que o de uma ligação' : null,
                          ]
                            .filter(Boolean)
                            .join(' · ')}
                        </p>
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
                            <span className="sr-only"> que já tem este som (abre em nova janela)</span>
                          </Link>
                        ) : null}
                        {motivo ? (
                          <p className="break-words text-destructive-text text-xs">{motivo}</p>
                        ) : null}
                      </div>
                      <div className="flex items-center gap-2">
                        <Badge variant={VARIANT[situacao] ?? 'neutral'}>
                          {SITUACAO_GRAVACAO_LOTE_LABEL[situacao]}
                        </Badge>
                        {audivel ? (
                          <Button
                            variant="outline"
                            size="icon-sm"
                            aria-label={`Ouvir ${shortName(nome)}`}
                            aria-pressed={heard?.id === id}
                            loading={opening === id}
                            onClick={() => hear(gravacao)}
                          >
                            {opening === id ? null : <Play aria-hidden="true" />}
                          </Button>
                        ) : null}
                      </div>
                    </div>
                    {mayDecide ? (
                      <Acts
                        lote={lote}
                        gravacao={gravacao}
                        busy={busy}
                        decide={decide}
                        onCreate={() => setCreating(gravacao)}
                      />
                    ) : null}
                  </li>
                );
              })}
            </ul>
          ) : (
            <Skeleton className="h-40" />
          )
        }
      </ListPanel>
    </>
  );
}
