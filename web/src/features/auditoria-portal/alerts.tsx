/**
 * Warnings about questions and columns that were probably misread: each has a sentence, the cells that prove it, and a
 * link to the question or column.
 */

import type { PreparoDetalhe } from '@escuta/shared/contracts/surveys/preparos';
import { plural } from '@escuta/shared/domain/text/in-words';
import { CircleX, ShieldCheck, TriangleAlert } from 'lucide-react';
import { ReadButton } from '../../domain/intake/stage.tsx';
import { cn } from '../../lib/utils.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import type { Place } from './figures.tsx';
import { PREPARO } from './intake.ts';
import type { Detalhe } from './words.ts';

export type Alerta = PreparoDetalhe['alertas'][number];

export const blockers = (alertas: readonly Alerta[]) =>
  alertas.filter(({ gravidade }) => gravidade === 'impede');
export const notices = (alertas: readonly Alerta[]) =>
  alertas.filter(({ gravidade }) => gravidade === 'aviso');

/** A cell in words: 'linha 12: “bom dia”'. */
const cellText = ({ linha, texto }: Alerta['celulas'][number]): string => `linha ${linha}: “${texto}”`;

/** A list of warnings, each with its cells. */
export function AlertList({
  alertas,
  label,
  className,
}: {
  alertas: readonly Alerta[];
  label: string;
  className?: string;
}) {
  if (alertas.length === 0) return null;
  return (
    <ul aria-label={label} className={cn('grid gap-1.5', className)}>
      {alertas.map((one) => {
        const blocks = one.gravidade === 'impede';
        const Icon = blocks ? CircleX : TriangleAlert;
        return (
          <li
            key={`${one.tipo}:${one.texto}`}
            className={cn(
              'flex items-start gap-1.5 text-xs',
              blocks ? 'text-destructive-text' : 'text-warning-text',
            )}
          >
            <Icon className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
            <span className="min-w-0 break-words">
              {blocks ? <span className="font-semibold">Impede a confirmação: </span> : null}
              {one.texto}
              {one.celulas.length > 0 ? (
                <span className="block text-muted-foreground">{one.celulas.map(cellText).join(' · ')}</span>
              ) : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The tab and the filter, question or column where a person can correct the cause of a warning. */
function placeOf({ tipo, pergunta, coluna }: Alerta): Place {
  if (tipo === 'pares_propostos') return { aba: 'pares', situacao: 'par_proposto' };
  if (tipo === 'ja_auditadas') return { aba: 'gravacoes', situacao: 'com_linha' };
  if (pergunta !== null) return { aba: 'perguntas', pergunta: String(pergunta) };
  return coluna === null ? { aba: 'perguntas' } : { aba: 'colunas', coluna: String(coluna) };
}

/** Link texts for warnings about recordings. */
const RECORDINGS: Partial<Record<Alerta['tipo'], string>> = {
  pares_propostos: 'Pares propostos',
  ja_auditadas: 'Gravações já auditadas',
};

interface Group {
  key: string;
  name: string;
  n: number;
  blocks: boolean;
  place: Place;
}

/** Groups warnings by the question, column or list where they are corrected, first those that forbid confirming. */
function groupsOf(alertas: readonly Alerta[], colunas: Detalhe['colunas']): Group[] {
  const groups = new Map<string, Group>();
  for (const one of alertas) {
    const place = placeOf(one);
    const key = JSON.stringify(place);
    const column = colunas.find(({ n }) => n === one.coluna)?.cabecalho;
    const whole = RECORDINGS[one.tipo] ?? 'Questionário';
    const name = one.codigo ?? (one.coluna === null ? whole : `Coluna ${column || one.coluna + 1}`);
    const known = groups.get(key) ?? { key, name, n: 0, blocks: false, place };
    groups.set(key, { ...known, n: known.n + 1, blocks: known.blocks || one.gravidade === 'impede' });
  }
  return [...groups.values()].sort((a, b) => Number(b.blocks) - Number(a.blocks));
}

const COMO = 'Corrija a pergunta ou a coluna, ou deixe a coluna de fora.';

/** Number of warnings shown at first; the pressing ones come first. */
const SHOWN = 24;

/** Open warnings about questions and columns, with links to where they are corrected, so that nobody overlooks any. */
export function AlertsCard({
  preparo,
  mayCorrect,
  onGo,
}: {
  preparo: Detalhe;
  mayCorrect: boolean;
  onGo: (place: Place) => void;
}) {
  const { alertas, colunas } = preparo;
  if (alertas.length === 0) {
    return (
      <Card className="p-4">
        <p className="flex items-center gap-2 text-sm text-success-text">
          <ShieldCheck className="size-4 shrink-0" aria-hidden="true" />
          Perguntas e colunas lidas sem avisos.
        </p>
      </Card>
    );
  }
  const stopping = blockers(alertas).length;
  const rest = alertas.length - stopping;
  const groups = groupsOf(alertas, colunas);
  const more = groups.slice(SHOWN);
  return (
    <Card className={cn('grid grid-cols-1 gap-3 p-4', stopping > 0 && 'border-destructive')}>
      <div className="grid gap-1">
        <h2 className="flex items-start gap-2 font-semibold text-sm">
          {stopping > 0 ? (
            <CircleX className="mt-0.5 size-4 shrink-0 text-destructive-text" aria-hidden="true" />
          ) : (
            <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning-text" aria-hidden="true" />
          )}
          <span>
            {[
              stopping > 0
                ? plural(stopping, 'problema impede a confirmação', 'problemas impedem a confirmação')
                : null,
              rest > 0 ? plural(rest, 'aviso para conferir', 'avisos para conferir') : null,
            ]
              .filter((part) => part !== null)
              .join(', ')}
          </span>
        </h2>
        <p className="text-muted-foreground text-sm">
          {stopping > 0
            ? `A leitura não entendeu estes pontos, e a auditoria apontaria falhas inexistentes. ${COMO}`
            : 'Confira a leitura e corrija os erros antes de confirmar.'}
        </p>
      </div>
      {alertas.some(({ tipo }) => tipo === 'leitura_antiga') && mayCorrect ? (
        <ReadButton kind={PREPARO} id={preparo.id}>
          Ler de novo
        </ReadButton>
      ) : null}
      <ul aria-label="Onde conferir" className="flex flex-wrap gap-2">
        {groups.slice(0, SHOWN).map(({ key, name, n, blocks, place }) => (
          <li key={key} className="min-w-0">
            <Button
              variant="outline"
              size="sm"
              className="max-w-full"
              aria-label={`${name}: ${plural(n, 'ponto', 'pontos')}${blocks ? ', impede a confirmação' : ''}`}
              onClick={() => onGo(place)}
            >
              <span
                aria-hidden="true"
                className={cn('size-2 shrink-0 rounded-full', blocks ? 'bg-destructive' : 'bg-warning')}
              />
              <span className="truncate">{name}</span>
              {n > 1 ? <span className="text-muted-foreground tabular-nums">{n}</span> : null}
            </Button>
          </li>
        ))}
        {more.length > 0 ? (
          <li>
            <Button variant="outline" size="sm" onClick={() => onGo({ aba: 'avisos' })}>
              e mais {more.length}
            </Button>
          </li>
        ) : null}
      </ul>
    </Card>
  );
}
