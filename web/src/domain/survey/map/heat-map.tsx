/**
 * The heat map: a canvas that stays in view while an element of the map's full size scrolls. Only the focused cell is
 * an element of its own, for keys and screen readers (a grid with a roving focus), because 60,000 elements would be too
 * slow.
 */
import { plural } from '@escuta/shared/domain/text/in-words';
import {
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTema } from '../../../lib/browser/theme.ts';
import { formatNumber } from '../../../lib/text/format.ts';
import { rateText } from '../results/rate.tsx';
import { describeCell, type Grade, type Grupo, type Linha, type Lugar } from './map-grid.ts';
import { paintMap, type Tinta } from './map-paint.ts';
import { sizesOf } from './map-sizes.ts';
import { headingsOf, type Titulos } from './map-text.ts';

interface HeatMapProps {
  label: string;
  grade: Grade;
  /** The interviewers, each with a row of the map; null: each interview has a row. */
  grupos: readonly Grupo[] | null;
  /** True: the cells are smaller and have no letters. */
  compacto: boolean;
  /** Place of the current cell. */
  lugar: Lugar | null;
  onLugar: (lugar: Lugar) => void;
  /** Called on Enter or a click on a cell. */
  onOpen: (lugar: Lugar) => void;
}

/** Description of a place of the map, in a single line. */
function describe(grade: Grade, grupos: readonly Grupo[] | null, { row, column }: Lugar): string {
  const coluna = grade.colunas[column];
  if (grupos) {
    const grupo = grupos[row];
    const cell = grupo?.celulas[column];
    if (!grupo || !coluna || !cell) return '';
    const what = cell.aplicaveis === 0 ? 'não se aplica' : `${cell.falhas} de ${cell.aplicaveis} com falha`;
    return `${grupo.nome}, ${coluna.codigo}: ${what}`;
  }
  return describeCell(grade, { row, column });
}

/** A row's heading, in a single line. */
function headOf(row: Grupo | Linha | undefined): string | null {
  if (!row) return null;
  const nome = 'entrevistas' in row ? row.nome : `${row.nome}, ${row.agente}`;
  const { abertas, acusadas } = row;
  const waiting = [
    abertas > 0 ? `${formatNumber(abertas)} a revisar` : null,
    acusadas > 0 ? plural(acusadas, 'falha para conferir', 'falhas para conferir') : null,
  ].filter((part) => part !== null);
  return [`${nome}: confere ${rateText(row.corretas)}`, ...waiting].join(' · ');
}

/** The theme's colours, as values that a canvas accepts. */
function tintaOf(element: HTMLElement, escuro: boolean): Tinta {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    fundo: token('--card'),
    texto: token('--foreground'),
    apagado: token('--muted-foreground'),
    borda: token('--border'),
    escuro,
    fonte: style.fontFamily,
  };
}

/** The heat map: cells by letter and colour, sticky headings, moves by arrows, Home, End and PageUp/PageDown. */
export function HeatMap({ label, grade, grupos, compacto, lugar, onLugar, onOpen }: HeatMapProps) {
  const { escuro } = useTema();
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const active = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [heading, setHeading] = useState<string | null>(null);
  /** Increases with each move by a key, so that the new cell takes the focus when it is drawn. */
  const [byKey, setByKey] = useState(0);
  /** Visible width, px; 0 until measured. */
  const [room, setRoom] = useState(0);
  const agentes = useMemo(() => {
    const [first, ...rest] = grade.linhas;
    return grupos !== null || rest.some(({ agenteId }) => agenteId !== first?.agenteId);
  }, [grade, grupos]);
  const medidas = useMemo(
    () => sizesOf(room, grade.colunas.length, { compacto, agentes }),
    [room, grade.colunas.length, compacto, agentes],
  );
  const { lado, coluna } = medidas;
  /** The headings as they were last wrapped, and for which columns, sizes and fonts (`of`). */
  const broken = useRef<{ of: readonly unknown[]; titulos: Titulos }>({ of: [], titulos: [] });
  const rows = grupos ? grupos.length : grade.linhas.length;
  const columns = grade.colunas.length;
  const at: Lugar = {
    row: Math.min(lugar?.row ?? 0, Math.max(0, rows - 1)),
    column: Math.min(lugar?.column ?? 0, Math.max(0, columns - 1)),
  };

  const paint = useCallback(() => {
    const view = scroller.current;
    const target = canvas.current;
    const context = target?.getContext('2d');
    if (!view || !target || !context || room === 0) return;
    const { clientWidth: largura, clientHeight: altura, scrollLeft: x, scrollTop: y } = view;
    const ratio = window.devicePixelRatio || 1;
    if (target.width !== Math.round(largura * ratio) || target.height !== Math.round(altura * ratio)) {
      target.width = Math.round(largura * ratio);
      target.height = Math.round(altura * ratio);
      target.style.width = `${largura}px`;
      target.style.height = `${altura}px`;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const tinta = tintaOf(view, escuro);
    const of = [grade.colunas, medidas, tinta.fonte, document.fonts.status];
    if (of.some((one, n) => one !== broken.current.of[n])) {
      broken.current = { of, titulos: headingsOf(context, grade.colunas, medidas, tinta.fonte) };
    }
    paintMap(context, grade, grupos, medidas, broken.current.titulos, { x, y, largura, altura }, tinta);
  }, [grade, grupos, medidas, escuro, room]);

  useLayoutEffect(() => setRoom(scroller.current?.clientWidth ?? 0), []);
  // Paints before the browser shows the frame, so that this frame already has the new data.
  useLayoutEffect(paint, [paint]);
  useEffect(() => {
    const view = scroller.current;
    if (!view) return;
    let frame = 0;
    const onScroll = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(paint);
    };
    const sizes = new ResizeObserver(() => {
      setRoom(view.clientWidth);
      onScroll();
    });
    sizes.observe(view);
    view.addEventListener('scroll', onScroll, { passive: true });
    // Repaints with the page's font once it has loaded.
    document.fonts.addEventListener('loadingdone', onScroll);
    return () => {
      document.fonts.removeEventListener('loadingdone', onScroll);
      cancelAnimationFrame(frame);
      sizes.disconnect();
      view.removeEventListener('scroll', onScroll);
    };
  }, [paint]);

  // Scrolls so that the current cell is visible and not under the headings.
  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view || !lugar) return;
    const x = at.column * coluna;
    const y = at.row * lado;
    const width = view.clientWidth - medidas.cabecalho;
    const height = view.clientHeight - medidas.topo;
    if (x < view.scrollLeft) view.scrollLeft = x;
    else if (x + coluna > view.scrollLeft + width) view.scrollLeft = x + coluna - width;
    if (y < view.scrollTop) view.scrollTop = y;
    else if (y + lado > view.scrollTop + height) view.scrollTop = y + lado - height;
  }, [lugar, at.row, at.column, lado, coluna, medidas]);
  useLayoutEffect(() => {
    if (byKey > 0) active.current?.focus({ preventScroll: true });
  }, [byKey]);

  /** The place under a pointer; null over headings and outside the map. */
  const placeOf = (event: PointerEvent): Lugar | null => {
    const view = scroller.current;
    if (!view) return null;
    const box = view.getBoundingClientRect();
    const x = event.clientX - box.left - medidas.cabecalho;
    const y = event.clientY - box.top - medidas.topo;
    if (x < 0 || y < 0) return null;
    const place = {
      row: Math.floor((y + view.scrollTop) / lado),
      column: Math.floor((x + view.scrollLeft) / coluna),
    };
    return place.row < rows && place.column < columns ? place : null;
  };
  /** Full text of the heading under a pointer. */
  const headingOf = (event: PointerEvent): string | null => {
    const view = scroller.current;
    if (!view) return null;
    const box = view.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    if (x < medidas.cabecalho && y >= medidas.topo) {
      const row = Math.floor((y - medidas.topo + view.scrollTop) / lado);
      return headOf(grupos ? grupos[row] : grade.linhas[row]);
    }
    if (y < medidas.topo && x >= medidas.cabecalho) {
      const column = Math.floor((x - medidas.cabecalho + view.scrollLeft) / coluna);
      const question = grade.colunas[column];
      return question
        ? `${question.codigo} ${question.texto} · confere ${rateText(grade.margens[column] ?? null)}`
        : null;
    }
    return null;
  };

  const move = (row: number, column: number): void => {
    onLugar({
      row: Math.max(0, Math.min(rows - 1, row)),
      column: Math.max(0, Math.min(columns - 1, column)),
    });
    setByKey((n) => n + 1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - medidas.topo) / lado) - 1);
    const whole = event.ctrlKey;
    switch (event.key) {
      case 'ArrowDown':
        move(whole ? rows - 1 : at.row + 1, at.column);
        break;
      case 'ArrowUp':
        move(whole ? 0 : at.row - 1, at.column);
        break;
      case 'ArrowRight':
        move(at.row, whole ? columns - 1 : at.column + 1);
        break;
      case 'ArrowLeft':
        move(at.row, whole ? 0 : at.column - 1);
        break;
      case 'Home':
        move(whole ? 0 : at.row, 0);
        break;
      case 'End':
        move(whole ? rows - 1 : at.row, columns - 1);
        break;
      case 'PageDown':
        move(at.row + page, at.column);
        break;
      case 'PageUp':
        move(at.row - page, at.column);
        break;
      case 'Enter':
      case ' ':
        onOpen(at);
        // Opening a place may change the map's rows, and the current cell then needs the focus again.
        setByKey((n) => n + 1);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const width = medidas.cabecalho + columns * coluna;
  const height = medidas.topo + rows * lado;
  const said = describe(grade, grupos, at);
  return (
    <div className="grid min-w-0 gap-1.5">
      <div
        ref={scroller}
        className="relative max-h-[70dvh] min-h-40 overflow-auto rounded-lg border bg-card"
        style={{ height: height + 14 }}
      >
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a drawing takes no focus */}
        <canvas ref={canvas} aria-hidden="true" className="pointer-events-none sticky top-0 left-0 block" />
        {/* biome-ignore lint/a11y/useSemanticElements: a table of 60,000 cells would not be of use to anybody; the table view is beside it */}
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={rows}
          aria-colcount={columns}
          className="absolute top-0 left-0"
          style={{ width, height }}
          onPointerMove={(event) => {
            const place = placeOf(event);
            const head = place ? null : headingOf(event);
            setHovered(place ? describe(grade, grupos, place) : head);
            setHeading(head);
          }}
          onPointerLeave={() => {
            setHovered(null);
            setHeading(null);
          }}
          title={heading ?? undefined}
          onClick={(event) => {
            const place = placeOf(event as unknown as PointerEvent);
            if (!place) return;
            onLugar(place);
            setByKey((n) => n + 1);
            onOpen(place);
          }}
          onKeyDown={onKeyDown}
        >
          {rows > 0 && columns > 0 ? (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: its cell takes the focus
            <div role="row" aria-rowindex={at.row + 1}>
              {/* biome-ignore lint/a11y/useSemanticElements: as above */}
              <div
                // A new key for each move makes screen readers read the cell. New data do not change the key, so that
                // the focus stays.
                key={byKey}
                ref={active}
                role="gridcell"
                tabIndex={0}
                aria-colindex={at.column + 1}
                aria-selected={lugar !== null}
                aria-label={said}
                className="absolute rounded-[3px] outline-none ring-2 ring-ring ring-offset-1 ring-offset-card focus-visible:ring-foreground"
                style={{
                  left: medidas.cabecalho + at.column * coluna,
                  top: medidas.topo + at.row * lado,
                  width: coluna - 1,
                  height: lado - 1,
                }}
              />
            </div>
          ) : null}
        </div>
      </div>
      <p className="min-h-5 truncate text-muted-foreground text-xs" title={hovered ?? said}>
        {hovered ?? said}
      </p>
    </div>
  );
}
