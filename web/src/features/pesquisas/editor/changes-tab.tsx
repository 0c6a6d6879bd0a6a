import type { PerguntaWire, QuestionarioDetalhe } from '@escuta/shared/contracts/questionarios';
import { ArrowDownUp, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { plural } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { wordDiff } from './word-diff.ts';

type Mudancas = QuestionarioDetalhe['mudancas'];

/** How many things became another since the newest version. */
export const countChanges = ({ novas, alteradas, removidas, reordenadas }: Mudancas): number =>
  novas.length + alteradas.length + removidas.length + (reordenadas ? 1 : 0);

/** Which version interviews are done with, and what becomes of changes: in one sentence. */
export function versionText(mudancas: Mudancas): string {
  const { versao } = mudancas;
  if (versao === null) return 'Rascunho: a primeira entrevista faz dele a versão 1.';
  const n = countChanges(mudancas);
  return n === 0
    ? `Versão ${versao}, sem alterações.`
    : `Versão ${versao} em uso. ${plural(n, 'alteração vira', 'alterações viram')} a versão ${versao + 1} com a próxima entrevista; as que já começaram ficam com a sua.`;
}

/** What became of the draft since the newest version. */
export function ChangesTab({
  mudancas,
  perguntas,
}: {
  mudancas: Mudancas;
  perguntas: readonly PerguntaWire[];
}) {
  if (mudancas.versao === null || countChanges(mudancas) === 0) {
    return (
      <EmptyState
        icon={<CircleCheck />}
        title={mudancas.versao === null ? 'Ainda não há versão publicada' : 'Nenhuma alteração'}
        description={versionText(mudancas)}
      />
    );
  }
  const find = (id: string) => perguntas.find((pergunta) => pergunta.id === id);
  const numberOf = (id: string) => perguntas.findIndex((pergunta) => pergunta.id === id) + 1;
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-muted-foreground text-sm">{versionText(mudancas)}</p>
      <ul aria-label="Alterações desde a versão publicada" className="grid grid-cols-1 gap-3">
        {mudancas.reordenadas ? (
          <li className="flex items-center gap-2 rounded-lg border p-3 text-sm">
            <ArrowDownUp className="size-4 text-muted-foreground" aria-hidden="true" />
            As perguntas estão em outra ordem.
          </li>
        ) : null}
        {mudancas.novas.map((id) => (
          <Change key={id} kind="Nova" n={numberOf(id)}>
            <ins className="rounded-sm bg-success-soft text-success-text no-underline">
              {find(id)?.texto_pergunta}
            </ins>
          </Change>
        ))}
        {mudancas.alteradas.map(({ id, texto_antes }) => (
          <Change key={id} kind="Alterada" n={numberOf(id)}>
            <Words before={texto_antes} after={find(id)?.texto_pergunta ?? ''} />
          </Change>
        ))}
        {mudancas.removidas.map(({ id, codigo, texto }) => (
          <Change key={id} kind="Removida" n={codigo}>
            <del className="rounded-sm bg-destructive-soft text-destructive-text">{texto}</del>
          </Change>
        ))}
      </ul>
    </div>
  );
}

const KIND = { Nova: 'success', Alterada: 'violeta', Removida: 'destructive' } as const;

function Change({ kind, n, children }: { kind: keyof typeof KIND; n: number | string; children: ReactNode }) {
  return (
    <li className="grid gap-1.5 rounded-lg border p-3">
      <span className="flex items-center gap-2">
        <Badge variant={KIND[kind]}>{kind}</Badge>
        <span className="text-muted-foreground text-xs">Pergunta {n}</span>
      </span>
      <p className="break-words text-sm">{children}</p>
    </li>
  );
}

function Words({ before, after }: { before: string; after: string }) {
  if (before === after) {
    return (
      <>
        {after}
        <span className="block text-muted-foreground text-xs">
          O texto é o mesmo: mudaram opções ou o modo de perguntar.
        </span>
      </>
    );
  }
  return wordDiff(before, after).map((part, index) => {
    const key = `${index}:${part.kind}`;
    if (part.kind === 'saiu')
      return (
        <del key={key} className="rounded-sm bg-destructive-soft text-destructive-text">
          {part.text}{' '}
        </del>
      );
    if (part.kind === 'entrou')
      return (
        <ins key={key} className="rounded-sm bg-success-soft text-success-text no-underline">
          {part.text}{' '}
        </ins>
      );
    return <span key={key}>{part.text} </span>;
  });
}
