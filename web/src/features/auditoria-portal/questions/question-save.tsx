import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { correctPerguntas } from '@escuta/shared/contracts/surveys/preparos';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Save, TriangleAlert } from 'lucide-react';
import { cn } from '../../../lib/utils.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Detalhe } from '../words.ts';
import { countChanges, isStale, type QuestionDraft, questionsOf } from './question-draft.ts';

const AO_SALVAR =
  'Ao salvar, a Escuta vincula e lê as colunas de novo; os pares definidos por você são mantidos.';
const BARRA = cn(
  'sticky bottom-2 z-10 flex flex-wrap items-center justify-between gap-3',
  'rounded-xl border bg-card p-3 shadow-card',
);

/** Shown if another person changed the questions meanwhile: asks whether to keep or discard the draft. */
export function StaleDraft({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Notice variant="destructive" role="alert" icon={<TriangleAlert aria-hidden="true" />}>
      <p>
        Outra pessoa corrigiu as perguntas durante a sua edição. As suas perguntas estão abaixo. Se você
        salvar, as correções dela serão perdidas.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={onDiscard}>
          Descartar minhas alterações
        </Button>
        <Button variant="outline" size="sm" onClick={onKeep}>
          Manter minhas alterações
        </Button>
      </div>
    </Notice>
  );
}

/** Bar with the buttons that save or discard the draft of the questions. */
export function SaveBar({
  preparo,
  draft,
  problem,
  busy,
  onSave,
  onDiscard,
}: {
  preparo: Detalhe;
  draft: QuestionDraft;
  problem: string | null;
  busy: boolean;
  onSave: (body: BodyOf<typeof correctPerguntas>) => void;
  onDiscard: () => void;
}) {
  const stale = isStale(draft, preparo.questionario);
  const n = countChanges(draft);
  return (
    <div className={BARRA}>
      <p role="status" className="min-w-0 flex-1 basis-52 text-sm">
        {problem ?? `${plural(n, 'alteração não salva', 'alterações não salvas')}. ${AO_SALVAR}`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" disabled={busy} onClick={onDiscard}>
          Descartar
        </Button>
        <Button
          loading={busy}
          disabled={problem !== null || stale}
          onClick={() =>
            onSave({
              versao: preparo.versao,
              apresentacao: draft.apresentacao.trim() || null,
              perguntas: questionsOf(draft),
            })
          }
        >
          {busy ? null : <Save aria-hidden="true" />}
          Salvar perguntas
        </Button>
      </div>
    </div>
  );
}
