/**
 * How many strangers a company may invite: what it has open is bounded, so that nobody uses the installation to mail the world.
 */

/** Open invitations of a company that few have accepted yet. */
export const CONVITES_INICIAIS = 50;
/** Most that an administrator may allow a company. */
export const CONVITES_TETO = 100_000;
/** An invitation that was taken back counts as open for this long after its mail, days: as long as its link would have lived. */
export const CONVITE_CONTA_DIAS = 7;
/** Times that one person is mailed one company's invitation again within 24 hours. */
export const REENVIOS_POR_DIA = 3;
/** Times that a link of confirmation is mailed again within 24 hours. */
export const CONFIRMACOES_POR_DIA = 3;

/**
 * Most open invitations of a company: what an administrator allowed, else as many as were accepted, and CONVITES_INICIAIS at least.
 */
export function inviteLimit(company: { aceitos: number; convitesMax: number | null }): number {
  return company.convitesMax ?? Math.max(CONVITES_INICIAIS, company.aceitos);
}
