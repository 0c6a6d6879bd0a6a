import type { getResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { DIRECAO_LABEL } from '@escuta/shared/domain/calls/call-direction';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import type { Data } from '../../../lib/network/api.ts';
import {
  formatDateTime,
  formatDurationMs,
  formatNumber,
  formatPhone,
  formatShare,
  formatStart,
} from '../../../lib/text/format.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { CallAgent } from './call-agent.tsx';
import { Figures } from './figures.tsx';
import { Legs } from './legs.tsx';

export type Resultado = Data<typeof getResultadoCompleto>;

/** Styles of a fact whose value stands out from its label. */
const VALUE = '[&_dd]:font-medium [&_dd]:tabular-nums';

/** 'Dados da ligação': people, times, and figures from the sound. */
export function CallFacts({ resultado }: { resultado: Resultado }) {
  const { auditoriaItem: item, fatosAudio, analiseTexto, estatisticas } = resultado;
  const durationMs = fatosAudio?.durationMs ?? (item.callDuration === null ? null : item.callDuration * 1000);
  return (
    // The columns depend on the card's width, because beside the insights the card is narrow even in a wide window.
    <div className="@container grid grid-cols-1 gap-5">
      <Facts className="gap-x-6 text-sm @2xl:grid-cols-3 @5xl:grid-cols-4">
        <Fact label="Número" className={VALUE}>
          {item.numeroDestino ? formatPhone(item.numeroDestino) : '-'}
        </Fact>
        <Fact label="Nome" className={VALUE}>
          {item.nomeEntrevistado || 'N/A'}
        </Fact>
        <Fact label="Ramal" className={VALUE}>
          {item.ramal || '-'}
        </Fact>
        {item.perfil === 'ligacao' ? (
          <Fact label="Direção" className={VALUE}>
            {item.direcao ? DIRECAO_LABEL[item.direcao] : '-'}
          </Fact>
        ) : null}
        {item.perfil === 'ligacao' ? (
          <Fact label="Agente" className={VALUE}>
            <CallAgent itemId={item.id} agente={item.agente} />
          </Fact>
        ) : null}
        <Fact label={PROFILES[item.perfil].pagina.inicio} className={VALUE}>
          {item.perfil === 'entrevista'
            ? formatStart(item.callStartTime, item.inicioPrecisao)
            : formatDateTime(item.callStartTime)}
        </Fact>
        <Fact label="Duração" className={VALUE}>
          {formatDurationMs(durationMs)}
        </Fact>
        <Fact label="Arquivo" className={VALUE}>
          {item.arquivoNome ? <span className="break-all">{item.arquivoNome}</span> : 'Sem Arquivo'}
        </Fact>
        <Fact label="Projeto" className={VALUE}>
          {resultado.projeto.nome}
        </Fact>
        <Fact label="Auditoria" className={VALUE}>
          {resultado.auditoria.nome}
        </Fact>
        <Fact label="Palavras" className={VALUE}>
          {estatisticas.palavrasTotais > 0 ? formatNumber(estatisticas.palavrasTotais) : 'N/A'}
        </Fact>
        <Fact label="Confiança média" className={VALUE}>
          {formatShare(estatisticas.confianciaMediaTranscricao)}
        </Fact>
        <Fact label="Insights gerados" className={VALUE}>
          {formatNumber(estatisticas.insightsGerados)}
        </Fact>
        <Fact label="Ofensas" className={VALUE}>
          {analiseTexto ? formatNumber(analiseTexto.ofensas.length) : 'N/A'}
        </Fact>
      </Facts>
      {item.pernas.length > 0 ? <Legs item={item} /> : null}
      {fatosAudio ? (
        <Figures perfil={item.perfil} facts={fatosAudio} palavrasPorMinuto={estatisticas.palavrasPorMinuto} />
      ) : null}
    </div>
  );
}
