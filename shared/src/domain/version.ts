/** Version of the product, front end and back end alike. A test holds it against package.json. */
export const VERSION = '1.2.0';
