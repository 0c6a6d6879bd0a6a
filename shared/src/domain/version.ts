/** Version of front end and back end; a test compares it with package.json. */
export const VERSION = '1.2.0';
