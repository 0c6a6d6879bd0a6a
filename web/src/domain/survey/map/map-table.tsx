import { isAfterCorrection } from '@escuta/shared/domain/interview/verdicts/matrix';
import { plural } from '@escuta/shared/domain/text/in-words';
import { useState } from 'react';
import { formatShare } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx';
import { VerdictGlyph } from '../cell/verdict-badge.tsx';
import { rateText } from '../results/rate.tsx';
import { cellAt, describeCell, type Grade, type Lugar } from './map-grid.ts';

const POR_PAGINA = 25;

/** The map's cells as a table of words, for screen readers and for people who prefer a table. */
export function MapTable({
  label,
  grade,
  onOpen,
}: {
  label: string;
  grade: Grade;
  onOpen: (lugar: Lugar) => void;
}) {
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(grade.linhas.length / POR_PAGINA));
  const first = Math.min(page, pages - 1) * POR_PAGINA;
  const rows = grade.linhas.slice(first, first + POR_PAGINA);
  return (
    <div className="grid gap-2">
      <Table aria-label={label} containerClassName="max-h-[70dvh] overflow-auto rounded-lg border">
        <TableHeader>
          <TableRow>
            <TableHead>Entrevista</TableHead>
            <TableHead>Entrevistador</TableHead>
            <TableHead>Confere</TableHead>
            {grade.colunas.map((coluna) => (
              <TableHead key={coluna.id} title={coluna.texto} className="px-1.5 text-center">
                {coluna.codigo}
              </TableHead>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {rows.map((linha, n) => (
            <TableRow key={linha.id}>
              <TableHead scope="row" className="text-foreground">
                {linha.nome}
              </TableHead>
              <TableCell className="whitespace-nowrap">{linha.agente}</TableCell>
              <TableCell className="whitespace-nowrap tabular-nums">{rateText(linha.corretas)}</TableCell>
              {grade.colunas.map((coluna, column) => {
                const cell = cellAt(grade, first + n, column);
                return (
                  <TableCell key={coluna.id} className="p-1 text-center">
                    {cell ? (
                      <button
                        type="button"
                        className="focus-ring rounded-sm p-0.5"
                        aria-label={describeCell(grade, { row: first + n, column })}
                        title={describeCell(grade, { row: first + n, column })}
                        onClick={() => onOpen({ row: first + n, column })}
                      >
                        <VerdictGlyph veredito={cell.veredito} />
                        {isAfterCorrection(linha.letras[column], linha.ia[column], linha.marcas[column]) ? (
                          <span aria-hidden="true" className="block text-xs leading-none">
                            ◣
                          </span>
                        ) : null}
                      </button>
                    ) : null}
                  </TableCell>
                );
              })}
            </TableRow>
          ))}
          <TableRow>
            <TableHead scope="row" className="text-foreground">
              Confere
            </TableHead>
            <TableCell colSpan={2} />
            {grade.margens.map((taxa, column) => (
              <TableCell key={grade.colunas[column]?.id} className="p-1 text-center text-xs tabular-nums">
                <span title={rateText(taxa)}>{taxa ? formatShare(taxa.valor) : '-'}</span>
              </TableCell>
            ))}
          </TableRow>
        </TableBody>
        <caption className="sr-only">{label}</caption>
      </Table>
      {pages > 1 ? (
        <div className="flex items-center gap-2 text-sm">
          <Button variant="outline" size="sm" disabled={first === 0} onClick={() => setPage(page - 1)}>
            Anteriores
          </Button>
          <span>
            {first + 1}–{first + rows.length} de {plural(grade.linhas.length, 'entrevista', 'entrevistas')}
          </span>
          <Button
            variant="outline"
            size="sm"
            disabled={first + POR_PAGINA >= grade.linhas.length}
            onClick={() => setPage(page + 1)}
          >
            Seguintes
          </Button>
        </div>
      ) : null}
    </div>
  );
}
