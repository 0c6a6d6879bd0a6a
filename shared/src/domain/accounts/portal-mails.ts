import { formatCreditos } from '../runs/credits.ts';
import type { MailContent } from './mail-layout.ts';

type MailText = { assunto: string; conteudo: MailContent };

export type AuditoriaContada = { empresa: string; projeto: string; auditoria: string };

const gravacoes = (n: number): string => (n === 1 ? '1 gravação' : `${n} gravações`);
const porque = ({ empresa }: AuditoriaContada): string =>
  `Você recebe esta mensagem porque enviou esta auditoria pela conta de ${empresa} na Escuta.`;
const facts = ({ empresa, projeto, auditoria }: AuditoriaContada): NonNullable<MailContent['fatos']> => [
  ['Empresa', empresa],
  ['Projeto', projeto],
  ['Auditoria', auditoria],
];

/** Writes the mail about an audit's start. `url`: the audit's progress page. */
export function auditStartMail(
  about: AuditoriaContada,
  { n, creditos }: { n: number; creditos: number },
  url: string | null,
): MailText {
  return {
    assunto: `Auditoria iniciada: ${about.projeto}`,
    conteudo: {
      titulo: 'A auditoria começou',
      paragrafos: [
        `${gravacoes(n)} ${n === 1 ? 'será auditada' : 'serão auditadas'}, por até ${formatCreditos(creditos)}.`,
        'Você receberá outro e-mail quando o processo for concluído.',
      ],
      fatos: facts(about),
      ...(url ? { acao: { texto: 'Acompanhar a auditoria', url } } : {}),
      rodape: porque(about),
    },
  };
}

export type FimDaAuditoria = { concluidas: number; falhas: number; semCredito: number; outras: number };

/** Writes the mail about an audit's end. `url`: the survey's results. */
export function auditEndMail(about: AuditoriaContada, fim: FimDaAuditoria, url: string | null): MailText {
  const { concluidas, falhas, semCredito, outras } = fim;
  const lines = [
    concluidas === 0
      ? 'Nenhuma gravação foi auditada.'
      : `${gravacoes(concluidas)} ${concluidas === 1 ? 'foi auditada' : 'foram auditadas'}.`,
    falhas > 0
      ? `${gravacoes(falhas)} ${falhas === 1 ? 'falhou e teve os créditos devolvidos' : 'falharam e tiveram os créditos devolvidos'}: o motivo está em cada item.`
      : null,
    semCredito > 0
      ? `${gravacoes(semCredito)} ${semCredito === 1 ? 'não foi processada' : 'não foram processadas'} por falta de créditos: quando houver saldo, processe ${semCredito === 1 ? 'essa gravação' : 'essas gravações'}.`
      : null,
    outras > 0
      ? `${gravacoes(outras)} não ${outras === 1 ? 'foi processada' : 'foram processadas'}: o motivo está em cada item.`
      : null,
  ];
  return {
    assunto: `Auditoria concluída: ${about.projeto}`,
    conteudo: {
      titulo: 'A auditoria terminou',
      paragrafos: lines.filter((line) => line !== null),
      fatos: facts(about),
      ...(url ? { acao: { texto: 'Ver os resultados', url } } : {}),
      rodape: porque(about),
    },
  };
}
