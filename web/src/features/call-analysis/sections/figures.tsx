import {
  type AudioFacts,
  type CanalFala,
  INTERRUPTION_MIN_OVERLAP_MS,
  type Interval,
  MONOLOGUE_MAX_PAUSE_MS,
  OVERTALK_MIN_MS,
  REPLY_GAP_MAX_MS,
  SILENCE_MIN_MS,
} from '@escuta/shared/domain/audio/audio-facts';
import type { Perfil } from '@escuta/shared/domain/profiles/profile';
import { type Lado, PAPEL_LABEL } from '@escuta/shared/domain/profiles/roles';
import { PROFILES } from '@escuta/shared/domain/profiles/table';
import { plural } from '@escuta/shared/domain/text/in-words';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useAnalysis } from '../../../domain/insights/analysis-context.ts';
import { formatClockMs, formatNumber, formatShare } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';

const seconds = (ms: number) => `${formatNumber(ms / 1000, 1)} s`;
const threshold = (ms: number) => `${formatNumber(ms / 1000, Number.isInteger(ms / 1000) ? 0 : 1)} s`;

/** Names of the parties by channel, as the page shows them. */
type Names = Record<CanalFala, string>;
const namesOf = (perfil: Perfil): Names => {
  const { agente, cliente } = PROFILES[perfil].papeis;
  return { agente: PAPEL_LABEL[agente], cliente: PAPEL_LABEL[cliente], unico: PAPEL_LABEL.desconhecido };
};
const CANAL_BAR: Record<CanalFala, string> = {
  agente: 'bg-agente',
  cliente: 'bg-cliente',
  unico: 'bg-agente',
};

interface FiguresProps {
  perfil: Perfil;
  facts: AudioFacts;
  palavrasPorMinuto: { agente: number | null; cliente: number | null };
}

/** Acoustic facts, each with its threshold and its stretches to play. */
export function Figures({ perfil, facts, palavrasPorMinuto }: FiguresProps) {
  const { dialogue } = facts;
  const { fatos } = PROFILES[perfil];
  const names = namesOf(perfil);
  const low = { agente: names.agente.toLowerCase(), cliente: names.cliente.toLowerCase() };
  const longestSilence = facts.silences.reduce<Interval | null>(
    (longest, silence) =>
      longest && longest.endMs - longest.startMs >= silence.endMs - silence.startMs ? longest : silence,
    null,
  );
  const agente = facts.canais.find(({ canal }) => canal === 'agente');
  const cliente = facts.canais.find(({ canal }) => canal === 'cliente');
  const interruptionsBy = (lado: Lado) => dialogue?.interruptions.filter(({ by }) => by === lado).length ?? 0;

  return (
    <div className="grid gap-4">
      <Notices facts={facts} />
      <TalkShare facts={facts} names={names} />
      <dl className="grid gap-3 @xs:grid-cols-2 @4xl:grid-cols-3">
        <Figure
          shown={fatos.includes('silencio')}
          name="Silêncio"
          rule={`sem fala por ${threshold(SILENCE_MIN_MS)} ou mais`}
          value={
            facts.silences.length === 0
              ? 'Nenhum'
              : `${seconds(facts.silenceMs)} (${formatShare(facts.silenceMs / facts.durationMs)})`
          }
          detail={longestSilence ? `maior: ${seconds(longestSilence.endMs - longestSilence.startMs)}` : null}
        >
          <Stretches
            noun="silêncio"
            stretches={facts.silences.map((silence) => ({
              startMs: silence.startMs,
              text: seconds(silence.endMs - silence.startMs),
            }))}
          />
        </Figure>
        <Figure
          shown={fatos.includes('espera') && facts.espera !== undefined}
          name="Espera"
          rule="música ou aviso gravado: não é fala nem silêncio"
          value={
            facts.espera && facts.espera.totalMs > 0
              ? `${seconds(facts.espera.totalMs)} (${formatShare(facts.espera.totalMs / facts.durationMs)})`
              : 'Nenhuma'
          }
        >
          <Stretches
            noun="espera"
            stretches={(facts.espera?.trechos ?? []).map(({ startMs, endMs }) => ({
              startMs,
              text: seconds(endMs - startMs),
            }))}
          />
        </Figure>
        {dialogue ? (
          <>
            <Figure
              shown={fatos.includes('sobreposicao')}
              name="Sobreposição"
              rule={`os dois falam juntos por ${threshold(OVERTALK_MIN_MS)} ou mais`}
              value={dialogue.overtalk.length === 0 ? 'Nenhuma' : seconds(dialogue.overtalkMs)}
              detail={dialogue.overtalk.length > 0 ? plural(dialogue.overtalk.length, 'vez', 'vezes') : null}
            >
              <Stretches
                noun="sobreposição"
                stretches={dialogue.overtalk.map((overtalk) => ({
                  startMs: overtalk.startMs,
                  text: seconds(overtalk.endMs - overtalk.startMs),
                }))}
              />
            </Figure>
            <Figure
              shown={fatos.includes('interrupcoes')}
              name="Interrupções"
              rule={`fala por cima do outro por ${threshold(INTERRUPTION_MIN_OVERLAP_MS)} ou mais`}
              value={
                dialogue.interruptions.length === 0
                  ? 'Nenhuma'
                  : `${low.agente} ${formatNumber(interruptionsBy('agente'))} · ${low.cliente} ${formatNumber(interruptionsBy('cliente'))}`
              }
            >
              <Stretches
                noun="interrupção"
                stretches={dialogue.interruptions.map(({ by, startMs, overlapMs, yielded }) => ({
                  startMs,
                  text: `${low[by]}, ${seconds(overlapMs)}`,
                  title: `${names[by]} interrompeu; ${yielded ? 'o outro parou de falar' : 'o outro continuou falando'}`,
                }))}
              />
            </Figure>
            <Figure
              shown={fatos.includes('monologo')}
              name="Maior monólogo"
              rule={`fala seguida, com pausas menores que ${threshold(MONOLOGUE_MAX_PAUSE_MS)}`}
              value={[agente, cliente]
                .map((canal) =>
                  canal?.longestMonologue
                    ? `${names[canal.canal].toLowerCase()} ${formatClockMs(canal.longestMonologue.endMs - canal.longestMonologue.startMs)}`
                    : null,
                )
                .filter((text) => text !== null)
                .join(' · ')}
            >
              <Stretches
                noun="monólogo"
                stretches={[agente, cliente].flatMap((canal) =>
                  canal?.longestMonologue
                    ? [
                        {
                          startMs: canal.longestMonologue.startMs,
                          text: names[canal.canal].toLowerCase(),
                        },
                      ]
                    : [],
                )}
              />
            </Figure>
            <Figure
              shown={fatos.includes('tempo_de_resposta')}
              name="Tempo de resposta"
              rule={`mediana; pausas acima de ${threshold(REPLY_GAP_MAX_MS)} não contam`}
              value={(['agente', 'cliente'] as const)
                .map((lado) => {
                  const { medianMs } = dialogue.replyGaps[lado];
                  return `${low[lado]} ${medianMs === null ? 'N/A' : seconds(medianMs)}`;
                })
                .join(' · ')}
              detail={
                dialogue.replyGaps.agente.p95Ms === null
                  ? null
                  : `${low.agente}: 95% das respostas em até ${seconds(dialogue.replyGaps.agente.p95Ms)}`
              }
            />
          </>
        ) : null}
        <Figure
          shown={fatos.includes('palavras_por_minuto')}
          name="Palavras por minuto"
          rule="do tempo de fala de cada um"
          value={
            dialogue
              ? `${low.agente} ${formatNumber(palavrasPorMinuto.agente)} · ${low.cliente} ${formatNumber(palavrasPorMinuto.cliente)}`
              : formatNumber(palavrasPorMinuto.agente ?? palavrasPorMinuto.cliente)
          }
        />
      </dl>
      {dialogue ? null : (
        <p className="text-muted-foreground text-xs">
          As vozes estão em um só canal: divisão de fala, sobreposição e interrupções não podem ser medidas.
        </p>
      )}
    </div>
  );
}

function Notices({ facts }: { facts: AudioFacts }) {
  if (facts.avisos.length === 0) return null;
  return (
    <ul aria-label="Avisos sobre o áudio" className="grid gap-1 rounded-md bg-warning-soft px-3 py-2 text-sm">
      {facts.avisos.map(({ codigo, mensagem }) => (
        <li key={codigo} className="flex items-start gap-2">
          <CircleAlert className="mt-0.5 size-4 shrink-0 text-warning-text" aria-hidden="true" />
          {mensagem}
        </li>
      ))}
    </ul>
  );
}

/** Bar that shows each party's share of the talking time. */
function TalkShare({ facts, names }: { facts: AudioFacts; names: Names }) {
  const canais = facts.canais.filter(({ talkMs }) => talkMs > 0);
  if (facts.canais.length < 2 || canais.length === 0) return null;
  return (
    <div className="grid gap-1.5">
      <p className="font-medium text-muted-foreground text-xs">Tempo de fala</p>
      <div aria-hidden="true" className="flex h-3 gap-0.5 overflow-hidden rounded-full">
        {canais.map(({ canal, talkShare }) => (
          <div key={canal} className={CANAL_BAR[canal]} style={{ width: `${talkShare * 100}%` }} />
        ))}
      </div>
      <ul className="flex flex-wrap justify-between gap-x-4 text-sm tabular-nums">
        {facts.canais.map(({ canal, talkShare, talkMs }) => (
          <li key={canal} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={`size-2.5 rounded-full ${CANAL_BAR[canal]}`} />
            {names[canal]} <strong className="font-semibold">{formatShare(talkShare)}</strong>
            <span className="text-muted-foreground">({formatClockMs(talkMs)})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FigureProps {
  /** True if the figure has a meaning in this kind of audit. */
  shown: boolean;
  name: string;
  /** Words for the threshold from which the fact counts. */
  rule: string;
  value: string;
  detail?: string | null;
  children?: ReactNode;
}

function Figure({ shown, name, rule, value, detail, children }: FigureProps) {
  if (!shown) return null;
  return (
    <div className="grid content-start gap-1 rounded-lg border px-3 py-2.5">
      <dt className="font-medium text-muted-foreground text-xs">{name}</dt>
      <dd className="grid gap-1">
        <p className="font-semibold tabular-nums">
          {value || 'N/A'}
          {detail ? <span className="ml-2 font-normal text-muted-foreground text-xs">{detail}</span> : null}
        </p>
        <p className="text-muted-foreground text-xs">{rule}</p>
        {children}
      </dd>
    </div>
  );
}

/** Number of stretches shown at first; a press shows the others. */
const FIRST_STRETCHES = 6;

interface Stretch {
  startMs: number;
  text: string;
  title?: string;
}

/** Moments of the call as buttons that play them. */
export function Stretches({ stretches, noun }: { stretches: readonly Stretch[]; noun: string }) {
  const { playFrom } = useAnalysis();
  const [all, setAll] = useState(false);
  if (stretches.length === 0) return null;
  const shown = all ? stretches : stretches.slice(0, FIRST_STRETCHES);
  return (
    <ul className="flex flex-wrap gap-1 pt-0.5">
      {shown.map(({ startMs, text, title }) => (
        <li key={`${startMs}-${text}`}>
          <button
            type="button"
            title={title}
            disabled={!playFrom}
            aria-label={`Ouvir ${noun} em ${formatClockMs(startMs)} (${title ?? text})`}
            // Starts 1 s before the stretch, so that its context is heard.
            onClick={() => playFrom?.(Math.max(0, startMs - 1000))}
            className="focus-ring rounded-full border px-2 py-0.5 text-xs tabular-nums transition-colors hover:border-primary hover:bg-primary-soft disabled:pointer-events-none"
          >
            {formatClockMs(startMs)} <span className="text-muted-foreground">{text}</span>
          </button>
        </li>
      ))}
      {stretches.length > FIRST_STRETCHES && !all ? (
        <li>
          <Button variant="link" size="inline" className="px-1 text-xs" onClick={() => setAll(true)}>
            mais {formatNumber(stretches.length - FIRST_STRETCHES)}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}
