/** Version of front end and back end, as in package.json (tested). */
export const VERSION = '1.2.0';
