import type { DocumentoWire } from '@escuta/shared/contracts/surveys/documentos';
import type { Proposta } from '@escuta/shared/domain/survey-file/documents/ai-reading';
import { plural } from '@escuta/shared/domain/text/in-words';
import { FileText, ListPlus, RefreshCw, X } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { formatNumber } from '../../../lib/text/format.ts';
import { cn } from '../../../lib/utils.ts';
import { Button } from '../../../ui/button.tsx';
import { Label } from '../../../ui/inputs/label.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { AiReading } from './ai-reading.tsx';
import { TextLine } from './line-button.tsx';
import { Proposals } from './proposals.tsx';
import { isOpen, LOOKS, type SeenLine, USOS } from './seen-line.ts';

const PdfPages = lazy(() => import('./pdf-pages.tsx'));

/** The way in which a line is added to an existing question. */
export type AddedAs = 'opcao' | 'instrucao';

export interface DocumentBesideProps {
  /** Null: no document is stored. */
  documento:
    | (Pick<DocumentoWire, 'nome' | 'tipo' | 'guardado'> & Partial<Pick<DocumentoWire, 'propostas' | 'ia'>>)
    | null;
  /** The lines, with their present questions; null: the document was read before lines were stored. */
  linhas: readonly SeenLine[] | null;
  /** The document's bytes, to draw its pages; null: not stored. */
  bytes: (() => Promise<ArrayBuffer>) | null;
  /** The questions beside the document, in order. */
  perguntas: readonly { id: string; codigo: string; texto: string; choice: boolean }[];
  mayEdit: boolean;
  /** Id of the question whose lines are to be shown; each request is a new object. */
  wanted: { pergunta: string } | null;
  onQuestion: (id: string) => void;
  onMake: (linhas: readonly SeenLine[]) => void;
  onAdd: (linhas: readonly SeenLine[], pergunta: string, como: AddedAs) => void;
  /** Reading by a model; absent if it is not offered. */
  ai?: {
    mayAsk: boolean;
    asking: boolean;
    onAsk: () => void;
    onEnded: () => void;
    onTake: (proposta: Proposta) => void;
    onDiscard: (proposta: Proposta) => void;
  };
}

/** A document beside its questions: each line shows its use, and unused lines can still become questions. */
export default function DocumentBeside(props: DocumentBesideProps) {
  const { documento, linhas } = props;
  if (!documento) {
    return (
      <EmptyState
        icon={<FileText />}
        title="Sem documento salvo"
        description="Este questionário não veio de um documento, ou o documento não está mais disponível."
      />
    );
  }
  if (!linhas) {
    return (
      <EmptyState
        icon={<RefreshCw />}
        title="Documento sem linhas salvas"
        description={`“${documento.nome}” foi lido por uma versão anterior da Escuta, que não guardava as linhas. Envie-o de novo para vê-lo aqui ao lado.`}
      />
    );
  }
  return <DocumentPane {...props} documento={documento} linhas={linhas} />;
}

type Loaded = DocumentBesideProps & {
  documento: NonNullable<DocumentBesideProps['documento']>;
  linhas: readonly SeenLine[];
};

function DocumentPane(props: Loaded) {
  const { documento, linhas, bytes, perguntas, mayEdit, wanted, ai } = props;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState<{ n: number } | null>(null);
  const open = linhas.filter((one) => chosen.has(one.n) && isOpen(one));
  const show = (n: number): void => setShown({ n });
  const [seen, setSeen] = useState<typeof wanted>(null);
  if (wanted && seen !== wanted) {
    setSeen(wanted);
    const first = linhas.find(({ pergunta }) => pergunta?.id === wanted.pergunta);
    if (first) show(first.n);
  }
  const press = (linha: SeenLine): void => {
    if (linha.pergunta) {
      props.onQuestion(linha.pergunta.id);
      return;
    }
    const next = new Set(chosen);
    if (!next.delete(linha.n)) next.add(linha.n);
    setChosen(next);
  };
  /** Shows the next line of the use `uso` after the line last shown; after the last line, the first. */
  const nextOf = (uso: SeenLine['uso']): void => {
    const own = linhas.filter((one) => one.uso === uso);
    const next = own.find(({ n }) => n > (shown?.n ?? -1)) ?? own[0];
    if (next) show(next.n);
  };
  // On a drawn page the lines have their printed size, which is too small to press on a phone. In the list each line is
  // as large as a button.
  const [asList, setAsList] = useState(false);
  const isDrawable = documento.tipo === 'pdf' && bytes !== null;
  const lineProps = { chosen, shown, mayChoose: mayEdit, onPress: press };
  return (
    <section aria-label="Documento" className="grid grid-cols-1 gap-3">
      <header className="grid gap-2">
        <h3 className="flex min-w-0 items-center gap-2 font-semibold text-base">
          <FileText className="size-4 shrink-0" aria-hidden="true" />
          <span className="min-w-0 break-words">{documento.nome}</span>
        </h3>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Counts linhas={linhas} onNext={nextOf} />
          {isDrawable ? (
            <Button variant="outline" size="sm" onClick={() => setAsList(!asList)}>
              {asList ? 'Ver a página' : 'Ver em lista'}
            </Button>
          ) : null}
        </div>
        {documento.tipo === 'pdf' && !documento.guardado ? (
          <Notice>O arquivo não está mais disponível: as linhas aparecem sem a página.</Notice>
        ) : null}
      </header>
      {documento.ia && ai ? (
        <AiReading ia={documento.ia} {...ai} pending={documento.propostas?.length ?? 0} />
      ) : null}
      {documento.propostas && documento.propostas.length > 0 && ai ? (
        <Proposals
          propostas={documento.propostas}
          perguntas={perguntas}
          mayEdit={mayEdit}
          onShow={show}
          onTake={ai.onTake}
          onDiscard={ai.onDiscard}
        />
      ) : null}
      {open.length > 0 ? <ChosenBar {...props} open={open} onDone={() => setChosen(new Set())} /> : null}
      {isDrawable && !asList ? (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <PdfPages bytes={bytes} linhas={linhas} {...lineProps} />
        </Suspense>
      ) : (
        <TextLines linhas={linhas} {...lineProps} />
      )}
    </section>
  );
}

/** Number of lines of each use. A press on a number shows the next line of that use. */
function Counts({ linhas, onNext }: { linhas: readonly SeenLine[]; onNext: (uso: SeenLine['uso']) => void }) {
  return (
    <ul aria-label="Linhas do documento" className="flex flex-wrap gap-1.5">
      {USOS.map((uso) => {
        const n = linhas.filter((one) => one.uso === uso).length;
        const { Icon, label, one, text, stroke } = LOOKS[uso];
        return (
          <li key={uso}>
            <button
              type="button"
              disabled={n === 0}
              title={n === 0 ? undefined : `Ir à próxima linha ${one}`}
              onClick={() => onNext(uso)}
              className={cn(
                'focus-ring touch-target inline-flex items-center gap-1.5 rounded-sm border-b-2 bg-muted/50 px-2 py-1 text-xs enabled:hover:bg-accent',
                stroke,
              )}
            >
              <Icon className={cn('size-3.5', text)} aria-hidden="true" />
              <span className="tabular-nums">{formatNumber(n)}</span> {n === 1 ? one : label}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Actions on the selected lines: make a question of them, or add them to an existing question. */
function ChosenBar({
  open,
  perguntas,
  linhas,
  onMake,
  onAdd,
  onDone,
}: Pick<Loaded, 'perguntas' | 'linhas' | 'onMake' | 'onAdd'> & {
  open: readonly SeenLine[];
  onDone: () => void;
}) {
  const first = open[0]?.n ?? 0;
  // The question just before the selected line is offered first, because lines are most often added to it.
  const before = useMemo(
    () => linhas.findLast(({ n, pergunta }) => n < first && pergunta !== null)?.pergunta?.id,
    [linhas, first],
  );
  const [target, setTarget] = useState<string | null>(null);
  const pergunta = target ?? before ?? perguntas[0]?.id ?? '';
  const isChoice = perguntas.find(({ id }) => id === pergunta)?.choice ?? false;
  const add = (como: AddedAs): void => {
    onAdd(open, pergunta, como);
    onDone();
  };
  return (
    <div className="sticky top-2 z-10 grid gap-2 rounded-lg border bg-card p-3 shadow-card max-lg:top-16">
      <div className="flex items-center justify-between gap-2">
        <p role="status" className="font-medium text-sm">
          {plural(open.length, 'linha selecionada', 'linhas selecionadas')}
        </p>
        <Button variant="ghost" size="icon-sm" aria-label="Desmarcar as linhas" onClick={onDone}>
          <X />
        </Button>
      </div>
      <div className="flex flex-wrap items-end gap-2">
        <Button
          size="sm"
          onClick={() => {
            onMake(open);
            onDone();
          }}
        >
          <ListPlus aria-hidden="true" />
          Criar pergunta
        </Button>
        {perguntas.length > 0 ? (
          <>
            <Label className="grid min-w-0 flex-1 basis-40 gap-1 text-xs">
              Acrescentar a
              <select
                value={pergunta}
                onChange={(event) => setTarget(event.target.value)}
                className="focus-ring h-9 w-full min-w-0 rounded-md border bg-background px-2 text-sm max-sm:h-11"
              >
                {perguntas.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.codigo} {one.texto.slice(0, 60)}
                  </option>
                ))}
              </select>
            </Label>
            <Button variant="outline" size="sm" disabled={!isChoice} onClick={() => add('opcao')}>
              Como opção
            </Button>
            <Button variant="outline" size="sm" onClick={() => add('instrucao')}>
              Como instrução
            </Button>
          </>
        ) : null}
      </div>
    </div>
  );
}

/** Number of lines in the list that are drawn at first; a document may have thousands. */
const AT_ONCE = 400;

function TextLines({
  linhas,
  chosen,
  shown,
  mayChoose,
  onPress,
}: {
  linhas: readonly SeenLine[];
  chosen: ReadonlySet<number>;
  shown: { n: number } | null;
  mayChoose: boolean;
  onPress: (linha: SeenLine) => void;
}) {
  const [more, setMore] = useState(AT_ONCE);
  const many = Math.max(more, (shown?.n ?? 0) + 1);
  return (
    <>
      <ol aria-label="Linhas" className="grid gap-0.5">
        {linhas.slice(0, many).map((linha) => (
          <li key={linha.n}>
            <TextLine
              linha={linha}
              chosen={chosen.has(linha.n)}
              shown={shown?.n === linha.n ? shown : null}
              mayChoose={mayChoose}
              onPress={onPress}
            />
          </li>
        ))}
      </ol>
      {linhas.length > many ? (
        <Button variant="outline" onClick={() => setMore(many + AT_ONCE)}>
          Mostrar mais linhas ({formatNumber(linhas.length - many)})
        </Button>
      ) : null}
    </>
  );
}
