/** Limits of a company's invitations, which prevent mass mail. */

/** Maximum number of open invitations of a company, as long as few of its invitations were accepted. */
export const CONVITES_INICIAIS = 50;
/** Highest limit of open invitations that an administrator may set. */
export const CONVITES_TETO = 100_000;
/** A withdrawn invitation counts as open for this many days after its mail: as long as its link would have worked. */
export const CONVITE_CONTA_DIAS = 7;
/** Maximum number of repeated mails of an invitation within 24 hours. */
export const REENVIOS_POR_DIA = 3;
/** Maximum number of repeated mails of a confirmation link within 24 hours. */
export const CONFIRMACOES_POR_DIA = 3;

/**
 * Maximum number of open invitations of a company: the limit set by the administrator, else the number of accepted
 * invitations, but at least CONVITES_INICIAIS.
 */
export function inviteLimit(company: { aceitos: number; convitesMax: number | null }): number {
  return company.convitesMax ?? Math.max(CONVITES_INICIAIS, company.aceitos);
}
