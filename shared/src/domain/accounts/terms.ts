/**
 * Version of the terms of use and the privacy policy: the day they took effect. Accounts keep which one they accepted.
 * A change of the texts in web/src/features/legal changes it.
 */
export const TERMOS_VERSAO = '2026-11-21';
