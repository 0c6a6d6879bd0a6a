/** PostgreSQL channel that wakes workers at the commit of a template test. */
export const TEMPLATE_TEST_CHANNEL = 'escuta_teste_template';
