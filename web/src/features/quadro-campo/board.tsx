import type { Quadro } from '@escuta/shared/contracts/surveys/quadro';
import type { FiltroRecebimento } from '@escuta/shared/domain/interview/verdicts/interview-filters';
import type { RevisaoEntrevista } from '@escuta/shared/domain/interview/verdicts/review-state';
import { plural } from '@escuta/shared/domain/text/in-words';
import { Link } from 'react-router-dom';
import { besideCounted } from '../../domain/survey/state/not-counted.ts';
import { href, paths } from '../../lib/paths.ts';
import { formatDayMonth, formatNumber, formatShare } from '../../lib/text/format.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';
import { StatCard } from '../../ui/card.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '../../ui/table.tsx';

type Entrevistador = Quadro['entrevistadores'][number];

/** Address of the list of an interviewer's interviews in a survey, filtered by state or decision. */
const listOf = (
  pesquisaId: string,
  {
    agente,
    recebimento,
    revisao,
  }: { agente?: string; recebimento?: FiltroRecebimento; revisao?: RevisaoEntrevista },
): string => {
  const asked = new URLSearchParams({ aba: 'entrevistas' });
  if (agente) asked.set('agente_id', agente);
  if (recebimento) asked.set('recebimento', recebimento);
  if (revisao) asked.set('revisao', revisao);
  return `${href(paths.pesquisa, { id: pesquisaId })}?${asked}`;
};

/** Words that follow the number of concluded interviews without sound. */
const withoutSound = (n: number | undefined): string =>
  n === 1 ? 'concluída sem gravação' : 'concluídas sem gravação';

/** A number with a link to the counted interviews. */
function CountLink({ n, of, to }: { n: number; of: string; to: string | null }) {
  if (n === 0 || to === null) return formatNumber(n);
  return (
    <Link
      to={to}
      aria-label={`${formatNumber(n)} ${of}: ver na lista`}
      className="focus-ring rounded-sm underline decoration-muted-foreground/50 decoration-1 underline-offset-4 hover:text-primary-text hover:decoration-current"
    >
      {formatNumber(n)}
    </Link>
  );
}

/** Numbers of the whole survey's interviews: concluded, approved, waiting, in quarantine, and without sound. */
export function Totals({ quadro, pesquisaId }: { quadro: Quadro | undefined; pesquisaId: string }) {
  const total = quadro?.total;
  const n = (value: number | undefined) => (value === undefined ? undefined : formatNumber(value));
  const leading = (value: number | undefined, of: string, recebimento: FiltroRecebimento) =>
    value === undefined ? undefined : (
      <CountLink n={value} of={of} to={listOf(pesquisaId, { recebimento })} />
    );
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-5">
      <StatCard
        className="max-lg:col-span-2"
        label="Concluídas"
        value={n(total?.concluidas)}
        hint={
          total &&
          besideCounted({
            interrompidas: total.interrompidas,
            foraDoPerfil: total.fora_do_perfil,
            cotaPreenchida: total.cota_preenchida,
            recusas: total.recusas,
          })
        }
      />
      <StatCard
        label="Aprovadas"
        value={n(total?.aprovadas)}
        hint={
          total && total.concluidas > 0
            ? `${formatShare(total.aprovadas / total.concluidas)} das concluídas`
            : undefined
        }
      />
      <StatCard
        label="Aguardando o aparelho"
        value={leading(total?.aguardando, 'aguardando o aparelho', 'aguardando_aparelho')}
        hint={total ? plural(total.em_andamento, 'em andamento', 'em andamento') : undefined}
      />
      <StatCard
        label="Em quarentena"
        value={leading(total?.quarentena, 'em quarentena', 'em_quarentena')}
        hint="não contam até serem liberadas"
      />
      <StatCard
        label="Sem gravação"
        value={leading(total?.sem_gravacao.n, withoutSound(total?.sem_gravacao.n), 'sem_gravacao')}
        hint={
          <>
            {total && total.sem_gravacao.de > 0
              ? `${formatShare(total.sem_gravacao.n / total.sem_gravacao.de)} de ${plural(total.sem_gravacao.de, 'entrevista', 'entrevistas')}`
              : null}
            {total && total.nao_montadas > 0 ? (
              <Link
                to={listOf(pesquisaId, { recebimento: 'nao_montada' })}
                className="focus-ring block rounded-sm text-warning-text underline underline-offset-2"
              >
                {plural(total.nao_montadas, 'com gravação incompleta', 'com gravação incompleta')}
              </Link>
            ) : null}
          </>
        }
      />
    </div>
  );
}

/** An interviewer's interviews of a day: the concluded ones first, then the others if there are any. */
function DayCell({ dia }: { dia: Entrevistador['dias'][number] | undefined }) {
  if (!dia) return <span className="text-muted-foreground">-</span>;
  const rest = [
    dia.interrompidas > 0 ? `${formatNumber(dia.interrompidas)} interr.` : null,
    dia.em_andamento > 0 ? `${formatNumber(dia.em_andamento)} em andam.` : null,
  ].filter(Boolean);
  return (
    <span>
      <span className="font-medium">{formatNumber(dia.concluidas)}</span>
      {rest.length > 0 ? (
        <span className="block text-muted-foreground text-xs">
          {rest.join(' · ')}
          <span className="sr-only"> (interrompidas, em andamento)</span>
        </span>
      ) : null}
    </span>
  );
}

/** Badge with the number of interviews that wait, with a link to them; nothing if none waits. */
function WaitingBadge({
  n,
  of,
  variant,
  to,
}: {
  n: number;
  of: string;
  variant: BadgeVariant;
  to: string | null;
}) {
  if (n === 0) return null;
  const badge = (
    <Badge variant={variant}>
      {formatNumber(n)} {of}
    </Badge>
  );
  if (to === null) return badge;
  return (
    <Link to={to} className="focus-ring rounded-full hover:underline">
      {badge}
    </Link>
  );
}

/** Number of concluded interviews without sound, and their share of all concluded interviews. */
function WithoutSound({ n, de, to }: Entrevistador['sem_gravacao'] & { to: string | null }) {
  if (de === 0) return <span className="text-muted-foreground">-</span>;
  return (
    <span>
      <CountLink n={n} of={withoutSound(n)} to={to} />
      {n > 0 ? <span className="block text-muted-foreground text-xs">{formatShare(n / de)}</span> : null}
    </span>
  );
}

/** Numbers of finished and of due verifications; a badge tells how many of the due ones are still to be drawn. */
function Verification({ devidas, sorteadas, feitas }: Entrevistador['verificacao']) {
  const late = feitas < devidas;
  return (
    <span className="grid justify-items-start gap-1 whitespace-nowrap">
      <span className={late ? undefined : 'text-success-text'}>
        {formatNumber(feitas)} de {formatNumber(devidas)}
      </span>
      {sorteadas < devidas ? (
        <Badge variant="warning">{formatNumber(devidas - sorteadas)} a sortear</Badge>
      ) : null}
    </span>
  );
}

/** Table of interviews by interviewer and day. The last three columns cover the whole survey, not just these days. */
export function BoardTable({ quadro, pesquisaId }: { quadro: Quadro; pesquisaId: string }) {
  return (
    <>
      <Table
        scrollable
        aria-label="Entrevistas por entrevistador e dia"
        containerClassName="rounded-lg border"
      >
        <TableHeader>
          <TableRow>
            <TableHead>Entrevistador</TableHead>
            {quadro.dias.map((dia) => (
              <TableHead key={dia} className="tabular-nums">
                {formatDayMonth(`${dia}T12:00:00-03:00`)}
              </TableHead>
            ))}
            <TableHead>Todas</TableHead>
            <TableHead className="whitespace-nowrap">Sem gravação</TableHead>
            <TableHead>Verificadas</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {quadro.entrevistadores.map((one) => (
            <TableRow key={one.id ?? 'sem'}>
              <TableHead scope="row" className="h-auto min-w-40 whitespace-normal py-2 text-foreground">
                {one.id ? (
                  <Link
                    to={listOf(pesquisaId, { agente: one.id })}
                    className="focus-ring rounded-sm hover:text-primary-text hover:underline"
                  >
                    {one.nome}
                  </Link>
                ) : (
                  one.nome
                )}
                <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
                  <WaitingBadge
                    n={one.aguardando}
                    of="aguardando o aparelho"
                    variant="warning"
                    to={one.id && listOf(pesquisaId, { agente: one.id, recebimento: 'aguardando_aparelho' })}
                  />
                  <WaitingBadge
                    n={one.em_espera}
                    of="em espera"
                    variant="warning"
                    to={one.id && listOf(pesquisaId, { agente: one.id, revisao: 'em_espera' })}
                  />
                  <WaitingBadge
                    n={one.quarentena}
                    of="em quarentena"
                    variant="destructive"
                    to={one.id && listOf(pesquisaId, { agente: one.id, recebimento: 'em_quarentena' })}
                  />
                </span>
              </TableHead>
              {quadro.dias.map((dia) => (
                <TableCell key={dia} className="tabular-nums">
                  <DayCell dia={one.dias.find((d) => d.dia === dia)} />
                </TableCell>
              ))}
              <TableCell className="tabular-nums">
                <span className="font-medium">{formatNumber(one.total.concluidas)}</span>
                <span className="block whitespace-nowrap text-muted-foreground text-xs">
                  {plural(one.aprovadas, 'aprovada', 'aprovadas')}
                </span>
              </TableCell>
              <TableCell className="tabular-nums">
                <WithoutSound
                  {...one.sem_gravacao}
                  to={one.id && listOf(pesquisaId, { agente: one.id, recebimento: 'sem_gravacao' })}
                />
              </TableCell>
              <TableCell className="tabular-nums">
                <Verification {...one.verificacao} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {quadro.mais_entrevistadores ? (
        <p className="text-muted-foreground text-sm">
          Só aparecem os {formatNumber(quadro.entrevistadores.length)} entrevistadores com mais entrevistas;
          os totais contam todos.
        </p>
      ) : null}
    </>
  );
}
