import type { getResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { DIRECAO_LABEL } from '@escuta/shared/domain/calls/call-direction';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import type { ReactNode } from 'react';
import type { Data } from '../../../lib/network/api.ts';
import {
  formatDateTime,
  formatDurationMs,
  formatNumber,
  formatPhone,
  formatShare,
  formatStart,
  truncateFileName,
} from '../../../lib/text/format.ts';
import { CallAgent } from './call-agent.tsx';
import { Figures } from './figures.tsx';
import { Legs } from './legs.tsx';

export type Resultado = Data<typeof getResultadoCompleto>;

/** 'Dados da ligação': who, when, and what the sound shows as figures. */
export function CallFacts({ resultado }: { resultado: Resultado }) {
  const { auditoriaItem: item, fatosAudio, analiseTexto, estatisticas } = resultado;
  const durationMs = fatosAudio?.durationMs ?? (item.callDuration === null ? null : item.callDuration * 1000);
  return (
    // By the card's own width: beside the insights it is narrow in a wide window.
    <div className="@container grid grid-cols-1 gap-5">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 @md:grid-cols-3 @4xl:grid-cols-6">
        <CallInfo name="Número">{item.numeroDestino ? formatPhone(item.numeroDestino) : '-'}</CallInfo>
        <CallInfo name="Nome">{item.nomeEntrevistado || 'N/A'}</CallInfo>
        <CallInfo name="Ramal">{item.ramal || '-'}</CallInfo>
        {item.perfil === 'ligacao' ? (
          <CallInfo name="Direção">{item.direcao ? DIRECAO_LABEL[item.direcao] : '-'}</CallInfo>
        ) : null}
        {item.perfil === 'ligacao' ? (
          <CallInfo name="Agente">
            <CallAgent itemId={item.id} />
          </CallInfo>
        ) : null}
        <CallInfo name={PROFILES[item.perfil].pagina.inicio}>
          {item.perfil === 'entrevista'
            ? formatStart(item.callStartTime, item.inicioPrecisao)
            : formatDateTime(item.callStartTime)}
        </CallInfo>
        <CallInfo name="Duração">{formatDurationMs(durationMs)}</CallInfo>
        <CallInfo name="Arquivo">
          {item.arquivoNome ? (
            <span title={item.arquivoNome}>{truncateFileName(item.arquivoNome)}</span>
          ) : (
            'Sem Arquivo'
          )}
        </CallInfo>
        <CallInfo name="Projeto">{resultado.projeto.nome}</CallInfo>
        <CallInfo name="Auditoria">{resultado.auditoria.nome}</CallInfo>
        <CallInfo name="Palavras">
          {estatisticas.palavrasTotais > 0 ? formatNumber(estatisticas.palavrasTotais) : 'N/A'}
        </CallInfo>
        <CallInfo name="Confiança média">{formatShare(estatisticas.confianciaMediaTranscricao)}</CallInfo>
        <CallInfo name="Insights gerados">{formatNumber(estatisticas.insightsGerados)}</CallInfo>
        <CallInfo name="Ofensas">{analiseTexto ? formatNumber(analiseTexto.ofensas.length) : 'N/A'}</CallInfo>
      </dl>
      {item.pernas.length > 0 ? <Legs item={item} /> : null}
      {fatosAudio ? (
        <Figures perfil={item.perfil} facts={fatosAudio} palavrasPorMinuto={estatisticas.palavrasPorMinuto} />
      ) : null}
    </div>
  );
}

function CallInfo({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-xs">{name}</dt>
      <dd className="truncate font-medium tabular-nums">{children}</dd>
    </div>
  );
}
