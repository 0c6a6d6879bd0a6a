import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../components/ui/table.tsx';
import { formatCost, formatNumber, plural } from '../../../lib/format.ts';
import type { Resultado } from './overview.tsx';

/** 'Análise de custos': what the providers billed, at the price in force when the call was processed. */
export function Costs({ custos }: { custos: Resultado['custos'] }) {
  const { transcricao, insights, moeda } = custos;
  return (
    <div className="grid gap-3">
      <Table aria-label="Custos do processamento">
        <TableHeader>
          <TableRow className="hover:bg-transparent">
            <TableHead>Etapa</TableHead>
            <TableHead>Uso</TableHead>
            <TableHead className="text-right">Preço</TableHead>
            <TableHead className="text-right">Total</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody className="tabular-nums">
          <TableRow>
            <TableCell>
              Transcrição
              <span className="block text-muted-foreground text-xs">{transcricao.modelo ?? 'N/A'}</span>
            </TableCell>
            <TableCell>{formatNumber(transcricao.totalMinutos, 2)} min</TableCell>
            <TableCell className="whitespace-nowrap text-right">
              {formatCost(transcricao.custoPorMinuto, moeda)} /min
            </TableCell>
            <TableCell className="whitespace-nowrap text-right">
              {formatCost(transcricao.custoTotalTranscricao, moeda)}
            </TableCell>
          </TableRow>
          <TableRow>
            <TableCell>Análise e insights</TableCell>
            <TableCell>
              {plural(insights.totalTokens, 'token', 'tokens')}
              <span className="block text-muted-foreground text-xs">
                {plural(insights.totalPrompts, 'prompt', 'prompts')}
              </span>
            </TableCell>
            {/* A single token costs less than the fourth decimal shows. */}
            <TableCell
              className="whitespace-nowrap text-right"
              title={`${insights.custoPorToken} ${moeda} por token`}
            >
              {formatCost(insights.custoPorToken * 1000, moeda)} /1.000 tokens
            </TableCell>
            <TableCell className="whitespace-nowrap text-right">
              {formatCost(insights.custoTotalInsights, moeda)}
            </TableCell>
          </TableRow>
        </TableBody>
        <tfoot>
          <tr className="border-t font-semibold tabular-nums">
            <th scope="row" colSpan={3} className="px-3 py-2 text-left">
              Custo total
            </th>
            <td className="whitespace-nowrap px-3 py-2 text-right">{formatCost(custos.custoTotal, moeda)}</td>
          </tr>
        </tfoot>
      </Table>
      <p className="text-muted-foreground text-xs">
        Este processamento usou {plural(custos.creditos, 'crédito', 'créditos')} da empresa.
      </p>
    </div>
  );
}
