/** First requests of each screen, collected from the screens' sources at build time (vite/plugins.ts, `firstAsks`). */
declare module 'virtual:first-asks' {
  const asks: import('./lib/page/first-answers.ts').FirstAsks;
  export default asks;
}
