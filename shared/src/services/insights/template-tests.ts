/** Channel that wakes workers when a template test is committed. */
export const TEMPLATE_TEST_CHANNEL = 'escuta_teste_template';
