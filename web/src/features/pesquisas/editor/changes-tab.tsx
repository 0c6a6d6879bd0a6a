import type { PerguntaWire, QuestionarioDetalhe } from '@escuta/shared/contracts/surveys/questionarios';
import { plural } from '@escuta/shared/domain/text/in-words';
import { ArrowDownUp, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { TIPO_PERGUNTA } from '../../../domain/survey/question-kinds.ts';
import { sinceText } from '../../../lib/text/since.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { wordDiff } from './word-diff.ts';

type Mudancas = QuestionarioDetalhe['mudancas'];

/** Number of changes since the published version. */
export const countChanges = ({
  consentimento,
  sem_gravacao,
  novas,
  alteradas,
  removidas,
  reordenadas,
}: Mudancas): number =>
  novas.length +
  alteradas.length +
  removidas.length +
  [reordenadas, consentimento, sem_gravacao].filter(Boolean).length;

/** A sentence on the version that new interviews use, and on the draft's difference from it. */
export function versionText({
  publicada,
  alterado,
  mudancas,
}: Pick<QuestionarioDetalhe, 'publicada' | 'alterado' | 'mudancas'>): string {
  if (!publicada) return 'Rascunho: a versão 1 será publicada quando a primeira entrevista começar.';
  const version = `Versão ${publicada.numero} publicada, em uso ${sinceText(publicada.em)}`;
  if (!alterado) return `${version}, sem alterações.`;
  const n = countChanges(mudancas);
  return `${version} · ${n === 0 ? 'alterações não publicadas' : plural(n, 'alteração não publicada', 'alterações não publicadas')}`;
}

/** Changes of the draft since the published version. */
export function ChangesTab({
  questionario,
  perguntas,
}: {
  questionario: QuestionarioDetalhe;
  perguntas: readonly PerguntaWire[];
}) {
  const { mudancas, publicada } = questionario;
  if (!publicada || countChanges(mudancas) === 0) {
    return (
      <EmptyState
        icon={<CircleCheck />}
        title={publicada ? 'Nenhuma alteração' : 'Ainda não há versão publicada'}
        description={versionText(questionario)}
      />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-muted-foreground text-sm">{versionText(questionario)}</p>
      <ChangeList mudancas={mudancas} perguntas={perguntas} />
    </div>
  );
}

/** Lists each change since the published version; nothing if no version was published. */
export function ChangeList({
  mudancas,
  perguntas,
}: {
  mudancas: Mudancas;
  perguntas: readonly PerguntaWire[];
}) {
  if (countChanges(mudancas) === 0) return null;
  const find = (id: string) => perguntas.find((pergunta) => pergunta.id === id);
  /** Stem of a battery's item, which is shown before the item's own text; '' for other questions. */
  const stemOf = (id: string): string => {
    const bateria = find(id)?.regras?.bateria;
    return bateria ? `${bateria.texto} ` : '';
  };
  const numberOf = (id: string) => perguntas.findIndex((pergunta) => pergunta.id === id) + 1;
  return (
    <ul aria-label="Alterações desde a versão publicada" className="grid grid-cols-1 gap-3">
      {mudancas.consentimento ? (
        <QuestionChange kind="Alterado" of="Texto do consentimento">
          <Words before={mudancas.consentimento.antes ?? ''} after={mudancas.consentimento.agora ?? ''} />
        </QuestionChange>
      ) : null}
      {mudancas.sem_gravacao ? (
        <QuestionChange kind="Alterada" of="Gravação">
          Permitir entrevistas sem gravação: de {mudancas.sem_gravacao.antes} para{' '}
          {mudancas.sem_gravacao.agora}
        </QuestionChange>
      ) : null}
      {mudancas.reordenadas ? (
        <li className="flex items-center gap-2 rounded-lg border p-3 text-sm">
          <ArrowDownUp className="size-4 text-muted-foreground" aria-hidden="true" />
          As perguntas estão em outra ordem.
        </li>
      ) : null}
      {mudancas.novas.map((id) => (
        <QuestionChange key={id} kind="Nova" of={`Pergunta ${numberOf(id)}`}>
          <ins className="rounded-sm bg-success-soft text-success-text no-underline">
            {stemOf(id)}
            {find(id)?.texto_pergunta}
          </ins>
        </QuestionChange>
      ))}
      {mudancas.alteradas.map(({ id, texto_antes, campos, opcoes }) => (
        <QuestionChange
          key={id}
          kind="Alterada"
          of={`Pergunta ${numberOf(id)}`}
          more={<Details campos={campos} opcoes={opcoes} />}
        >
          {stemOf(id)}
          <Words before={texto_antes} after={find(id)?.texto_pergunta ?? ''} />
        </QuestionChange>
      ))}
      {mudancas.removidas.map(({ id, codigo, texto }) => (
        // A question that is still listed was deactivated, not deleted.
        <QuestionChange key={id} kind={find(id) ? 'Inativada' : 'Removida'} of={`Pergunta ${codigo}`}>
          <del className="rounded-sm bg-destructive-soft text-destructive-text">{texto}</del>
        </QuestionChange>
      ))}
    </ul>
  );
}

const KIND = {
  Nova: 'success',
  Alterada: 'violeta',
  Alterado: 'violeta',
  Removida: 'destructive',
  Inativada: 'neutral',
} as const;

function QuestionChange({
  kind,
  of,
  children,
  more,
}: {
  kind: keyof typeof KIND;
  /** Name of what changed, such as a question's code. */
  of: string;
  children: ReactNode;
  more?: ReactNode;
}) {
  return (
    <li className="grid gap-1.5 rounded-lg border p-3">
      <span className="flex items-center gap-2">
        <Badge variant={KIND[kind]}>{kind}</Badge>
        <span className="text-muted-foreground text-xs">{of}</span>
      </span>
      <p className="break-words text-sm">{children}</p>
      {more}
    </li>
  );
}

type Alterada = Mudancas['alteradas'][number];

const CAMPO: Record<Alterada['campos'][number]['campo'], string> = {
  codigo: 'Código',
  tipo: 'Tipo de resposta',
  obrigatoria: 'Obrigatória',
  ler_opcoes: 'Opções lidas em voz alta',
  observada: 'Observada, não perguntada',
  instrucao: 'Instrução ao entrevistador',
  condicao: 'Condição',
  minimo: 'Mínimo',
  maximo: 'Máximo',
  unidade: 'Unidade',
  inteiro: 'Só números inteiros',
  rodizio: 'Rodízio das opções',
  bateria: 'Texto da bateria',
  encerra: 'Encerra a entrevista',
  cartao: 'Cartão',
  exclusivas: 'Opções exclusivas',
  fixas: 'Opções que não mudam de lugar',
  encerram: 'Opções que encerram a entrevista',
  blocos: 'Blocos de opções',
};

/** Words for the value of a changed field. An empty value is put into words too, such as 'sempre perguntada'. */
function saidOf(campo: Alterada['campos'][number]['campo'], value: string | null): string {
  if (campo === 'condicao') return value === null ? 'sempre perguntada' : `só se “${value}”`;
  if (value === null) return '(vazio)';
  return campo === 'tipo' ? (TIPO_PERGUNTA[value as keyof typeof TIPO_PERGUNTA]?.label ?? value) : value;
}

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ');

/** Changes besides the wording, a line each. */
function Details({ campos, opcoes }: Pick<Alterada, 'campos' | 'opcoes'>) {
  const { novas, removidas, renomeadas, ajustadas, reordenadas } = opcoes;
  const lines = [
    ...campos.map(
      ({ campo, antes, agora }) => `${CAMPO[campo]}: de ${saidOf(campo, antes)} para ${saidOf(campo, agora)}`,
    ),
    ...(novas.length > 0 ? [`Opções novas: ${quoted(novas)}`] : []),
    ...(removidas.length > 0 ? [`Opções removidas: ${quoted(removidas)}`] : []),
    ...renomeadas.map(({ antes, agora }) => `Opção “${antes}” agora é “${agora}”`),
    ...(ajustadas.length > 0 ? [`Valor, sinônimos ou sentido alterados: ${quoted(ajustadas)}`] : []),
    ...(reordenadas ? ['As opções estão em outra ordem'] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <ul aria-label="Outras alterações" className="grid gap-0.5 text-muted-foreground text-sm">
      {lines.map((line) => (
        <li key={line} className="break-words">
          {line}
        </li>
      ))}
    </ul>
  );
}

function Words({ before, after }: { before: string; after: string }) {
  if (before === after) return after;
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
