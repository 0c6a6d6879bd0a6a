import type { CelulaWire } from '@escuta/shared/contracts/surveys/confrontos';
import { MOTIVO_REVISAO_LABEL } from '@escuta/shared/domain/interview/verdicts/review';
import { FALANTE_LABEL } from '@escuta/shared/domain/profiles/roles';
import { Play, Undo2 } from 'lucide-react';
import { formatDateTime } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CellSection } from './cell-section.tsx';
import type { CellReview } from './use-cell-review.ts';
import { VerdictBadge } from './verdict-badge.tsx';

/**
 * People's verdicts on the answer: the verdict in force, and those that were replaced, withdrawn or not taken over by a
 * newer analysis.
 */
export function CellHistory({ celula, review }: { celula: CelulaWire; review: CellReview }) {
  const { revisao, historico } = celula;
  if (!revisao && historico.length === 0) return null;
  return (
    <CellSection title="Histórico">
      <ol className="grid gap-2 text-sm">
        {revisao ? (
          <li className="grid gap-0.5">
            <span className="flex flex-wrap items-center gap-2">
              <VerdictBadge veredito={revisao.veredito} />
              {celula.entrevista.propria ? null : (
                <Button variant="outline" size="sm" disabled={review.busy} onClick={review.undo}>
                  <Undo2 aria-hidden="true" /> Desfazer
                </Button>
              )}
            </span>
            <span className="text-muted-foreground text-xs">
              {revisao.por.nome}, {formatDateTime(revisao.em)}
              {revisao.motivo
                ? ` · ${MOTIVO_REVISAO_LABEL[revisao.motivo]}`
                : revisao.veredito === celula.veredito_ia
                  ? ' · confirmou o veredito da IA'
                  : ' · confirmou o veredito após a correção'}
            </span>
            {revisao.observacao ? <span className="break-words">{revisao.observacao}</span> : null}
          </li>
        ) : null}
        {historico.map((one, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the past does not change
          <li key={n} className="grid gap-0.5">
            <VerdictBadge veredito={one.veredito} className="line-through" />
            <span className="text-muted-foreground text-xs">
              {one.por}, {formatDateTime(one.em)}
              {one.desfeita_em
                ? ` · desfeito em ${formatDateTime(one.desfeita_em)}`
                : one.nao_levado
                  ? ' · deixou de valer: a gravação ou a resposta digitada mudou'
                  : ' · substituído'}
              {one.analise_anterior && !one.nao_levado ? ' · em uma análise anterior' : ''}
              {one.motivo ? ` · ${MOTIVO_REVISAO_LABEL[one.motivo]}` : ''}
            </span>
            {one.observacao ? <span className="break-words">{one.observacao}</span> : null}
          </li>
        ))}
      </ol>
    </CellSection>
  );
}

/** Corrections of an earlier transcript that could not be applied to the present one; a person must check them. */
export function LeftCorrections({
  celula: { correcoes_anteriores: left },
  onHear,
}: {
  celula: CelulaWire;
  onHear: (fromMs: number, untilMs: number) => void;
}) {
  if (left.length === 0) return null;
  return (
    <Notice>
      <p className="font-medium">
        {left.length === 1
          ? 'Uma correção não pôde ser reaplicada: na nova transcrição a frase mudou. Confira se ela ainda é necessária.'
          : `${left.length} correções não puderam ser reaplicadas: na nova transcrição as frases mudaram. Confira se elas ainda são necessárias.`}
      </p>
      <ol className="mt-2 grid gap-2">
        {left.map((one) => (
          <li key={`${one.inicio_ms} ${one.em}`} className="grid gap-0.5">
            <span className="break-words">
              <del>{one.texto_original}</del>
              {one.texto === null ? null : ` → ${one.texto}`}
              {one.falante === null ? null : ` · falante: ${FALANTE_LABEL[one.falante]}`}
            </span>
            <span className="flex flex-wrap items-center gap-2 text-xs">
              {one.por}, {formatDateTime(one.em)}
              <Button variant="outline" size="sm" onClick={() => onHear(one.inicio_ms, one.fim_ms)}>
                <Play aria-hidden="true" /> Ouvir
              </Button>
            </span>
          </li>
        ))}
      </ol>
    </Notice>
  );
}
