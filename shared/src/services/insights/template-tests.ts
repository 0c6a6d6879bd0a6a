/** Wakes workers at a template test's commit. */
export const TEMPLATE_TEST_CHANNEL = 'escuta_teste_template';
