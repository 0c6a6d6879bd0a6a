import type { CelulaWire } from '@escuta/shared/contracts/surveys/confrontos';
import { isUnreadCell, unreadCellText } from '@escuta/shared/domain/interview/comparison/sheet-cell';
import {
  LETRA_DO_VEREDITO,
  MARCA_LABEL,
  VEREDITO_LABEL,
} from '@escuta/shared/domain/interview/verdicts/matrix';
import { VEREDITOS_EM_ORDEM } from '@escuta/shared/domain/interview/verdicts/palette';
import { MOTIVO_REVISAO_LABEL, MOTIVOS_REVISAO } from '@escuta/shared/domain/interview/verdicts/review';
import { FALANTE_LABEL } from '@escuta/shared/domain/profiles/roles';
import { ChevronLeft, ChevronRight, ExternalLink, Play } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { href, paths } from '../../../lib/paths.ts';
import { formatClockMs, formatDate, formatDateTime, formatStart } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Field } from '../../../ui/inputs/field.tsx';
import { Textarea } from '../../../ui/inputs/textarea.tsx';
import { Notice } from '../../../ui/notice.tsx';
import {
  COMPARACAO_LABEL,
  CONDUCAO_LABEL,
  LEITURA_LABEL,
  RESPOSTA_LABEL,
  SOBRE_LABEL,
  TIPO_CONDUCAO_LABEL,
} from '../results/labels.ts';
import { CellHistory, LeftCorrections } from './cell-history.tsx';
import { CellSection } from './cell-section.tsx';
import { CellSentences } from './cell-sentences.tsx';
import type { CellReview } from './use-cell-review.ts';
import { VerdictBadge, VerdictGlyph } from './verdict-badge.tsx';
import { readingDiff } from './word-diff.ts';

/**
 * The question as written, compared with its reading: missing words are struck through, added words begin with a plus.
 */
function Question({ celula }: { celula: CelulaWire }) {
  const heard = celula.evidencias
    .filter(({ sobre, verificada }) => sobre === 'leitura' && verificada)
    .map(({ citacao }) => citacao)
    .join(' ');
  const { texto, instrucao, ler_opcoes, observada, opcoes } = celula.pergunta;
  const readAloud = opcoes.filter(({ especial }) => ler_opcoes && especial === null);
  const missing = celula.faltou.filter((word) => !opcoes.some((opcao) => opcao.texto === word));
  return (
    <CellSection title="Pergunta">
      <p className="text-sm leading-relaxed">
        {heard === ''
          ? texto
          : readingDiff(
              texto,
              readAloud.map((opcao) => opcao.texto),
              heard,
            ).map(({ texto: word, tipo }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: words of one text never move
              <span key={n}>
                {tipo === 'igual' ? (
                  word
                ) : tipo === 'faltou' ? (
                  <del className="rounded-sm bg-destructive-soft px-0.5 text-destructive-text">
                    <span className="sr-only">faltou: </span>
                    {word}
                  </del>
                ) : (
                  <ins className="rounded-sm bg-info-soft px-0.5 text-info-text no-underline">
                    <span className="sr-only">acrescentada: </span>+{word}
                  </ins>
                )}{' '}
              </span>
            ))}
      </p>
      {opcoes.length > 0 ? <Options opcoes={opcoes} readAloud={ler_opcoes} /> : null}
      {observada ? (
        <p className="text-muted-foreground text-xs">
          Observada, não perguntada: o entrevistador preenche pelo que vê, e a auditoria não dá veredito.
        </p>
      ) : null}
      {instrucao ? <p className="text-muted-foreground text-xs">Instrução: {instrucao}</p> : null}
      {heard === '' && missing.length > 0 ? (
        <p className="text-xs">
          Palavras não ouvidas na leitura: <span className="text-destructive-text">{missing.join(', ')}</span>
        </p>
      ) : null}
    </CellSection>
  );
}

/** The options; options that should have been read out and were not are struck through. */
function Options({ opcoes, readAloud }: { opcoes: CelulaWire['pergunta']['opcoes']; readAloud: boolean }) {
  return (
    <p className="text-xs leading-relaxed">
      <span className="text-muted-foreground">
        {readAloud ? 'Opções para ler em voz alta: ' : 'Opções que não devem ser lidas: '}
      </span>
      {opcoes.map(({ id, texto, especial, nao_lida }, n) => (
        <span key={id} className={especial || !readAloud ? 'text-muted-foreground' : undefined}>
          {n > 0 ? ' · ' : null}
          {nao_lida ? (
            <del className="rounded-sm bg-destructive-soft px-0.5 text-destructive-text">
              <span className="sr-only">não lida: </span>
              {texto}
            </del>
          ) : (
            texto
          )}
        </span>
      ))}
    </p>
  );
}

const kindOfLeading = (tipo: string | null): string | null =>
  tipo !== null && Object.hasOwn(TIPO_CONDUCAO_LABEL, tipo)
    ? TIPO_CONDUCAO_LABEL[tipo as keyof typeof TIPO_CONDUCAO_LABEL]
    : null;

function Codes({ celula }: { celula: CelulaWire }) {
  const codes = [
    { label: 'Leitura', text: LEITURA_LABEL[celula.leitura.codigo], provado: celula.leitura.provado },
    {
      label: 'Condução',
      text: [CONDUCAO_LABEL[celula.conducao.codigo], kindOfLeading(celula.conducao.tipo)]
        .filter(Boolean)
        .join(': '),
      provado: celula.conducao.provado,
    },
    { label: 'Resposta', text: RESPOSTA_LABEL[celula.resposta.codigo], provado: celula.resposta.provado },
    {
      label: 'Comparação',
      text: COMPARACAO_LABEL[celula.comparacao.codigo],
      provado: celula.comparacao.provado,
    },
  ];
  return (
    <Facts className="text-sm">
      {codes.map(({ label, text, provado }) => (
        <Fact key={label} label={label}>
          {text} {provado ? null : <Badge variant="warning">sem prova</Badge>}
        </Fact>
      ))}
    </Facts>
  );
}

function Quotes({
  celula,
  onHear,
}: {
  celula: CelulaWire;
  onHear: (fromMs: number, untilMs: number) => void;
}) {
  if (celula.evidencias.length === 0) return <p className="text-muted-foreground text-sm">Sem citações.</p>;
  const speakerOf = new Map(celula.sentencas.map(({ ordem, falante }) => [ordem, falante]));
  return (
    <ul className="grid gap-1.5">
      {celula.evidencias.map(({ sobre, citacao, verificada, sentenca_ordem, trecho }, n) => {
        const falante = sentenca_ordem === null ? undefined : speakerOf.get(sentenca_ordem);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: quotes of one cell have no other identity and never move
          <li key={n} className="flex items-start gap-2 rounded-md border px-2.5 py-1.5 text-sm">
            {trecho ? (
              <Button
                variant="ghost"
                size="icon-sm"
                className="-my-1 -ml-1.5"
                aria-label={`Ouvir a prova: ${SOBRE_LABEL[sobre]}`}
                onClick={() => onHear(trecho.inicio_ms, trecho.fim_ms)}
              >
                <Play />
              </Button>
            ) : null}
            <span className="min-w-0 flex-1 break-words">
              <span className="text-muted-foreground text-xs">
                {SOBRE_LABEL[sobre]}
                {falante ? ` · ${FALANTE_LABEL[falante]}` : ''}
                {trecho ? ` · ${formatClockMs(trecho.inicio_ms)}` : ''}
              </span>
              <span className={cn('block', !verificada && 'line-through')}>“{citacao}”</span>
              {verificada ? null : <Badge variant="warning">não confere com a transcrição</Badge>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Author of the verdict in force, with the AI's first verdict beside it. */
function authorOf({ revisao, correcao, veredito_ia }: CelulaWire): string {
  const ia = `IA: ${VEREDITO_LABEL[veredito_ia]}`;
  const after = correcao && afterCorrection(correcao);
  if (!revisao) return after ? `${after} · ${ia}` : 'veredito da IA';
  return correcao ? `${ia} · ${VEREDITO_LABEL[correcao.veredito]} ${after}` : ia;
}

const afterCorrection = ({ por, em }: NonNullable<CelulaWire['correcao']>): string =>
  por && em ? `após correção de ${por} em ${formatDate(em)}` : 'após correções da transcrição';

/** The verdicts as buttons, and a field for the reason if the choice differs from the AI's. */
function Judgement({ celula, review }: { celula: CelulaWire; review: CellReview }) {
  const { pending } = review;
  if (celula.entrevista.propria) {
    return (
      <Notice variant="info">Você fez esta entrevista: outra pessoa precisa revisar a entrevista.</Notice>
    );
  }
  return (
    <CellSection title="Seu veredito">
      <div className="grid grid-cols-2 gap-1.5">
        {VEREDITOS_EM_ORDEM.map((veredito) => (
          <Button
            key={veredito}
            variant={pending === veredito ? 'default' : 'outline'}
            size="sm"
            className="justify-start"
            aria-pressed={(pending ?? celula.revisao?.veredito) === veredito}
            disabled={review.busy}
            onClick={() => review.judge(veredito)}
          >
            <VerdictGlyph veredito={veredito} />
            <span className="truncate">{VEREDITO_LABEL[veredito]}</span>
            <kbd className="ml-auto font-sans text-xs max-sm:hidden">{LETRA_DO_VEREDITO[veredito]}</kbd>
          </Button>
        ))}
      </div>
      <Field label="Observação (opcional)" className="mt-2">
        <Textarea
          value={review.observacao}
          maxLength={2000}
          className="min-h-12"
          onChange={(event) => review.setObservacao(event.target.value)}
        />
      </Field>
      {review.asks ? <ReplaceNotice review={review} asks={review.asks} /> : null}
      {pending && !review.asks ? (
        <fieldset className="grid gap-1.5 rounded-md border border-primary bg-primary-soft/40 p-3">
          <legend className="px-1 font-medium text-sm">Por que “{review.describe}”?</legend>
          {MOTIVOS_REVISAO.map((motivo, n) => (
            <Button
              key={motivo}
              variant="outline"
              size="sm"
              className="h-auto min-h-8 justify-start whitespace-normal py-1.5 text-left"
              onClick={() => review.choose(n + 1)}
            >
              <kbd className="font-sans text-muted-foreground text-xs max-sm:hidden">{n + 1}</kbd>
              {MOTIVO_REVISAO_LABEL[motivo]}
            </Button>
          ))}
          <Button variant="ghost" size="sm" onClick={review.cancel}>
            Desistir
          </Button>
        </fieldset>
      ) : null}
    </CellSection>
  );
}

/** Shows another person's verdict before it is replaced. The replace button has the focus, so that Enter presses it. */
function ReplaceNotice({ review, asks }: { review: CellReview; asks: NonNullable<CellReview['asks']> }) {
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    confirm.current?.focus({ preventScroll: true });
    confirm.current?.closest('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Notice role="alert">
      <span className="block">
        {asks.por.nome} já deu o veredito desta resposta em {formatDateTime(asks.em)}:{' '}
        <strong>{VEREDITO_LABEL[asks.veredito]}</strong>
        {asks.motivo ? ` (${MOTIVO_REVISAO_LABEL[asks.motivo]})` : ''}
        {asks.observacao ? `. “${asks.observacao}”` : '.'}
      </span>
      <span className="mt-2 flex flex-wrap gap-2">
        <Button ref={confirm} size="sm" disabled={review.busy} onClick={review.replace}>
          Substituir por {review.describe}
        </Button>
        <Button variant="outline" size="sm" onClick={review.cancel}>
          Manter veredito de {asks.por.nome}
        </Button>
      </span>
    </Notice>
  );
}

interface CellPanelProps {
  celula: CelulaWire;
  review: CellReview;
  /** The player of the recording; null if there is no recording. */
  player: ReactNode;
  onHear: (fromMs: number, untilMs: number) => void;
  onHearAll: () => void;
  onNext: () => void;
  onPrevious: () => void;
}

/** An answer: its question, the spoken and the typed answer, the proof, and a person's verdict on it. */
export function CellPanel({ celula, review, player, onHear, onHearAll, onNext, onPrevious }: CellPanelProps) {
  const { pergunta, entrevista } = celula;
  return (
    <div data-painel-da-resposta className="grid gap-5">
      <div className="grid gap-2 pr-8">
        <h2 className="font-semibold text-lead leading-tight">
          {pergunta.codigo} · {entrevista.nome}
        </h2>
        <p className="text-muted-foreground text-xs">
          {entrevista.entrevistador ?? 'Sem entrevistador'} ·{' '}
          {formatStart(entrevista.em, entrevista.inicio_precisao)} ·{' '}
          <Link
            to={href(paths.analiseLigacao, { itemId: celula.item_id })}
            className="focus-ring inline-flex items-center gap-1 rounded-sm text-primary-text underline-offset-4 hover:underline"
          >
            entrevista inteira <ExternalLink className="size-3" aria-hidden="true" />
          </Link>
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <VerdictBadge veredito={celula.veredito} className="font-medium" />
          <span className="text-muted-foreground text-xs">{authorOf(celula)}</span>
          {celula.marcas.map((marca) => (
            <Badge key={marca} variant="warning">
              {MARCA_LABEL[marca]}
            </Badge>
          ))}
        </div>
        {celula.divergencia ? <Notice>{celula.divergencia}</Notice> : null}
        {celula.motivo && celula.veredito === 'a_revisar' ? <Notice>{celula.motivo}</Notice> : null}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" onClick={onPrevious}>
          <ChevronLeft aria-hidden="true" /> Anterior <kbd className="font-sans text-xs max-sm:hidden">K</kbd>
        </Button>
        <Button variant="outline" size="sm" onClick={onNext}>
          Próxima <kbd className="font-sans text-xs max-sm:hidden">J</kbd> <ChevronRight aria-hidden="true" />
        </Button>
        {player && celula.ouvir ? (
          <Button size="sm" onClick={onHearAll}>
            <Play aria-hidden="true" /> Ouvir o trecho{' '}
            <kbd className="font-sans text-xs max-sm:hidden">E</kbd>
          </Button>
        ) : null}
      </div>
      {player ?? (
        <p className="text-muted-foreground text-sm">Esta entrevista não tem gravação para ouvir.</p>
      )}
      <Question celula={celula} />
      <div className="grid grid-cols-2 gap-3">
        <Answer label="Falado" text={celula.falado} />
        <TypedAnswer celula={celula} />
      </div>
      <CellSection title="Conclusão da auditoria">
        <Codes celula={celula} />
      </CellSection>
      <CellSection title="Provas">
        <Quotes celula={celula} onHear={onHear} />
      </CellSection>
      <Judgement celula={celula} review={review} />
      <CellSection title="Texto da frase">
        <CellSentences key={celula.id} celula={celula} onHear={onHear} />
        <LeftCorrections celula={celula} onHear={onHear} />
      </CellSection>
      <CellHistory celula={celula} review={review} />
    </div>
  );
}

/** The typed answer. An unreadable cell of a sheet shows its own text, because 'not typed' would be false. */
function TypedAnswer({ celula: { digitado, planilha } }: { celula: CelulaWire }) {
  if (!planilha || !isUnreadCell(planilha.situacao)) return <Answer label="Digitado" text={digitado} />;
  return <Answer label="Na planilha" text={unreadCellText(planilha.situacao, planilha.celula)} />;
}

function Answer({ label, text }: { label: string; text: string | null }) {
  return (
    <div className="min-w-0 rounded-md border p-2.5">
      <p className="text-muted-foreground text-xs">{label}</p>
      <p className="break-words font-medium text-sm">{text || '-'}</p>
    </div>
  );
}
