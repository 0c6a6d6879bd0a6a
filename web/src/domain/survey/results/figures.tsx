import type { ResultadosDaPesquisa } from '@escuta/shared/contracts/surveys/confrontos';
import { VEREDITO_LABEL } from '@escuta/shared/domain/interview/verdicts/matrix';
import { VEREDITOS_EM_ORDEM } from '@escuta/shared/domain/interview/verdicts/palette';
import { plural } from '@escuta/shared/domain/text/in-words';
import { formatDate, formatNumber } from '../../../lib/text/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../../ui/table.tsx';
import { VerdictGlyph } from '../cell/verdict-badge.tsx';
import { Rate } from './rate.tsx';

const RATES = [
  ['audiveis', 'Conversas audíveis', 'entrevistas audíveis ÷ processadas'],
  ['validadas', 'Respostas validadas', 'respostas com veredito ÷ perguntas aplicáveis'],
  ['corretas', 'Respostas corretas', 'confere ÷ validadas'],
  ['corretasDasAplicaveis', 'Corretas entre as aplicáveis', 'confere ÷ aplicáveis'],
] as const;

/**
 * Words for corrections, by person: 'após correção de Rita Alves em 28/11/2026 (2 respostas)'.
 */
function correctedBy(correcoes: ResultadosDaPesquisa['correcoes']): string {
  const by = correcoes.map(({ por, celulas, de, ate }) => {
    const dates = [...new Set([de, ate].map(formatDate))].join(' a ');
    return `${por} em ${dates} (${plural(celulas, 'resposta', 'respostas')})`;
  });
  return by.length > 0 ? `após correção de ${by.join('; ')}` : '';
}

/** The percentages with their numbers of cases, from the AI alone and after review, and the effect of corrections. */
export function FiguresTable({
  ia,
  revisada,
  entrevistas,
  correcoes,
}: Pick<ResultadosDaPesquisa, 'ia' | 'revisada' | 'entrevistas' | 'correcoes'>) {
  return (
    <Table scrollable aria-label="Números da auditoria" containerClassName="rounded-lg border">
      <TableHeader>
        <TableRow>
          <TableHead>Número</TableHead>
          <TableHead>Após revisão</TableHead>
          <TableHead>Só a IA</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {RATES.map(([name, label, of]) => (
          <TableRow key={name}>
            <TableHead scope="row" className="h-auto whitespace-normal py-2 text-foreground">
              {label}
              <span className="block font-normal text-muted-foreground">{of}</span>
            </TableHead>
            <TableCell>
              <Rate rate={revisada[name]} className="font-medium" />
            </TableCell>
            <TableCell>
              <Rate rate={ia[name]} />
            </TableCell>
          </TableRow>
        ))}
        <TableRow>
          <TableHead scope="row" className="h-auto whitespace-normal py-2 text-foreground">
            Perguntas não interpretadas
            <span className="block font-normal text-muted-foreground">inaudíveis e a revisar</span>
          </TableHead>
          <TableCell className="font-medium tabular-nums">
            {formatNumber(revisada.naoInterpretadas)}
          </TableCell>
          <TableCell className="tabular-nums">{formatNumber(ia.naoInterpretadas)}</TableCell>
        </TableRow>
        {entrevistas.corrigidas > 0 ? (
          <TableRow>
            <TableHead scope="row" className="h-auto whitespace-normal py-2 text-foreground">
              Mudaram após correção da transcrição
              <span className="block font-normal text-muted-foreground">{correctedBy(correcoes)}</span>
            </TableHead>
            <TableCell className="font-medium tabular-nums">{formatNumber(entrevistas.corrigidas)}</TableCell>
            <TableCell>-</TableCell>
          </TableRow>
        ) : null}
        {VEREDITOS_EM_ORDEM.map((veredito) => (
          <TableRow key={veredito}>
            <TableHead scope="row" className="text-foreground">
              <span className="flex items-center gap-2 font-normal">
                <VerdictGlyph veredito={veredito} /> {VEREDITO_LABEL[veredito]}
              </span>
            </TableHead>
            <TableCell className="tabular-nums">{formatNumber(revisada.porVeredito[veredito])}</TableCell>
            <TableCell className="tabular-nums">{formatNumber(ia.porVeredito[veredito])}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

const sentiment = (value: number | null): string => (value === null ? '-' : formatNumber(value, 2));

/** Numbers of interviews and of offences, and the mean sentiment. */
export function Counts({ resultados }: { resultados: ResultadosDaPesquisa }) {
  const { entrevistas, ofensas, sentimento } = resultados;
  return (
    <Facts className="rounded-lg border bg-card px-4 py-3 sm:grid-cols-3 xl:grid-cols-6">
      <Fact label="Entrevistas realizadas">
        {formatNumber(entrevistas.concluidas)} de {formatNumber(entrevistas.total)}
      </Fact>
      <Fact label="Auditadas">{formatNumber(entrevistas.auditadas)}</Fact>
      <Fact label="Sem gravação / recusada / inaudível">
        {formatNumber(entrevistas.semGravacao)} / {formatNumber(entrevistas.gravacaoRecusada)} /{' '}
        {formatNumber(entrevistas.inaudiveis)}
      </Fact>
      <Fact label="Vereditos de pessoas">{formatNumber(entrevistas.revisadas)}</Fact>
      <Fact label="Sentimento (−1 a 1)">{sentiment(sentimento)}</Fact>
      <Fact label="Palavras ofensivas">{formatNumber(ofensas)}</Fact>
    </Facts>
  );
}

const QUALITY = [
  ['fidelidade', 'Leitura fiel'],
  ['omissao', 'Não perguntadas'],
  ['inducao', 'Induzidas'],
  ['digitacao', 'Divergem'],
] as const;

const PROBLEMA = {
  pergunta: <Badge variant="warning">problema da pergunta</Badge>,
  amostra_pequena: <Badge>amostra pequena</Badge>,
  nenhum: null,
} as const;

/**
 * Results of each question: how well it was read, asked and typed. A badge beside the code names a problem of the
 * question itself.
 */
export function QuestionsTable({ perguntas }: Pick<ResultadosDaPesquisa, 'perguntas'>) {
  return (
    <Table scrollable aria-label="Resultados por pergunta" containerClassName="rounded-lg border">
      <TableHeader>
        <TableRow>
          <TableHead>Pergunta</TableHead>
          <TableHead>Base</TableHead>
          {QUALITY.map(([name, label]) => (
            <TableHead key={name}>{label}</TableHead>
          ))}
          <TableHead title="Do entrevistado, de −1 a 1">Sentimento</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {perguntas.map((pergunta) => (
          <TableRow key={pergunta.id}>
            <TableHead
              scope="row"
              className="h-auto min-w-56 max-w-96 whitespace-normal py-2 text-foreground"
            >
              <span className="flex flex-wrap items-center gap-2">
                {pergunta.codigo} {PROBLEMA[pergunta.problema]}
                {pergunta.versoes > 1 ? <Badge variant="outline">{pergunta.versoes} redações</Badge> : null}
              </span>
              <span className="line-clamp-2 font-normal" title={pergunta.texto}>
                {pergunta.texto}
              </span>
            </TableHead>
            <TableCell className="tabular-nums">{formatNumber(pergunta.base)}</TableCell>
            {QUALITY.map(([name]) => (
              <TableCell key={name}>
                <Rate rate={pergunta[name]} />
              </TableCell>
            ))}
            <TableCell className="tabular-nums">{sentiment(pergunta.sentimento)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Results of each interviewer. The interviewer's own faults stand apart from faults that the question causes. */
export function InterviewersTable({ entrevistadores }: Pick<ResultadosDaPesquisa, 'entrevistadores'>) {
  return (
    <Table scrollable aria-label="Resultados por entrevistador" containerClassName="rounded-lg border">
      <TableHeader>
        <TableRow>
          <TableHead>Entrevistador</TableHead>
          <TableHead>Entrevistas</TableHead>
          <TableHead title="Falhas do entrevistador ÷ respostas aplicáveis, nas perguntas que não têm problema de redação">
            Falhas próprias
          </TableHead>
          {QUALITY.map(([name, label]) => (
            <TableHead key={name}>{label}</TableHead>
          ))}
          <TableHead title="Do entrevistado, de −1 a 1">Sentimento</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {entrevistadores.map((one) => (
          <TableRow key={one.id ?? 'sem'}>
            <TableHead scope="row" className="text-foreground">
              <span className="flex items-center gap-2">
                {one.nome} {one.amostraPequena ? PROBLEMA.amostra_pequena : null}
              </span>
            </TableHead>
            <TableCell className="tabular-nums">{formatNumber(one.entrevistas)}</TableCell>
            <TableCell>
              <Rate rate={one.falhasProprias} className="font-medium" />
            </TableCell>
            {QUALITY.map(([name]) => (
              <TableCell key={name}>
                <Rate rate={one[name]} />
              </TableCell>
            ))}
            <TableCell className="tabular-nums">{sentiment(one.sentimento)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
