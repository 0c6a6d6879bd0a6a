/** PostgreSQL notification channel that wakes the workers once a template test is committed. */
export const TEMPLATE_TEST_CHANNEL = 'escuta_teste_template';
