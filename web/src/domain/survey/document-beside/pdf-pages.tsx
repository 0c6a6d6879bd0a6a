/**
 * Pages of a PDF, drawn by pdf.js as they scroll into view, with the document's lines over them. A lazy chunk, because
 * pdf.js is heavy.
 */
import {
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  type RenderTask,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import PdfWorker from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker';
import { useEffect, useRef, useState } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { PlacedLine, TextLine } from './line-button.tsx';
import type { SeenLine } from './seen-line.ts';

/** Greatest width of a drawn page, device pixels; limited because a wider page is no easier to read. */
const WIDEST = 2400;
/** Height ÷ width of a page until its size is known: A4. */
const A4 = Math.SQRT2;

export interface PagesProps {
  bytes: () => Promise<ArrayBuffer>;
  linhas: readonly SeenLine[];
  chosen: ReadonlySet<number>;
  shown: { n: number } | null;
  mayChoose: boolean;
  onPress: (linha: SeenLine) => void;
}

/** Opens a document in a worker of its own, and closes the document and the worker on unmount. */
function usePdf(bytes: PagesProps['bytes']): { pdf: PDFDocumentProxy | null; failed: boolean } {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    const port = new PdfWorker();
    // The types of pdf.js omit `port`, which makes it use the worker of our own build.
    const worker = new PDFWorker({ port: port as unknown as null });
    const open = async () => {
      const data = await bytes();
      if (gone) return;
      // These options keep code of the file from running, and fonts, WebAssembly or other files from being fetched.
      const found = await getDocument({
        data,
        worker,
        useWasm: false,
        isEvalSupported: false,
        enableXfa: false,
      }).promise;
      if (gone) await found.loadingTask.destroy();
      else setPdf(found);
    };
    open().catch((error: unknown) => {
      if (gone) return;
      console.error('O PDF não pôde ser exibido', error);
      setFailed(true);
    });
    return () => {
      gone = true;
      worker.destroy();
      port.terminate();
    };
  }, [bytes]);
  return { pdf, failed };
}

export default function PdfPages({ bytes, linhas, ...rest }: PagesProps) {
  const { pdf, failed } = usePdf(bytes);
  const last = linhas.reduce((most, { lugar }) => Math.max(most, lugar?.pagina ?? 0), 0);
  const pages = Array.from({ length: pdf?.numPages ?? last }, (_, n) => n + 1);
  const placeless = linhas.filter(({ lugar }) => lugar === null);
  return (
    <>
      {failed ? (
        <Notice variant="warning">
          A página não pôde ser exibida neste navegador. As linhas estão abaixo.
        </Notice>
      ) : null}
      {failed ? null : (
        <ol aria-label="Páginas do documento" className="grid gap-3">
          {pages.map((pagina) => (
            <li key={pagina}>
              <Page
                pdf={pdf}
                pagina={pagina}
                of={pages.length}
                linhas={linhas.filter(({ lugar }) => lugar?.pagina === pagina)}
                {...rest}
              />
            </li>
          ))}
        </ol>
      )}
      {(failed ? linhas : placeless).map((linha) => (
        <TextLine
          key={linha.n}
          linha={linha}
          chosen={rest.chosen.has(linha.n)}
          shown={rest.shown?.n === linha.n ? rest.shown : null}
          mayChoose={rest.mayChoose}
          onPress={rest.onPress}
        />
      ))}
    </>
  );
}

interface PageProps extends Omit<PagesProps, 'bytes'> {
  pdf: PDFDocumentProxy | null;
  pagina: number;
  of: number;
}

/** A page: reserves its room at once, draws its picture when it scrolls near. */
function Page({ pdf, pagina, of, linhas, chosen, shown, mayChoose, onPress }: PageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [near, setNear] = useState(false);
  const [shape, setShape] = useState(A4);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    const room = frame.current;
    if (!room) return;
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: '600px 0px',
    });
    watch.observe(room);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!pdf || !near) return;
    let task: RenderTask | null = null;
    let gone = false;
    const draw = async () => {
      const page = await pdf.getPage(pagina);
      const [room, sheet] = [frame.current, canvas.current];
      if (gone || !room || !sheet) return;
      const plain = page.getViewport({ scale: 1 });
      setShape(plain.height / plain.width);
      const width = Math.min(room.clientWidth * window.devicePixelRatio, WIDEST);
      const viewport = page.getViewport({ scale: width / plain.width });
      sheet.width = Math.round(viewport.width);
      sheet.height = Math.round(viewport.height);
      task = page.render({ canvas: sheet, viewport });
      await task.promise;
      if (!gone) setDrawn(true);
    };
    draw().catch((error: unknown) => {
      // If the page was unmounted, the drawing was cancelled, which is not a failure.
      if (!gone) console.error('Uma página do PDF não pôde ser exibida', error);
    });
    return () => {
      gone = true;
      task?.cancel();
    };
  }, [pdf, near, pagina]);
  return (
    <figure className="grid gap-1">
      {/* On a phone a page scrolls sideways: narrower it would be unreadable. Beside the questions it fills its column. */}
      <div className="overflow-x-auto rounded-sm border">
        <div
          ref={frame}
          className="paper relative w-full min-w-[34rem] overflow-hidden bg-white lg:min-w-0"
          style={{ aspectRatio: `1 / ${shape}` }}
        >
          {drawn ? null : <Skeleton className="absolute inset-0 rounded-none" />}
          <canvas ref={canvas} className="absolute inset-0 size-full" />
          {linhas.map((linha) => (
            <PlacedLine
              key={linha.n}
              linha={linha}
              chosen={chosen.has(linha.n)}
              shown={shown?.n === linha.n ? shown : null}
              mayChoose={mayChoose}
              onPress={onPress}
            />
          ))}
        </div>
      </div>
      <figcaption className="text-center text-muted-foreground text-xs">
        Página {pagina} de {of}
      </figcaption>
    </figure>
  );
}
