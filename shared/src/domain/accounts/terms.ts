/** Effective date, stored with each acceptance. Update it with web/src/features/legal. */
export const TERMOS_VERSAO = '2026-11-21';
