/** Limits of invitations, against mass mail. */

/** Maximum open invitations of a company with few accepted invitations. */
export const CONVITES_INICIAIS = 50;
/** Highest limit of open invitations that an administrator may set. */
export const CONVITES_TETO = 100_000;
/** Days for which a withdrawn invitation counts as open after its mail, because the link would still work. */
export const CONVITE_CONTA_DIAS = 7;
/** Maximum repeated mails of an invitation within 24 hours. */
export const REENVIOS_POR_DIA = 3;
/** Maximum repeated mails of a confirmation link within 24 hours. */
export const CONFIRMACOES_POR_DIA = 3;

/** Maximum open invitations: an administrator's limit, else the number accepted, at least CONVITES_INICIAIS. */
export function inviteLimit(company: { aceitos: number; convitesMax: number | null }): number {
  return company.convitesMax ?? Math.max(CONVITES_INICIAIS, company.aceitos);
}
